import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { declaredFilter, openListen } from '../../harness/listen.ts';
import { fault, type Mutant, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { codeOf, inWords, isError, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import type { Session } from '../../harness/session/session.ts';
import { together } from '../../harness/together.ts';
import type { JsonObject } from '../../harness/wire.ts';

/** Refuses a method on a connection where `first` has not been asked yet. */
const only = (method: string, first: string): Mutant => ({
  incoming(message, { memory, connection, send }) {
    const key = `had ${first} ${connection}`;
    if (message.method === first) memory.set(key, true);
    if (message.method !== method || memory.has(key)) return [message];
    send({ jsonrpc: '2.0', id: message.id, error: { code: -32600, message: `${first} comes first` } });
    return [];
  },
});

export default defineCase({
  title: 'A request is served alike whether it is the first on its connection or not',
  rules: [
    {
      id: 'stateless-no-prior-requests',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/index#statelessness',
      find: 'rely on prior requests over the',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Take version and capabilities from the _meta of each request; wait for no server/discover and no initialize.',

  async run(probe) {
    const { value: page } = await probe.pages('resources/list').next();
    const list = page!.reply;
    if (!isResult(list)) blockedBy('list/responds', `resources/list was answered with ${inWords(list)}`);
    const read = (await probe.reads().catch(() => [])).find(({ reply }) => isResult(reply))?.reply;
    const [template] = await probe.templates().catch(() => []);
    const complete =
      template && probe.declares('completions')
        ? await probe.send('completion/complete', {
            ref: { type: 'ref/resource', uri: template.uriTemplate },
            argument: { name: /\{[^\w]?(\w+)/.exec(template.uriTemplate)?.[1] ?? 'name', value: '' },
          })
        : undefined;
    // Two connections, so that of two methods each comes first once; none begins with discover.
    const [one, other] = await together(probe.fresh(), probe.fresh());
    probe.leave(one, other);
    await compare(probe, one, list, 'as the first request on a connection');
    if (complete && isResult(complete)) await compare(probe, one, complete, 'on a connection without server/discover');
    await listens(probe, one);
    if (!read) return;
    await compare(probe, other, read, 'as the first request on a connection');
    await compare(probe, other, list, 'after a read and nothing else');
  },

  allows: {
    'other times and texts': onResult('resources/list', (result, _, { connection }) => {
      result.ttlMs = connection;
    }),
    'a client that discovers is told more': onResult('server/discover', (result) => {
      result.instructions = 'Read the greeting first.';
    }),
  },
  breaks: {
    'everything waits for server/discover': [
      fault('needs-discover-first'),
      'expected a result of resources/list as the first request on a connection, as on one in use, got error -32600',
    ],
    'reads wait for server/discover': [only('resources/read', 'server/discover'), 'result of resources/read as the'],
    'reads wait for a list': [only('resources/read', 'resources/list'), 'result of resources/read as the first'],
    'completions wait for server/discover': [
      only('completion/complete', 'server/discover'),
      'result of completion/complete on a connection without server/discover',
    ],
    'listens wait for server/discover': [
      only('subscriptions/listen', 'server/discover'),
      'expected an acknowledgment on a connection without server/discover, as on one in use, got error -32600',
    ],
    'no answer to a first read': [
      {
        outgoing(message, { request, memory, connection }) {
          const first = !memory.has(`met ${connection}`);
          memory.set(`met ${connection}`, true);
          return first && request?.method === 'resources/read' ? [] : [message];
        },
      },
      'resources/read as the first request on a connection, as on one in use, got no answer in time',
    ],
  },
});

async function compare(probe: Probe, session: Session, twin: Reply, when: string): Promise<void> {
  const { _meta, ...params }: JsonObject = twin.params ?? {};
  const reply = await probe.first(session, twin.method, params);
  if (isWithheld(reply)) untested(`${twin.method} got HTTP status ${reply.http!.status}; try again later`);
  if (reply.cause === 'malformed') blockedBy('messages/result-or-error', `${twin.method} got ${inWords(reply)}`);
  const what = `of ${twin.method} ${when}`;
  check(isResult(reply), `expected a result ${what}, as on one in use, got ${inWords(reply)}`);
}

/** A listen that is acknowledged on the connection in use is acknowledged on another. */
async function listens(probe: Probe, session: Session): Promise<void> {
  if (!probe.declares('resources.subscribe') && !probe.declares('resources.listChanged')) return;
  const filter = await declaredFilter(probe);
  const twin = await openListen(probe, filter).opened();
  await twin.cancel();
  if (!twin.acknowledgment) return;
  const listen = await openListen(probe, filter, { session }).opened();
  await listen.cancel();
  if (listen.acknowledgment || listen.stray) return;
  const reply = await listen.reply();
  probe.cite(listen.exchange.lines);
  const expected = 'expected an acknowledgment on a connection without server/discover, as on one in use';
  check(!isError(reply) || codeOf(reply) === -32603, `${expected}, got ${inWords(reply)}`);
}
