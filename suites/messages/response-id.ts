import { defineCase } from '../../harness/case.ts';
import { unknownMethod } from '../../harness/error-codes.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import type { Mutant, MutantContext } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { isError, isResult, type Reply } from '../../harness/session/reply.ts';
import { straysSince } from '../../harness/strays.ts';
import { framing } from '../../harness/transport/framing.ts';
import type { Id, JsonObject } from '../../harness/wire.ts';

/** Ids for a request that succeeds and for one that fails, in flight at the same time; numbers before their texts. */
const pairs: readonly (readonly [Id, Id])[] = [
  [0, 41],
  [4117, -9],
  [-17, 9007199254740990],
  [9007199254740991, 'e-1'],
  ['', '41'],
  ['0', '-9'],
  ['4117', '00'],
  ['abc/é', ' e '],
  ['1.0', 'null'],
  ['5d4e1f80-9c1b-4f3a-8d0e-2b7c6a915f43', '5D4E1F80-9C1B-4F3A-8D0E-2B7C6A915F44'],
];
const ours = new Set<unknown>(pairs.flat());

type Members = { result?: unknown; error?: unknown };
const onId = (change: (id: Id, message: Members, context: MutantContext) => unknown): Mutant => ({
  outgoing(message, context) {
    const { id } = message;
    if ('method' in message || !ours.has(id)) return [message];
    const changed = change(id, message, context);
    const { id: _, ...rest } = message;
    return [changed === undefined ? rest : { ...rest, id: changed }];
  },
});

export default defineCase({
  title: 'A response has the id of its request, of the same type',
  rules: [
    {
      id: 'msg-response-id',
      level: 'MUST',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#responses',
      find: 'Responses **MUST** include the same ID',
    },
    {
      id: 'msg-response-id',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-06-18',
      at: 'basic/index#responses',
      find: 'Responses **MUST** include the same ID',
    },
    {
      id: 'msg-response-id',
      level: 'MUST',
      since: '2025-11-25',
      at: 'basic/index#result-responses',
      find: 'Result responses **MUST** include the',
    },
  ],
  harm: 'breaks',
  hint: 'Keep the id as the JSON value that it is, and put it into the response unchanged: 0 and "" are ids, "7" is not 7.',

  async run(probe) {
    const method = probe.declares('resources') ? 'resources/list' : probe.session.era.sanity;
    let answered = 0;
    for (const ids of pairs) answered += await judgePair(probe, method, ids);
    if (answered === 0) untested(`neither ${method} nor an unknown method was answered`);
  },

  allows: {
    'answers in another order': {
      outgoing(message, { send }) {
        if (message.id !== pairs[0]![0]) return [message];
        queueMicrotask(() => queueMicrotask(() => send(message)));
        return [];
      },
    },
    'further members in responses': { outgoing: (message) => [{ ...message, at: 1 }] },
    'unknown methods that are answered': {
      incoming(message, { send }) {
        if (message.method !== unknownMethod) return [message];
        send({ jsonrpc: '2.0', id: message.id, result: { resultType: 'complete' } });
        return [];
      },
    },
  },
  breaks: {
    'letters beyond ASCII as question marks': [
      onId((id) => (typeof id === 'string' ? id.replaceAll(/[^\0-\x7f]/g, '\ufffd') : id)),
      'back, got',
    ],
    'numbers as texts': [onId((id) => String(id)), 'expected the id 0 back, got "0"'],
    'numbers as texts in errors': [
      onId((id, { error }) => (error ? String(id) : id)),
      'expected the id 41 back, got "41"',
    ],
    'numbers as texts with a fraction': [
      onId((id) => (typeof id === 'number' ? id.toFixed(1) : id)),
      'expected the id 0 back, got "0.0"',
    ],
    'digits as numbers': [
      onId((id) => (typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id)),
      'expected the id "41" back, got 41',
    ],
    'texts as numbers': [
      onId((id) => (typeof id === 'string' ? Number.parseInt(id, 10) || 0 : id)),
      'expected the id "e-1" back, got 0',
    ],
    'zero as null': [onId((id) => id || null), 'expected the id 0 back, got null'],
    'no id for the empty text': [onId((id) => (id === '' ? undefined : id)), 'expected the id "" back, got none'],
    'null in errors': [onId((id, { error }) => (error ? null : id)), 'expected the id 41 back, got null'],
    'numbers of its own': [
      onId((_, __, { memory }) => memory.set('n', (memory.get('n') ?? 0) + 1).get('n')),
      'expected the id 0 back, got 1',
    ],
    'large numbers rounded': [
      onId((id) => (typeof id === 'number' ? Math.fround(id) : id)),
      'expected the id 9007199254740990 back, got 9007199254740992',
    ],
    'negative numbers without their sign': [
      onId((id) => (typeof id === 'number' ? Math.abs(id) : id)),
      'expected the id -9 back, got 9',
    ],
    'texts trimmed': [onId((id) => (typeof id === 'string' ? id.trim() : id)), 'expected the id " e " back, got "e"'],
    'texts in small letters': [
      onId((id) => (typeof id === 'string' ? id.toLowerCase() : id)),
      'back, got "5d4e1f80-9c1b-4f3a-8d0e-2b7c6a915f44"',
    ],
    'two answers exchanged': [
      onId((id) => {
        const pair = pairs.find((ids) => ids.includes(id))!;
        return id === pair[0] ? pair[1] : pair[0];
      }),
      'the responses to the requests 0 and 41 are exchanged',
    ],
  },
});

/** Asks twice at once, for a result and for an error, and judges the ids that come back; gives the number of answers. */
async function judgePair(probe: Probe, method: string, [good, bad]: readonly [Id, Id]): Promise<number> {
  const since = probe.now;
  const exchanges = [probe.open(method, {}, { id: good }), probe.open(unknownMethod, {}, { id: bad })] as const;
  const settled = probe.settle();
  await Promise.race([Promise.all(exchanges.map(({ reply }) => reply)), settled]);
  const open = () => exchanges.filter((exchange) => !exchange.settled);
  for (const exchange of open()) {
    // A response under a foreign id is there already: to wait for the right one is in vain.
    if (straysSince(probe, since).length >= open().length) break;
    const { cause, missing } = await probe.answer(exchange);
    if (cause === 'timeout' && straysSince(probe, since).length === 0)
      blockedBy('messages/request-answered', `the request with the id ${quote(exchange.sent.id)} got ${missing}`);
  }
  await settled;
  const replies: Reply[] = [];
  for (const exchange of exchanges) if (exchange.settled) replies.push(await exchange.reply);
  for (const { message, id, lines } of replies) if (message) judge(probe, id, message, lines);
  const [stray] = straysSince(probe, since);
  const [first] = open();
  if (stray && first) {
    // Of two requests without a response it answers the one that wants such a response.
    const { id, line } = (open().find(({ sent }) => 'error' in stray.message === (sent.id === bad)) ?? first).sent;
    judge(probe, id, stray.message, [line, stray.line]);
  }
  const [result, error] = replies;
  const exchanged = replies.length === 2 && isError(result!) && isResult(error!);
  check(!exchanged, `the responses to the requests ${quote(good)} and ${quote(bad)} are exchanged`, {
    lines: replies.flatMap(({ lines }) => lines),
  });
  return replies.filter((reply) => isResult(reply) || isError(reply)).length;
}

function judge(probe: Probe, id: unknown, message: JsonObject, lines: readonly number[]): void {
  const got = 'id' in message ? quote(message.id) : 'none';
  // What can be read of such bytes comes right after them.
  const before = probe.session.channel.transcript.lines[lines.at(-1)! - 2];
  if (message.id !== id && before?.noise?.startsWith(framing.utf8))
    blockedBy('messages/utf-8', `the id ${quote(id)} came back in bytes that are no UTF-8`);
  check(message.id === id, `expected the id ${quote(id)} back, got ${got}`, { lines });
}
