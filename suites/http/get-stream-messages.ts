import { defineCase } from '../../harness/case.ts';
import { messagesOn, openStream, openStreamable, streamStatus } from '../../harness/http-streams.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { makeChanges } from '../../harness/listen.ts';
import { all, before, fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

const token = 'mcp-conformance-1';
const progress = before('resources/read', ({ params }) =>
  params?._meta?.progressToken === undefined
    ? []
    : [
        {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: params._meta.progressToken, progress: 1 },
        },
      ],
);

export default defineCase({
  title: 'The GET stream carries no response, and nothing that belongs to a request',
  rules: [
    {
      id: 'http-get-stream-no-response',
      level: 'MUST NOT',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#listening-for-messages-from-the-server',
      find: '_response_ on the stream **unless**',
    },
    {
      id: 'http-get-stream-unrelated',
      level: 'SHOULD',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#listening-for-messages-from-the-server',
      find: '**SHOULD** be unrelated to any',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Answer each request on its own POST, and send its progress there; keep the GET stream for changes.',

  async run(probe) {
    const session = await probe.second();
    const stream = await openStream(session);
    const status = await streamStatus(probe, stream, session);
    if (status === 405) notApplicable('the server offers no GET stream (405)');
    if (!stream.streamed) notApplicable(`GET was answered with HTTP status ${status}, which http/get-stream judges`);
    await makeChanges(probe, session);
    await probe.answer(await openStreamable(probe, token, session));
    await probe.send('resources/list', {}, { session });
    await probe.settle(session);
    const came = messagesOn(session, stream);
    stream.abort();
    const response = came.find(({ message }) => !('method' in message));
    check(!response, `a response came on the GET stream, to the request ${quote(response?.message.id)}`, {
      lines: [stream.sent.line, response?.line ?? 0],
    });
    const news = came.find(({ message }) => message.params?.progressToken === token);
    check(!news, `${quote(news?.message.method)} of a request came on the GET stream`, {
      rule: 'http-get-stream-unrelated',
      lines: [stream.sent.line, news?.line ?? 0],
    });
  },

  allows: {
    'progress on the stream of its request': progress,
    'the stream is closed at once': [fault('http-get-closes'), 'http-get-stream-messages'],
  },
  breaks: {
    'responses on both': [fault('http-get-responses'), 'a response came on the GET stream'],
    'progress on the GET stream': [
      all(fault('http-progress-on-get'), progress),
      '"notifications/progress" of a request came',
      { rule: 'http-get-stream-unrelated' },
    ],
  },
});
