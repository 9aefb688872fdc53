import { defineCase } from '../../harness/case.ts';
import { isInputMethod } from '../../harness/input-required/kinds.ts';
import { check } from '../../harness/judge.ts';
import { before, type Mutant, onNotification } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { type JsonObject, metaKey } from '../../harness/wire.ts';

const asking = (message: JsonObject): Mutant => before('resources/list', () => [{ jsonrpc: '2.0', ...message }]);

export default defineCase({
  title: 'The server sends no requests',
  rules: [
    {
      id: 'msg-no-server-requests',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/patterns/index#',
      find: 'Servers **MUST NOT** initiate JSON-RPC requests',
    },
    {
      id: 'mrtr-only-pattern',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/mrtr#',
      find: 'Servers **MUST** send server-to-client requests',
    },
  ],
  harm: 'breaks',
  hint: 'Answer with an input_required result where input is wanted, and keep an event stream alive by comments.',

  // A notification with an id is judged as that, and so is a response with a method.
  watch(traffic) {
    for (const { line, message } of traffic.requests()) {
      const method = quote(message.method);
      const other = String(message.method).startsWith('notifications/') || 'result' in message || 'error' in message;
      check(other, `expected responses and notifications only, got the request ${method}`, {
        // What can be asked in a result of its own breaks the rule that says so.
        rule: isInputMethod(message.method) ? 'mrtr-only-pattern' : 'msg-no-server-requests',
        lines: [line],
      });
    }
  },

  allows: {
    'a notification': asking({ method: 'notifications/tools/list_changed' }),
    // Judged by another case.
    'a notification with an id': asking({ id: 1, method: 'notifications/tools/list_changed' }),
  },
  breaks: {
    'a ping': [asking({ id: 1, method: 'ping' }), 'got the request "ping"'],
    'a question for roots to those who have some': [
      before('resources/read', ({ params }) =>
        params?._meta?.[metaKey.clientCapabilities]?.roots ? [{ jsonrpc: '2.0', id: 'r', method: 'roots/list' }] : [],
      ),
      'got the request "roots/list"',
      { rule: 'mrtr-only-pattern' },
    ],
    'an elicitation': [
      asking({ id: 2, method: 'elicitation/create', params: {} }),
      'got the request "elicitation/create"',
      { rule: 'mrtr-only-pattern' },
    ],
    'a question for a language model': [
      asking({ id: 4, method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }),
      'got the request "sampling/createMessage"',
      { rule: 'mrtr-only-pattern' },
    ],
    'a request of its own': [asking({ id: null, method: 'demo/ask' }), 'got the request "demo/ask"'],
    'a ping on an open listen': [
      onNotification('notifications/subscriptions/acknowledged', (message) => [
        message,
        { jsonrpc: '2.0', id: 3, method: 'ping' },
      ]),
      'got the request "ping"',
    ],
  },
});
