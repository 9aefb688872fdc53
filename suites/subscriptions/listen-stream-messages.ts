import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { declaredFilter, listening, watchable } from '../../harness/listen.ts';
import { before, fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { metaKey } from '../../harness/wire.ts';

const ofRequests = ['notifications/progress', 'notifications/message'];

export default defineCase({
  title: 'Over HTTP the stream of a listen is free of the progress and log messages of other requests',
  rules: [
    {
      id: 'http-request-scoped-not-on-listen',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#receiving-messages',
      find: 'delivered on the listen stream',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'leaks',
  hint: 'Send progress and log messages on the response of the request that they belong to.',

  async run(probe) {
    const listen = await listening(probe, await declaredFilter(probe));
    const meta = { progressToken: 'progress-of-a-read', [metaKey.logLevel]: 'debug' };
    const uri = await watchable(probe);
    if (uri === undefined) await probe.send('resources/list', {}, { meta });
    else await probe.send('resources/read', { uri }, { meta });
    const { cited } = probe;
    await probe.settle();
    await listen.cancel();
    const stray = listen.arrivals.find(({ message }) => ofRequests.includes(message.method));
    const lines = [listen.line, ...cited, ...(stray ? [stray.line] : [])];
    check(!stray, `${quote(stray?.message.method)} came on the stream of a listen`, { lines });
  },

  allows: {
    'progress on the response of the read': before('resources/read', ({ params }) => [
      {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: params?._meta?.progressToken ?? 'none', progress: 1 },
      },
    ]),
  },
  breaks: {
    'log messages go to every listen': [fault('http-listen-log'), 'notifications/message" came'],
  },
});
