import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { instead, type Mutant, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import type { Exchange } from '../../harness/session/exchange.ts';
import { inWords, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { toolName } from '../../harness/tool.ts';
import { isObject, type JsonObject, metaKey, type RpcRequest } from '../../harness/wire.ts';

/** Two clients that share a connection, as two conversations of one host do. */
const clients = [
  { [metaKey.clientInfo]: { name: 'first-conversation', version: '1.0.0' }, [metaKey.clientCapabilities]: {} },
  {
    [metaKey.clientInfo]: { name: 'second-conversation', version: '2.0.0' },
    [metaKey.clientCapabilities]: { elicitation: {} },
  },
] as const;

const nameIn = ({ params }: RpcRequest): unknown => params?._meta?.[metaKey.clientInfo]?.name;
/** Refuses whoever is not the first client of a connection that says its name. */
const oneClient = (method: string): Mutant =>
  instead(method, (request, { memory, connection }) => {
    const name = nameIn(request);
    if (name === toolName) return undefined;
    const key = `client ${connection}`;
    if (!memory.has(key)) memory.set(key, name);
    return memory.get(key) === name ? undefined : { error: { code: -32603, message: 'Busy with another client' } };
  });

export default defineCase({
  title: 'Requests of several conversations on one connection are all answered, each with its own answer',
  rules: [
    {
      id: 'stateless-mixed-tasks',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/index#statelessness',
      find: 'be prepared to handle requests associated',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Keep nothing of a client beside the request that is being served; answer in any order, each by its id.',

  async run(probe) {
    const { value: page } = await probe.pages('resources/list').next();
    if (!isResult(page!.reply)) blockedBy('list/responds', `resources/list got ${inWords(page!.reply)}`);
    const reads = (await probe.reads().catch(() => []))
      .filter(({ reply, wantsInput, contents }) => isResult(reply) && !wantsInput && contents.length > 0)
      .slice(0, 2);
    const twins = [page!.reply, ...reads.map(({ reply }) => reply), page!.reply];
    const open = twins.map((twin, index) => ask(probe, twin, index));
    const replies: Reply[] = [];
    for (const exchange of open) replies.push(await probe.answer(exchange));
    for (const [index, reply] of replies.entries()) await judge(probe, reply, twins[index]!);
  },

  allows: {
    'contents that change with each read': onResult('resources/read', (result, _, { memory }) => {
      memory.set('reads', (memory.get('reads') ?? 0) + 1);
      for (const item of result.contents ?? []) if ('text' in item) item.text = `Read ${memory.get('reads')} times`;
    }),
    'the last is answered first': {
      outgoing(message, { request, memory, send }) {
        if (!request || nameIn(request) !== 'first-conversation') return [message];
        if (request.method === 'resources/list' && !memory.has('kept')) {
          memory.set('kept', true);
          setTimeout(send, 10, message);
          return [];
        }
        return [message];
      },
    },
  },
  breaks: {
    'the answers to two reads are exchanged': [
      {
        outgoing(message, { request, memory }) {
          if (request?.method !== 'resources/read' || nameIn(request) === toolName) return [message];
          const kept: JsonObject | undefined = memory.get('kept');
          memory.set('kept', kept ? undefined : message);
          return kept
            ? [
                { ...kept, result: message.result },
                { ...message, result: kept.result },
              ]
            : [];
        },
      },
      'expected the contents of "demo://host/',
    ],
    'a second client is refused its list': [oneClient('resources/list'), 'got error -32603'],
    'a second client is refused its reads': [oneClient('resources/read'), 'expected a result of resources/read'],
    'a second client is never answered': [
      {
        outgoing: (message, { request }) => (request && nameIn(request) === 'second-conversation' ? [] : [message]),
      },
      'while other requests are open, got no answer within',
    ],
    'another list for the second': [
      onResult('resources/list', (result, request) => {
        if (nameIn(request) === 'second-conversation') result.resources = [];
      }),
      'expected the list as it is',
    ],
  },
});

function ask(probe: Probe, { method, params }: Reply, index: number): Exchange {
  const { _meta, ...own }: JsonObject = params ?? {};
  const progressToken = index % 2 === 0 ? `conversation-${index}` : 7000 + index;
  return probe.open(method, own, { meta: { ...clients[index % 2 === 0 ? 0 : 1], progressToken } });
}

async function judge(probe: Probe, reply: Reply, twin: Reply): Promise<void> {
  probe.cite(reply);
  const { method } = reply;
  if (isWithheld(reply)) untested(`${method} got HTTP status ${reply.http!.status}; try again later`);
  if (reply.cause === 'malformed') blockedBy('messages/result-or-error', `${method} got ${inWords(reply)}`);
  check(isResult(reply), `expected a result of ${method} while other requests are open, got ${inWords(reply)}`);
  if (sameUris(reply, twin)) return;
  // What is listed or read may have changed since.
  const { _meta, ...own }: JsonObject = twin.params ?? {};
  const again = await probe.send(method, own);
  if (sameUris(reply, again)) return;
  const lines = [...reply.lines, ...again.lines];
  const expected =
    method === 'resources/read' ? `the contents of ${JSON.stringify(own.uri).slice(0, 80)}` : 'the list as it is';
  check(false, `expected ${expected} while other requests are open, got others`, { lines });
}

const urisIn = ({ result }: Reply): unknown[] => {
  const items: unknown = isObject(result) ? (result.resources ?? result.contents) : undefined;
  return Array.isArray(items) ? items.map((item) => (isObject(item) ? item.uri : undefined)).sort() : [];
};

const sameUris = (one: Reply, other: Reply): boolean => JSON.stringify(urisIn(one)) === JSON.stringify(urisIn(other));
