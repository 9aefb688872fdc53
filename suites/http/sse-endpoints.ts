import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

export default defineCase({
  title: 'The event stream begins with the address of an endpoint that takes messages',
  rules: [
    {
      id: 'sse-endpoint-event',
      level: 'MUST',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/transports#http-with-sse',
      find: 'send an `endpoint` event containing a',
    },
    {
      id: 'sse-two-endpoints',
      level: 'MUST',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/transports#http-with-sse',
      find: 'provide two endpoints',
    },
  ],
  transports: ['sse'],
  harm: 'breaks',
  hint: 'Send "event: endpoint" first, with the bare URI in its data, and take POSTs of every message there.',

  watch(traffic) {
    const events = traffic.lines.filter(({ http, direction }) => direction === 'event' && http?.type === 'sse');
    const sessions = new Map(events.toReversed().map((line) => [line.session, line]));
    if (sessions.size === 0) untested('no event came on the stream');
    for (const { n, http } of sessions.values()) {
      check(http?.event === 'endpoint', `expected an endpoint event first, got ${quote(http?.event ?? 'message')}`, {
        lines: [n],
      });
      const data = String(http?.data ?? '').trim();
      const isUri = data !== '' && !/[\s"{}<>]/.test(data) && URL.canParse(data, 'http://127.0.0.1/');
      check(isUri, `expected a URI in the data of the endpoint event, got ${quote(data)}`, { lines: [n] });
    }
    for (const { message, method, status, sent, head } of traffic.exchanges()) {
      // What other cases send amiss may be refused for itself; what is no request is looked at here alone.
      const ordinary =
        message?.jsonrpc === '2.0' && typeof message.method === 'string' && sent.http?.headers === undefined;
      if (method !== 'POST' || !ordinary || status === undefined) continue;
      const refused = status === 404 || status === 405 || (status >= 300 && status < 400);
      check(!refused, `expected the endpoint to take ${quote(message.method)}, got HTTP status ${status}`, {
        rule: 'sse-two-endpoints',
        lines: [sent.n, head?.n ?? sent.n],
      });
    }
  },

  allows: {
    'an absolute address': fault('sse-endpoint-absolute'),
    'accepted messages get 200': fault('sse-post-200'),
  },
  breaks: {
    'the address in JSON': [fault('sse-endpoint-json'), 'expected a URI in the data'],
    'another event first': [fault('sse-endpoint-second'), 'got "hello"'],
    'notifications are refused': [
      fault('sse-post-refused'),
      'to take "notifications/initialized", got HTTP status 405',
      { rule: 'sse-two-endpoints' },
    ],
  },
});
