import { cacheableResults } from '../../harness/caching.ts';
import { defineCase } from '../../harness/case.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';

const member = 'cacheScope';
const scopes: readonly unknown[] = ['public', 'private'];

const scoped = (method: string, cacheScope: unknown) =>
  onResult(method, (result) => {
    if (member in result) result.cacheScope = cacheScope;
  });

export default defineCase({
  title: 'cacheScope is "public" or "private"',
  rules: [
    {
      id: 'cache-scope-enum',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'server/utilities/caching#cacheable-model',
      find: 'indicates the intended scope of the',
    },
  ],
  harm: 'misleads',
  hint: 'Say "private" where a result is for one user or you do not know, "public" where all may share it, in lower case; words of HTTP such as no-store are none.',

  watch(traffic) {
    let judged = 0;
    for (const { result, what, lines } of cacheableResults(traffic)) {
      // That it is missing is for another case.
      if (!(member in result)) continue;
      judged++;
      const { cacheScope } = result;
      check(
        scopes.includes(cacheScope),
        `expected "public" or "private" as cacheScope in ${what}, got ${quote(cacheScope)}`,
        { lines },
      );
    }
    if (judged === 0) blockedBy('caching/hints', 'no result that may be cached has a cacheScope');
  },

  allows: {
    'everything is private': onResult('*', (result) => {
      if (member in result) result.cacheScope = 'private';
    }),
    'everything is public': onResult('*', (result) => {
      if (member in result) result.cacheScope = 'public';
    }),
    // Judged by another case.
    'reads without one': onResult('resources/read', (result) => {
      delete result.cacheScope;
    }),
  },
  breaks: (revision) => {
    const { 'cacheScope is missing': _missing, ...ofType } = shapeMutants(
      'resources/read',
      'ReadResourceResult',
      revision,
      { member, says: 'as cacheScope in the result of resources/read' },
    );
    return {
      ...ofType,
      'a word of HTTP': [scoped('resources/list', 'no-store'), 'in the result of resources/list, got "no-store"'],
      'capital letters': [scoped('resources/templates/list', 'Public'), 'got "Public"'],
      'an empty text': [scoped('server/discover', ''), 'in the result of server/discover, got ""'],
    };
  },
});
