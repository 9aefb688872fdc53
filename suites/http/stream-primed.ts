import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import type { Line } from '../../harness/report.ts';
import type { Traffic } from '../../harness/traffic.ts';

/** Whether a request was sent in the revision of the leg, and not to begin another session, whose revision may be another. */
const isOfRevision = ({ http }: Line, { revision }: Traffic): boolean =>
  http?.headers?.['MCP-Protocol-Version'] === revision;

export default defineCase({
  title: 'A stream that can be continued begins with an event to come back to',
  rules: [
    {
      id: 'http-sse-priming-event',
      level: 'SHOULD',
      since: '2025-11-25',
      until: '2025-11-25',
      at: 'basic/transports#sending-messages-to-the-server',
      find: 'immediately send an SSE event',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Send an event with an id and empty data as soon as a response stream is open.',

  watch(traffic) {
    const streams = traffic
      .exchanges()
      .filter(
        ({ type, method, sent }) => type === 'text/event-stream' && method === 'POST' && isOfRevision(sent, traffic),
      )
      .map(({ sent, parts }) => ({ sent, events: parts.filter(({ http }) => http?.type === 'sse') }))
      .filter(({ events }) => events.length > 0);
    // Without ids there is nothing to come back to, and the advice has no object.
    const counted = streams.some(({ events }) => events.some(({ http }) => http?.id !== undefined));
    if (!counted) notApplicable('no event of the server has an id');
    for (const { sent, events } of streams) {
      const [first] = events;
      const primes = first?.http?.id !== undefined && first.http.empty === true;
      check(primes, 'expected a stream to begin with an event that has an id and no data, got a message first', {
        lines: [sent.n, first?.n ?? sent.n],
      });
    }
  },

  allows: {
    'streams that can be continued': fault('http-sse-always', 'http-sse-resumable'),
  },
  breaks: {
    'the message comes first': [fault('http-sse-always', 'http-sse-resumable', 'http-sse-unprimed'), 'a message first'],
  },
});
