import { isDeepStrictEqual } from 'node:util';
import { defineCase } from '../../harness/case.ts';
import { givenCredentials } from '../../harness/credentials.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { all, fault, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { isResult, type Reply } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const mostReads = 5;

/** A request whose result says that all may share it, and what that result gives. */
interface Shared {
  method: string;
  params: JsonObject;
  what: string;
  given: unknown;
}

const lists = { 'resources/list': 'uri', 'resources/templates/list': 'uriTemplate' } as const;

const scoped = (scope: string, ...methods: string[]) =>
  all(
    ...methods.map((method) =>
      onResult(method, (result) => {
        if ('cacheScope' in result) result.cacheScope = scope;
      }),
    ),
  );
const counting = onResult('resources/list', ({ resources }, { params }, { memory }) => {
  if (params?.cursor !== undefined) return;
  const count = (memory.get('lists') ?? 0) + 1;
  memory.set('lists', count);
  resources[0].uri = `demo://host/changing/${count}`;
});
const less = fault('http-anonymous-less');

export default defineCase({
  title: 'What is public is the same for callers with and without credentials',
  rules: [
    {
      id: 'cache-public-awareness',
      level: 'MUST',
      since: '2026-07-28',
      at: 'server/utilities/caching#security-considerations',
      find: 'Servers MUST be aware that responses',
      derived: 'awareness shows only where a public result turns out to depend on who asks',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'leaks',
  hint: 'Say cacheScope "private" on every result that depends on who asks: what is public may be handed to anybody.',

  async run(probe) {
    const shared = await sharedResults(probe);
    // Where nothing is public nothing can be shared by mistake.
    if (shared.length === 0) return;
    const credentials = givenCredentials(probe);
    if (credentials.length === 0)
      notApplicable('no credentials were given for this server, so that all results are for the same caller');
    const headers = Object.fromEntries(credentials.map((name) => [name, undefined]));
    let compared = 0;
    for (const { method, params, what, given } of shared) {
      const without = await probe.send(method, params, { headers });
      const other = givenIn(method, without);
      if (other === undefined) continue;
      const again = await probe.send(method, params);
      // What changes by itself differs without anybody's doing.
      if (!isDeepStrictEqual(givenIn(method, again), given)) continue;
      compared++;
      check(
        isDeepStrictEqual(other, given),
        `${what} is public, and differs for a caller without ${credentials.map((name) => quote(name)).join(' and ')}`,
        { lines: [...without.lines, ...again.lines] },
      );
    }
    if (compared === 0)
      notApplicable(
        'no public result could be had without credentials, or stayed the same, so that none can be compared',
      );
  },

  allows: {
    'all callers get the same': fault('http-unauthenticated'),
    'lists that depend on the caller are private': all(less, scoped('private', ...Object.keys(lists))),
    'a list that changes all the time': [all(less, counting), 'cache-may-change-before-ttl'],
  },
  breaks: {
    'a public list that depends on the caller': [less, 'the result of resources/list is public, and differs'],
    'public reads that depend on the caller': [
      all(less, scoped('private', ...Object.keys(lists)), scoped('public', 'resources/read')),
      'is public, and differs for a caller without "Authorization"',
    ],
  },
});

/** The public results of both lists and of some reads, as the caller with credentials gets them. */
async function sharedResults(probe: Probe): Promise<Shared[]> {
  const shared: Shared[] = [];
  const add = (method: string, params: JsonObject, what: string, reply: Reply | undefined) => {
    const given = reply && givenIn(method, reply);
    if (given !== undefined && reply!.result.cacheScope === 'public') shared.push({ method, params, what, given });
  };
  for (const method of Object.keys(lists)) {
    add(method, {}, `the result of ${method}`, await probe.send(method));
  }
  const reads = await probe.reads().catch(() => []);
  for (const { uri, reply } of reads.filter((read) => read.reply.result?.cacheScope === 'public').slice(0, mostReads))
    add('resources/read', { uri }, `the result of reading ${quote(uri)}`, reply);
  return shared;
}

/** What a reply gives, as far as it may be compared: the URIs of a list in any order, the contents of a read. */
function givenIn(method: string, reply: Reply): unknown {
  const result: unknown = isResult(reply) ? reply.result : undefined;
  if (!isObject(result) || result.resultType === 'input_required') return undefined;
  if (method === 'resources/read') return Array.isArray(result.contents) ? result.contents : undefined;
  const list = method === 'resources/list' ? result.resources : result.resourceTemplates;
  const key = lists[method as keyof typeof lists];
  if (!Array.isArray(list)) return undefined;
  return new Set(list.flatMap((item) => (isObject(item) && typeof item[key] === 'string' ? [item[key]] : [])));
}
