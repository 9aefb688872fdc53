import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

export default defineCase({
  title: 'Messages of the server come as message events on the stream',
  rules: [
    {
      id: 'sse-message-events',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/transports#http-with-sse',
      find: 'Server messages are sent as SSE',
    },
  ],
  transports: ['sse'],
  harm: 'breaks',
  hint: 'Answer a POST with 202, and send the response itself as a message event on the stream.',

  watch(traffic) {
    for (const { sent, status = 0, parts } of traffic.exchanges()) {
      // What was refused has no answer but the refusal.
      if (status >= 400) continue;
      const answer = parts.find(({ message }) => message !== undefined);
      check(!answer, 'expected messages on the event stream, got one in the response to a POST', {
        lines: [sent.n, answer?.n ?? sent.n],
      });
    }
    let last: (typeof traffic.lines)[number] | undefined;
    for (const line of traffic.lines) {
      if (line.direction === 'event' && line.http?.type === 'sse') last = line;
      else if (line.direction === 'in' && line.http === undefined && !traffic.transcript.partOf.has(line.n)) {
        const name: unknown = last?.http?.event ?? 'message';
        check(name === 'message', `expected message events, got one named ${quote(name)}`, {
          lines: [last!.n, line.n],
        });
        check(line.noise === undefined, `expected JSON in message events, got ${line.noise}: ${quote(line.text)}`, {
          lines: [line.n],
        });
      }
    }
  },

  allows: {
    'events without a name': fault('sse-event-unnamed'),
    'accepted messages get 200': fault('sse-post-200'),
  },
  breaks: {
    'answers to the POST': [fault('sse-answers-posts'), 'in the response to a POST'],
    'events of another name': [fault('sse-event-name'), 'got one named "mcp"'],
  },
});
