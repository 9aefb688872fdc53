import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { declaredFilter, listening } from '../../harness/listen.ts';
import { before, fault } from '../../harness/mutate.ts';
import { isError, isResult } from '../../harness/session/reply.ts';
import { metaKey } from '../../harness/wire.ts';

const method = 'notifications/message';

export default defineCase({
  title: 'Log messages come on the stream of the request that asked for them, and on no subscription',
  rules: [
    {
      id: 'log-only-on-own-stream',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'server/utilities/logging#per-request-log-level',
      find: 'the server **MUST NOT** deliver it',
    },
  ],
  needs: ['resources'],
  // Over stdio there is but one channel.
  transports: ['http'],
  harm: 'untidy',
  hint: 'Write log messages to the response of the request at hand, not to all streams that are open.',

  async run(probe) {
    const listen = await listening(probe, await declaredFilter(probe));
    try {
      const [read] = await probe.reads().catch(() => []);
      const meta = { [metaKey.logLevel]: 'debug' };
      const replies = [await probe.send('resources/list', {}, { meta })];
      if (read) replies.push(await probe.send('resources/read', { uri: read.uri }, { meta }));
      await probe.settle();
      const strayed = listen.arrivals.find(({ message }) => message.method === method);
      const lines = [listen.line, ...replies.flatMap((reply) => reply.lines), ...(strayed ? [strayed.line] : [])];
      check(!strayed, 'expected log messages on the stream of their own request, got one on a subscription', { lines });
      if (!replies.some((reply) => isResult(reply) || isError(reply)))
        untested('no request that asks for log messages was answered');
    } finally {
      await listen.cancel();
    }
  },

  allows: {
    'logs on their own stream': before('resources/read', ({ params }) =>
      params?._meta?.[metaKey.logLevel] === undefined
        ? []
        : [{ jsonrpc: '2.0', method, params: { level: 'debug', data: 'reading' } }],
    ),
    'an event stream for each answer': fault('http-sse-always'),
  },
  breaks: {
    'logs on every subscription': [fault('http-listen-log'), 'got one on a subscription'],
  },
});
