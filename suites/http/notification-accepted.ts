import { defineCase } from '../../harness/case.ts';
import { statusOf } from '../../harness/http-streams.ts';
import { check } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

export default defineCase({
  title: 'A notification that is accepted is answered with 202 and no body',
  rules: [
    {
      id: 'http-notification-202',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#sending-messages-to-the-server',
      find: 'If the server accepts the input',
    },
    {
      id: 'http-notification-202',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#sending-messages',
      find: 'If the server accepts it',
    },
  ],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Answer a POST that holds a notification with status 202 and an empty body, before or after it is handled.',

  async run(probe) {
    const { channel, era } = probe.session;
    const notifications = {
      'notifications/cancelled': { requestId: 'mcp-conformance-never-sent' },
      'notifications/mcp_conformance_unknown': {},
      // What a client has to send, and no client may send twice, is sent again where it was accepted before.
      ...(!probe.modern && { 'notifications/initialized': {} }),
    };
    for (const [method, params] of Object.entries(notifications)) {
      const message = { jsonrpc: '2.0', method, params };
      const exchange = channel.open(message, { headers: era.headers(message) });
      const status = await statusOf(probe, exchange, method);
      await exchange.until(() => exchange.over, probe.session.timeout);
      // 2026-07-28 defines no notification that a client sends over HTTP, and any server may refuse one it cannot accept.
      if (status >= 400) continue;
      check(status === 202, `expected ${method} to be answered with 202, got ${status}`);
      const body = exchange.lines.map((n) => channel.transcript.lines[n - 1]!).slice(1);
      // A content type without a body is no body.
      for (const { noise, text = '', message } of body) {
        const got = message === undefined ? text : message;
        const weak = noise !== undefined && text.trim() === '';
        const held = message !== undefined || noise !== undefined;
        check(!held, `expected ${method} to be answered without a body, got ${quote(got)}`, { warn: weak });
      }
    }
  },

  allows: {
    'a content type and no body': fault('http-notification-typed'),
  },
  breaks: {
    'a status of 200': [fault('http-notification-200'), 'with 202, got 200'],
    'a status of 204': [fault('http-notification-204'), 'with 202, got 204'],
    'an empty object': [fault('http-notification-body'), 'without a body, got {}'],
    'a body that is null': [fault('http-notification-null'), 'without a body, got "null"'],
    'a body of white space': [fault('http-notification-blank'), 'without a body', { warn: true }],
  },
});
