import { defineCase } from '../../harness/case.ts';
import { opening } from '../../harness/handshakes.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { onReply, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

export default defineCase({
  title: 'A ping is answered with an empty result',
  rules: [
    {
      id: 'ping-answered',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/utilities/ping#behavior-requirements',
      find: 'respond promptly with an empty response',
    },
  ],
  harm: 'breaks',
  hint: 'Answer ping with the result {} at any time after initialize, also while other requests are being served.',

  async run(probe) {
    judge(probe, await probe.send('ping'), 'ping');
    const [entry] = await probe.resources().catch(() => []);
    const [method, params] = entry ? ['resources/read', { uri: entry.uri }] : ['resources/list', {}];
    const busy = probe.declares('resources') ? probe.open(method as string, params as JsonObject) : undefined;
    const meanwhile = await probe.send('ping');
    if (busy) await probe.session.wait(busy);
    judge(probe, meanwhile, busy ? `ping while ${method} is open` : 'a second ping');
    const { ping } = await opening(probe);
    if (ping?.cause === 'timeout') probe.timedOut = true;
    if (ping) judge(probe, ping, 'ping before notifications/initialized');
  },

  allows: {
    'a result with _meta': onResult('ping', (result) => {
      result._meta = { 'com.example/up': 1 };
    }),
  },
  breaks: {
    'no answer until the client is ready': [
      {
        incoming(message, { memory, connection }) {
          if (message.method === 'notifications/initialized') memory.set(`ready ${connection}`, true);
          return message.method !== 'ping' || memory.get(`ready ${connection}`) ? [message] : [];
        },
      },
      'ping before notifications/initialized, got no answer within',
    ],
    'an unknown method': [
      onReply('ping', () => ({ error: { code: -32601, message: 'Method not found' } })),
      'expected an empty result of ping, got error -32601',
    ],
    'no answer': [onReply('ping', () => undefined), 'expected an empty result of ping, got no answer within'],
    'a result that is a string': [onResult('ping', () => 'pong'), 'got the result "pong"'],
    'null as the result': [onResult('ping', () => null), 'got the result null'],
    'refused until the client is ready': [
      {
        incoming(message, { memory, connection }) {
          if (message.method === 'notifications/initialized') memory.set(`ready ${connection}`, true);
          return [message];
        },
        ...onReply('ping', (reply, _, { memory, connection }) =>
          memory.has(`ready ${connection}`) ? reply : { error: { code: -32600, message: 'Not yet' } },
        ),
      },
      'ping before notifications/initialized, got error -32600',
    ],
    'a word in the result': [
      onResult('ping', (result) => {
        result.pong = true;
      }),
      'expected an empty result of ping, got "pong" in it',
      { warn: true },
    ],
  },
});

function judge(probe: Probe, reply: Reply, what: string): void {
  probe.cite(reply);
  if (isWithheld(reply)) untested(`${what} was answered with HTTP status ${reply.http!.status}; try again later`);
  if (reply.cause === 'malformed') blockedBy('messages/result-or-error', `${what} got ${inWords(reply)}`);
  const expected = `expected an empty result of ${what}, got`;
  check(isResult(reply), `${expected} ${inWords(reply)}`);
  check(isObject(reply.result), `${expected} the result ${quote(reply.result)}`);
  const more = Object.keys(reply.result).find((key) => key !== '_meta');
  if (more !== undefined) probe.flag(`${expected} ${quote(more)} in it`, { warn: true });
}
