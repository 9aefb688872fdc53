import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import type { ListMethod } from '../../harness/material.ts';
import { all, onResult } from '../../harness/mutate.ts';
import { inWords, isResult } from '../../harness/session/reply.ts';

const methods: readonly ListMethod[] = ['resources/list', 'resources/templates/list'];
/** The cases that judge a first page that is refused, and one that is malformed. */
const judges = {
  'resources/list': { refused: 'list/responds', malformed: 'list/shape' },
  'resources/templates/list': { refused: 'templates/answered', malformed: 'templates/shape' },
} as const;
const scopes: readonly unknown[] = ['public', 'private'];

const scoped = (method: string, first: unknown, later: unknown) =>
  onResult(method, (result, { params }) => {
    result.cacheScope = params?.cursor === undefined ? first : later;
  });

/** Answers the whole list of templates on the first page. */
const onOnePage = (method: string) =>
  onResult(method, (result) => {
    delete result.nextCursor;
  });

export default defineCase({
  title: 'All pages of one list have the same cacheScope',
  rules: [
    {
      id: 'cache-scope-same-on-pages',
      level: 'MUST',
      since: '2026-07-28',
      at: 'server/utilities/caching#interaction-with-pagination',
      find: 'Servers **MUST** apply the same `cacheScope`',
    },
  ],
  needs: ['resources'],
  harm: 'leaks',
  hint: 'Decide on the cacheScope once for a whole list: "private" as soon as one page may depend on who asks.',

  // Another walk through the same list may have another scope, and so may the other list: each walk is judged by itself.
  async run(probe) {
    let several = false;
    let stuck: [by: string, what: string] | undefined;
    for (const method of methods) {
      let first: { scope: unknown; lines: readonly number[] } | undefined;
      let pages = 0;
      for await (const { reply, sound } of probe.pages(method)) {
        if (!sound) {
          // A server without templates need not know the method.
          if (pages === 0 && reply.error?.code === -32601) break;
          const { refused, malformed } = judges[method];
          const by = isResult(reply) ? malformed : pages > 0 ? 'pagination/walk' : refused;
          stuck ??= [by, `page ${pages + 1} of ${method} was answered with ${inWords(reply)}`];
          break;
        }
        pages++;
        const scope: unknown = isResult(reply) ? reply.result.cacheScope : undefined;
        // A scope that is missing or unknown is for other cases.
        if (!scopes.includes(scope)) continue;
        const { lines } = reply;
        first ??= { scope, lines };
        several ||= first.lines !== lines;
        check(
          scope === first.scope,
          `expected the cacheScope of the first page, "${first.scope}", on page ${pages} of ${method}, got "${scope}"`,
          { lines: [...first.lines, ...lines] },
        );
      }
      if (pages > 1 && !several)
        stuck ??= ['caching/hints', `the pages of ${method} do not have two scopes to compare`];
    }
    if (several) return;
    if (stuck) blockedBy(...stuck);
    const ended = methods.every((method) => probe.walk(method).stopped !== 'limit');
    if (ended) notApplicable('no list has a second page');
    untested('one page was followed of each list; allow more with --max-pages');
  },

  allows: {
    'private lists': all(...methods.map((method) => scoped(method, 'private', 'private'))),
    'one list public, the other private': scoped('resources/templates/list', 'private', 'private'),
    'another time on each page': [
      onResult('resources/list', (result, { params }) => {
        result.ttlMs = params?.cursor === undefined ? 86_400_000 : 1;
      }),
      'cache-ttl-may-differ-per-page',
    ],
    'templates on one page': onOnePage('resources/templates/list'),
    // Judged by other cases.
    'later pages without a scope': scoped('resources/list', 'public', undefined),
    'an unknown scope on later pages': scoped('resources/list', 'public', 'no-store'),
  },
  breaks: {
    'the first page public, the others private': [
      scoped('resources/list', 'public', 'private'),
      'expected the cacheScope of the first page, "public", on page 2 of resources/list, got "private"',
    ],
    'the first page of templates private, the others public': [
      scoped('resources/templates/list', 'private', 'public'),
      'of resources/templates/list, got "public"',
    ],
    'the last page alone is private': [
      onResult('resources/list', (result) => {
        result.cacheScope = 'nextCursor' in result ? 'public' : 'private';
      }),
      'got "private"',
    ],
  },
});
