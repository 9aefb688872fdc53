import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import type { Mutant } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { straysSince } from '../../harness/strays.ts';
import type { JsonObject } from '../../harness/wire.ts';

const unknown = 'notifications/mcp-conformance-7f3a9c1e';
const answering = (answered: (message: JsonObject) => boolean, answer: JsonObject): Mutant => ({
  incoming(message, { send }) {
    if (!('id' in message) && answered(message)) send({ jsonrpc: '2.0', ...answer });
    return [message];
  },
});
const notFound = { error: { code: -32601, message: 'Method not found' } };

export default defineCase({
  title: 'A notification gets no response, known or unknown',
  rules: [
    // Here by reference: JSON-RPC itself forbids the answer.
    {
      id: 'msg-no-response-to-notification',
      level: 'MUST NOT',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#',
      find: 'All messages in MCP **MUST** follow',
    },
    {
      id: 'msg-no-response-to-notification',
      level: 'MUST NOT',
      since: '2025-03-26',
      at: 'basic/index#notifications',
      find: 'The receiver **MUST NOT** send a',
    },
  ],
  // Over HTTP each POST gets an HTTP response, which has rules of its own.
  transports: ['stdio', 'sse'],
  harm: 'breaks',
  hint: 'Tell notifications from requests by the missing id before anything is answered; drop those of unknown methods.',

  async run(probe) {
    const { channel } = probe.session;
    const since = probe.now;
    await probe.notify(unknown, {});
    await probe.notify('notifications/cancelled', { requestId: 'mcp-conformance-none', reason: 'a test' });
    await probe.settle();
    // A sloppy server may be done with the last request before it turns to what came first.
    await probe.settle();
    const answer = straysSince(probe, since).find(({ message }) => 'result' in message || 'error' in message);
    if (!answer) return;
    const { line, message } = answer;
    const what = 'error' in message ? `error ${quote(message.error?.code)}` : 'a result';
    const id = 'id' in message ? `with ${quote(message.id)} as the id` : 'without an id';
    check(false, `expected no response to notifications, got ${what} ${id}`, { lines: [...notified(), line] });

    function notified(): number[] {
      return channel.transcript.lines
        .slice(since)
        .filter(({ direction, message: sent }) => direction === 'out' && !('id' in Object(sent)))
        .map(({ n }) => n);
    }
  },

  allows: {
    'notifications in return': {
      incoming(message, { send }) {
        if (message.method === unknown) send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
        return [message];
      },
    },
    'further members in its answers': { outgoing: (message) => [{ ...message, at: 0 }] },
  },
  breaks: {
    'unknown ones answered': [
      answering(({ method }) => method === unknown, { id: null, ...notFound }),
      'got error -32601',
    ],
    'without an id': [answering(({ method }) => method === unknown, notFound), 'got error -32601 without an id'],
    'cancellations answered': [
      answering(({ method }) => method === 'notifications/cancelled', {
        id: null,
        error: { code: -32602, message: 'No' },
      }),
      'got error -32602',
    ],
    'a result for each': [answering(() => true, { id: null, result: {} }), 'got a result with null as the id'],
    'an id of its own': [answering(({ method }) => method === unknown, { id: 0, ...notFound }), 'with 0 as the id'],
  },
});
