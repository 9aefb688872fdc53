import { cacheableResults } from '../../harness/caching.ts';
import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { all, type Mutant, onCapabilities, onResult } from '../../harness/mutate.ts';

const hints = ['ttlMs', 'cacheScope'] as const;
const dropping = (method: string, ...names: string[]): Mutant =>
  onResult(method, (result) => {
    for (const name of names) delete result[name];
  });

export default defineCase({
  title: 'Every complete result that may be cached carries ttlMs and cacheScope',
  rules: [
    {
      id: 'cache-hints-required',
      level: 'MUST',
      since: '2026-07-28',
      at: 'server/utilities/caching#cacheable-results',
      find: 'Servers MUST include caching hints on',
    },
  ],
  harm: 'misleads',
  hint: 'Add ttlMs (0 where nothing is known) and cacheScope ("private" in doubt) to the results of server/discover, both lists and resources/read, beside their other members.',

  watch(traffic) {
    const seen = new Set<string>();
    let listed = false;
    for (const { method, result, what, lines } of cacheableResults(traffic)) {
      listed ||= method === 'resources/list' && Array.isArray(result.resources) && result.resources.length > 0;
      // The rule is about results that call themselves complete; those that say nothing have a case of their own.
      if (result.resultType !== 'complete') continue;
      seen.add(method);
      const missing = hints.filter((name) => !(name in result));
      check(missing.length === 0, `expected ttlMs and cacheScope in ${what}, got no ${missing.join(' and no ')}`, {
        lines,
      });
    }
    if (seen.size === 0) blockedBy('messages/result-type', 'no result says that it is complete');
    if (listed && !seen.has('resources/read'))
      untested('no read of a listed resource gave a complete result; name one that can be read with --read <uri>');
  },

  allows: {
    'hints without any word of changes': [
      onCapabilities(({ resources }) => {
        delete resources.listChanged;
      }),
      'cache-ttl-without-listchanged',
    ],
    'hints that say "never", in a server that tells of changes': [
      onResult('resources/list', (result) => {
        result.ttlMs = 0;
      }),
      'cache-ttl-without-listchanged',
    ],
    // Judged by other cases.
    'hints of other types': onResult('resources/read', (result) => {
      Object.assign(result, { ttlMs: null, cacheScope: null });
    }),
    'lists of templates of no type': all(
      dropping('resources/templates/list', ...hints),
      dropping('resources/templates/list', 'resultType'),
    ),
  },
  breaks: {
    'reads without a scope': [dropping('resources/read', 'cacheScope'), 'in the result of resources/read'],
    'reads without both': [dropping('resources/read', ...hints), 'got no ttlMs and no cacheScope'],
    'server/discover without a time': [
      dropping('server/discover', 'ttlMs'),
      'in the result of server/discover, got no ttlMs',
    ],
    'lists without a time': [dropping('resources/list', 'ttlMs'), 'in the result of resources/list, got no ttlMs'],
    'lists of templates without a scope': [
      dropping('resources/templates/list', 'cacheScope'),
      'in the result of resources/templates/list, got no cacheScope',
    ],
    'later pages without both': [
      onResult('resources/list', (result, { params }) => {
        if (params?.cursor !== undefined) for (const name of hints) delete result[name];
      }),
      'in the result of resources/list, got no ttlMs and no cacheScope',
    ],
    'hints in the contents': [
      onResult('resources/read', (result) => {
        const { ttlMs, cacheScope } = result;
        for (const item of result.contents ?? []) Object.assign(item, { ttlMs, cacheScope });
        for (const name of hints) delete result[name];
      }),
      'in the result of resources/read',
    ],
    'hints in the metadata': [
      onResult('resources/read', (result) => {
        const { ttlMs, cacheScope } = result;
        result._meta = { ...result._meta, ttlMs, cacheScope };
        for (const name of hints) delete result[name];
      }),
      'in the result of resources/read',
    ],
  },
});
