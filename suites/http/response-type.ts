import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { framing } from '../../harness/transport/framing.ts';

const types = ['application/json', 'text/event-stream'];

export default defineCase({
  title: 'A request is answered by one JSON object or by an event stream, and labelled so',
  rules: [
    {
      id: 'http-request-content-type',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#sending-messages-to-the-server',
      find: '`Content-Type: text/event-stream`, to initiate an',
    },
    {
      id: 'http-request-content-type',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#sending-messages',
      find: 'the server **MUST** return either',
    },
  ],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Set Content-Type to application/json, or to text/event-stream where a stream is begun.',

  watch(traffic) {
    for (const { message, sent, head, status = 0, type, parts } of traffic.exchanges()) {
      if (!head || message?.id === undefined || message.method === undefined || status < 200 || status > 299) continue;
      const lines = [sent.n, head.n];
      const what = `expected application/json or text/event-stream for ${quote(message.method)}`;
      // 202 is the answer to what is no request: a case of the messages suite judges that nothing else came.
      if (status === 202 && parts.length === 0) continue;
      check(types.includes(type), `${what}, got ${type === '' ? 'no Content-Type' : quote(type)}`, { lines });
      // An array and the encoding are for the messages suite; that a body is no JSON at all makes it something else than it says.
      const odd = type === types[0] ? parts.find(({ noise }) => noise && !noise.startsWith(framing.utf8)) : undefined;
      check(!odd, `expected one JSON object for ${quote(message.method)}, got ${odd?.noise}: ${quote(odd?.text)}`, {
        lines: [...lines, odd?.n ?? head.n],
      });
    }
  },

  allows: {
    'a charset': fault('http-content-type-charset'),
    'answers come as event streams': fault('http-sse-always'),
    'an upper-case type': fault('http-type-upper-case'),
  },
  breaks: {
    'labelled as plain text': [fault('http-text-plain'), 'got "text/plain"'],
    'not labelled': [fault('http-no-content-type'), 'got no Content-Type'],
    'bytes behind the object': [fault('http-json-trailing'), 'expected one JSON object'],
  },
});
