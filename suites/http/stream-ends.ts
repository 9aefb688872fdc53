import { defineCase } from '../../harness/case.ts';
import { openStreamable } from '../../harness/http-streams.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';

export default defineCase({
  title: 'A response stream ends with the response',
  rules: [
    {
      id: 'http-sse-response-ends-stream',
      level: 'SHOULD',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#sending-messages-to-the-server',
      find: 'been sent, the server **SHOULD**',
    },
    {
      id: 'http-sse-response-ends-stream',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#receiving-messages',
      find: 'The final JSON-RPC _response_ **SHOULD** terminate',
    },
  ],
  transports: ['http'],
  harm: 'untidy',
  hint: 'End the HTTP response once the answer is written; a stream that stays open holds a connection for nothing.',

  async run(probe) {
    const { session } = probe;
    const asked = [await openStreamable(probe, 'mcp-conformance-1'), probe.open(session.era.sanity)];
    let streams = 0;
    for (const exchange of asked) {
      await probe.answer(exchange);
      if (!exchange.streamed || !exchange.settled) continue;
      streams++;
      const ended = await exchange.until(() => exchange.over, session.timeout);
      exchange.abort();
      const { method } = exchange.sent;
      check(
        ended,
        `expected the stream of ${method} to end with the answer, got one still open ${session.timeout} ms later`,
      );
    }
    if (streams === 0) notApplicable('no answer of the server came as an event stream');
  },

  allows: {
    'answers come as event streams': fault('http-sse-always'),
    'events with ids': [fault('http-sse-always', 'http-sse-resumable'), { until: '2025-11-25' }],
  },
  breaks: {
    'streams stay open': [fault('http-sse-always', 'http-sse-stays-open'), 'got one still open'],
  },
});
