import { defineCase } from '../../harness/case.ts';
import { openStream, streamStatus } from '../../harness/http-streams.ts';
import { check, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

export default defineCase({
  title: 'A GET opens an event stream, or is answered with 405',
  rules: [
    {
      id: 'http-get-sse-or-405',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#listening-for-messages-from-the-server',
      find: '**MUST** either return `Content-Type: text/event-stream`',
    },
  ],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Answer GET with 405 where there is no stream to open; clients take any other status for a failure.',

  async run(probe) {
    // A session of its own, since a server may offer one stream a session, and this one may have it open.
    const session = await probe.second();
    const exchange = await openStream(session);
    const status = await streamStatus(probe, exchange, session);
    exchange.abort();
    if ([401, 403, 429].includes(status)) untested(`GET was answered with HTTP status ${status}`);
    const type = exchange.http?.headers['content-type'];
    const stream = status === 200 && exchange.streamed;
    const got = `${status}${status < 300 ? ` and ${type === undefined ? 'no Content-Type' : quote(type)}` : ''}`;
    check(stream || status === 405, `expected an event stream or 405 for GET, got ${got}`);
  },

  allows: {
    'no stream is offered': fault('http-get-405'),
    'the stream is closed at once': [fault('http-get-closes'), 'http-get-stream-messages'],
    'a charset': fault('http-content-type-charset'),
    'a head that comes with the first message': fault('http-get-late-head'),
  },
  breaks: {
    'a page': [fault('http-get-html'), 'got 200 and "text/html"'],
    'not found': [fault('http-get-404'), 'got 404'],
  },
});
