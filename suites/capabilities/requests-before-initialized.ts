import { defineCase } from '../../harness/case.ts';
import { isRequest, opening } from '../../harness/handshakes.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { after } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isResult } from '../../harness/session/reply.ts';
import type { JsonObject } from '../../harness/wire.ts';

/** Asks a client that can be asked, as soon as initialize is answered. */
const asking = (method: string, params?: JsonObject) =>
  after('initialize', (request, { memory }) => {
    const [capability] = method.split('/') as [string];
    if (method !== 'ping' && !(capability in (request.params?.capabilities ?? {}))) return [];
    const count = (memory.get('asked') ?? 0) + 1;
    memory.set('asked', count);
    return [{ jsonrpc: '2.0', id: `asked-${count}`, method, ...(params && { params }) }];
  });
const sampling = { messages: [], maxTokens: 1 };

export default defineCase({
  title: 'The server asks nothing but pings before the client says that it is ready',
  rules: [
    {
      id: 'init-no-requests-before-initialized',
      level: 'SHOULD NOT',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/lifecycle#initialization',
      find: 'The server **SHOULD NOT** send requests',
    },
  ],
  harm: 'untidy',
  hint: 'Ask for roots and the like once notifications/initialized has come, not when initialize is answered.',

  // The sentence is on requests: notifications before `notifications/initialized` are no matter of it.
  async run(probe) {
    const { reply, early } = await opening(probe);
    if (!isResult(reply)) blockedBy('capabilities/initialize-answer', `initialize got ${inWords(reply)}`);
    for (const { line, message } of early.unready) {
      if (!isRequest(message) || message.method === 'ping') continue;
      check(false, `expected no request before notifications/initialized, got ${quote(message.method)}`, {
        lines: [reply.lines[0]!, line],
      });
    }
  },

  allows: {
    'a ping': asking('ping'),
    'a log message': after('initialize', () => [
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'Good morning' } },
    ]),
    'a change of the list': after('initialize', () => [
      { jsonrpc: '2.0', method: 'notifications/resources/list_changed' },
    ]),
    'roots, once the client is ready': {
      incoming(message, { send, memory, connection }) {
        const key = `roots ${connection}`;
        if (message.params?.capabilities?.roots) memory.set(key, true);
        const ready = message.method === 'notifications/initialized' && memory.has(key);
        if (ready) send({ jsonrpc: '2.0', id: 'later', method: 'roots/list' });
        return [message];
      },
    },
  },
  breaks: {
    'the roots at once': [asking('roots/list'), 'notifications/initialized, got "roots/list"'],
    'a sample at once': [asking('sampling/createMessage', sampling), 'got "sampling/createMessage"'],
    'a question at once': [
      asking('elicitation/create', { message: 'Who?', requestedSchema: { type: 'object', properties: {} } }),
      'got "elicitation/create"',
      { since: '2025-06-18' },
    ],
  },
});
