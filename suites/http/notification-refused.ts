import { defineCase } from '../../harness/case.ts';
import { statusOf } from '../../harness/http-streams.ts';
import { check } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

export default defineCase({
  title: 'A notification that cannot be accepted is answered with an HTTP error status',
  rules: [
    {
      id: 'http-notification-refused-status',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#sending-messages-to-the-server',
      find: 'If the server cannot accept',
    },
    {
      id: 'http-notification-refused-status',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#sending-messages',
      find: 'If the server cannot accept',
    },
  ],
  transports: ['http'],
  fresh: true,
  harm: 'misleads',
  hint: 'Where a message without an id is no notification that can be handled, answer 400, not 200 with an error in it.',

  async run(probe) {
    const { channel, era } = probe.session;
    const malformed = {
      'a notification without a method': { jsonrpc: '2.0', params: {} },
      'a notification whose method is a number': { jsonrpc: '2.0', method: 7 },
    };
    for (const [what, message] of Object.entries(malformed)) {
      const exchange = channel.open(message, { headers: era.headers({}) });
      const status = await statusOf(probe, exchange, what);
      await exchange.until(() => exchange.over, probe.session.timeout);
      const body = exchange.lines.map((n) => channel.transcript.lines[n - 1]!.message).slice(1);
      const error = body.flat().find((each) => typeof each === 'object' && each !== null && 'error' in each);
      // A server that takes it without a word has accepted it: what it makes of it is its own business.
      check(
        status >= 400 || error === undefined,
        `expected an error status for ${what}, got ${status} and ${quote(error)}`,
      );
    }
  },

  allows: {
    'no body': [fault('http-refusals-bare'), 'http-notification-error-body'],
    'all is accepted in silence': fault('http-bad-notification-202'),
  },
  breaks: {
    'an error with status 200': [fault('http-bad-notification-200'), 'got 200 and {"jsonrpc":"2.0","error"'],
  },
});
