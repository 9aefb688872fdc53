import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { all, before, fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'at work' } };
const logs = before('resources/read', () => [note]);

export default defineCase({
  title: 'Event streams are well formed, and carry one message an event',
  rules: [
    {
      id: 'http-sse-framing',
      level: 'SCHEMA',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#sending-messages-to-the-server',
      find: '`Content-Type: text/event-stream`, to initiate an',
    },
    {
      id: 'http-sse-framing',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#sending-messages',
      find: '(an SSE response stream)',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Write "data: " before each line of a message, and a blank line behind each event.',

  watch(traffic) {
    const streams = traffic.exchanges().filter(({ type }) => type === 'text/event-stream');
    if (streams.length === 0) notApplicable('no answer of the server came as an event stream');
    let named: { name: string; line: number } | undefined;
    for (const { sent, parts } of streams) {
      const fault = parts.find(({ noise }) => noise !== undefined);
      check(!fault, `expected events with a message each, got ${fault?.noise}: ${quote(fault?.text)}`, {
        lines: [sent.n, fault?.n ?? sent.n],
      });
      // Nothing says what another name would mean, and clients that listen for "message" miss the event.
      const odd = parts.find(
        ({ http }) => http?.event !== undefined && http.event !== 'message' && http.empty === false,
      );
      if (odd) named ??= { name: String(odd.http?.event), line: odd.n };
    }
    check(!named, `expected events named message, got ${quote(named?.name)}`, {
      warn: true,
      lines: named ? [named.line] : [],
    });
  },

  allows: {
    'answers come as event streams': fault('http-sse-always'),
    'lines end in CR LF': fault('http-sse-always', 'http-sse-crlf'),
    'comments between the events': fault('http-sse-always', 'http-sse-comments'),
    'a message before the answer': [all(fault('http-sse-always'), logs), 'http-sse-may-notify-first'],
    'events with ids, and one without data': [
      fault('http-sse-always', 'http-sse-resumable'),
      { until: '2025-11-25', rule: 'http-sse-resumable' },
    ],
    'an array of an answer and a notification': [
      fault('http-sse-always', 'http-sse-batched'),
      { since: '2025-03-26', until: '2025-03-26', rule: 'http-sse-batched' },
    ],
  },
  breaks: {
    'bare JSON lines': [fault('http-sse-always', 'http-sse-raw-reads'), 'got '],
    'no blank line behind the last event': [
      fault('http-sse-always', 'http-sse-unframed-reads'),
      'blank line must end each event',
    ],
    'data that is no JSON': [fault('http-sse-always', 'http-sse-greets'), 'not JSON: "hello"'],
    'an event of another name': [fault('http-sse-always', 'http-sse-named'), 'got "mcp"', { warn: true }],
  },
});
