import { defineCase } from '../../harness/case.ts';
import { opening } from '../../harness/handshakes.ts';
import { check } from '../../harness/judge.ts';
import { before, fault, onCapabilities } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { JsonObject } from '../../harness/wire.ts';

const listChanged = { jsonrpc: '2.0', method: 'notifications/resources/list_changed' };
/** Sends something as soon as the client of a fresh connection asks anything; a client that initializes is not disturbed. */
const greeting = (message: JsonObject) => ({
  incoming(
    request: JsonObject,
    { send, memory, connection }: { send: any; memory: Map<string, any>; connection: number },
  ) {
    const first = !memory.has(`met ${connection}`);
    memory.set(`met ${connection}`, true);
    if (first && request.method !== 'initialize') send(message);
    return [request];
  },
});

export default defineCase({
  title: 'The server sends nothing before it has answered initialize',
  rules: [
    {
      id: 'init-first-interaction',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/lifecycle#initialization',
      find: 'The initialization phase **MUST** be',
    },
  ],
  harm: 'untidy',
  hint: 'Connect what notifies only once initialize is answered; a client may drop, or stumble over, what comes before.',

  async run(probe) {
    const { reply, early } = await opening(probe);
    for (const { line, message } of early.unasked) {
      const words = `expected no message before initialize, got ${quote(message.method)}`;
      const tolerable = message.method === 'ping' || message.method === 'notifications/message';
      if (tolerable) probe.flag(words, { lines: [line], warn: true });
      else check(false, words, { lines: [line] });
    }
    // No sentence names what is out of place while initialize is being answered; news of what nobody knows yet is.
    for (const { line, message } of early.unanswered) {
      if (!/^notifications\/.*(list_changed|updated)$/.test(String(message.method))) continue;
      const words = `expected the answer to initialize first, got ${quote(message.method)} before it`;
      probe.flag(words, { lines: [reply.lines[0]!, line], warn: true });
    }
  },

  allows: {
    'the server ends on a request before initialize': [
      fault('early-request-exits'),
      { rule: 'shutdown-server-may-exit' },
    ],
    'a log message before the answer to initialize': before('initialize', () => [
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'Good morning' } },
    ]),
    'other capabilities': onCapabilities((capabilities) => {
      delete capabilities.prompts;
    }),
  },
  breaks: {
    'a change of the list at the start': [
      fault('speaks-first'),
      'expected no message before initialize, got "notifications/resources/list_changed"',
    ],
    'a request at the start': [
      greeting({ jsonrpc: '2.0', id: 'early', method: 'roots/list' }),
      'expected no message before initialize, got "roots/list"',
    ],
    'a ping at the start': [
      greeting({ jsonrpc: '2.0', id: 'early', method: 'ping' }),
      'expected no message before initialize, got "ping"',
      { warn: true },
    ],
    'a log message at the start': [
      greeting({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'Up' } }),
      'expected no message before initialize, got "notifications/message"',
      { warn: true },
    ],
    'a change of the list before the answer': [
      before('initialize', () => [listChanged]),
      'expected the answer to initialize first',
      { warn: true },
    ],
  },
});
