import { defineCase } from '../../harness/case.ts';
import { openStreamable } from '../../harness/http-streams.ts';
import { blockedBy, check, notApplicable } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';

const at = 'basic/transports#sending-messages-to-the-server';

export default defineCase({
  title: 'A response stream brings the response before it ends, or says when to come back for it',
  rules: [
    {
      id: 'http-sse-response-eventually',
      level: 'SHOULD',
      since: '2025-03-26',
      until: '2025-11-25',
      at,
      find: 'SSE stream **SHOULD** eventually include',
    },
    {
      id: 'http-sse-no-early-close',
      level: 'SHOULD NOT',
      since: '2025-03-26',
      until: '2025-06-18',
      at,
      find: 'close the SSE stream before sending',
    },
    {
      id: 'http-sse-retry-before-close',
      level: 'SHOULD',
      since: '2025-11-25',
      until: '2025-11-25',
      at,
      find: 'it **SHOULD** send an SSE event',
    },
  ],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Write the answer to the stream before ending it; to free the connection earlier, give events ids and name a retry time.',

  async run(probe, { binds }) {
    const exchange = await openStreamable(probe, 'mcp-conformance-1');
    const reply = await probe.answer(exchange);
    if (!exchange.streamed) notApplicable('the answer of the server did not come as an event stream');
    const { method } = exchange.sent;
    const { lines } = probe.session.channel.transcript;
    if (exchange.lines.some((n) => lines[n - 1]?.noise !== undefined))
      blockedBy('http/event-stream-framing', `the stream of ${method} holds what is no event with a message`);
    const early = exchange.cut !== undefined;
    check(
      exchange.settled && reply.message !== undefined,
      `the stream of ${method} ended without the answer${exchange.cut ? ', and so did what continued it' : ''}`,
      { rule: 'http-sse-response-eventually' },
    );
    // Whoever sees a connection break cannot tell whose doing it is: what counts is that the answer came in the end.
    if (!early || exchange.broken !== undefined) return;
    if (binds('http-sse-no-early-close'))
      check(false, `the stream of ${method} ended before the answer`, { rule: 'http-sse-no-early-close' });
    const told = exchange.events.some(({ retry }) => retry !== undefined);
    check(told, `the connection of ${method} was closed before the answer, without a retry time`, {
      rule: 'http-sse-retry-before-close',
    });
  },

  allows: {
    'answers come as event streams': fault('http-sse-always'),
    'answers come late': fault('http-sse-always', 'http-answers-late'),
    'a connection is closed, and continued': [
      fault('http-sse-always', 'http-sse-resumable', 'http-sse-polls'),
      { since: '2025-11-25', rule: 'http-sse-close-connection' },
    ],
    'a connection breaks, and is continued': [
      fault('http-sse-always', 'http-sse-resumable', 'http-sse-breaks'),
      'http-sse-disconnect-allowed',
    ],
  },
  breaks: {
    'no answer': [fault('http-sse-always', 'http-sse-cut'), 'ended without the answer'],
    'an early end': [
      fault('http-sse-always', 'http-sse-resumable', 'http-sse-polls'),
      'ended before the answer',
      { until: '2025-06-18', rule: 'http-sse-no-early-close' },
    ],
    'no time to come back': [
      fault('http-sse-always', 'http-sse-resumable', 'http-sse-polls', 'http-sse-retry-unsaid'),
      'without a retry time',
      { since: '2025-11-25', rule: 'http-sse-retry-before-close' },
    ],
  },
});
