import { defineCase } from '../../harness/case.ts';
import { messagesOn, openStreamable } from '../../harness/http-streams.ts';
import { check } from '../../harness/judge.ts';
import { makeChanges } from '../../harness/listen.ts';
import { all, before, fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { JsonObject } from '../../harness/wire.ts';

const progress = (progressToken: unknown): JsonObject => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken, progress: 1 },
});
const changed = { jsonrpc: '2.0', method: 'notifications/resources/list_changed' };

export default defineCase({
  title: 'The stream of a response carries nothing that belongs to another request',
  rules: [
    {
      id: 'http-sse-related-should',
      level: 'SHOULD',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#sending-messages-to-the-server',
      find: 'messages **SHOULD** relate to the',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Send progress on the stream of the request whose token it bears, and changes on the GET stream.',

  async run(probe) {
    await makeChanges(probe);
    const exchanges = [
      await openStreamable(probe, 'mcp-conformance-1'),
      await openStreamable(probe, 'mcp-conformance-2'),
      probe.open('resources/list', {}, { meta: { progressToken: 'mcp-conformance-3' } }),
    ];
    for (const [i, exchange] of exchanges.entries()) {
      await probe.answer(exchange);
      for (const { line, message } of messagesOn(probe.session, exchange)) {
        const token: unknown = message.params?.progressToken;
        // A log message may be about anything, and a request of the server may be what the answer waits for.
        const foreign = /^notifications\/resources\//.test(message.method)
          ? quote(message.method)
          : message.method === 'notifications/progress' && token !== `mcp-conformance-${i + 1}`
            ? `progress for ${quote(token)}`
            : undefined;
        check(foreign === undefined, `${foreign} came on the stream of ${exchange.sent.method}`, {
          lines: [exchange.sent.line, line],
        });
      }
    }
  },

  allows: {
    'progress for the request itself': [
      before('resources/read', ({ params }) => ownProgress(params)),
      'http-sse-may-notify-first',
    ],
    'answers come as event streams': fault('http-sse-always'),
  },
  breaks: {
    'changes on the stream of a read': [
      all(
        fault('http-changes-on-posts'),
        before('resources/read', () => [changed]),
      ),
      '"notifications/resources/list_changed" came on the stream',
    ],
    'progress for another request': [
      before('resources/read', () => [progress('mcp-conformance-3')]),
      'progress for "mcp-conformance-3" came on the stream of resources/read',
    ],
  },
});

function ownProgress(params: JsonObject | undefined): JsonObject[] {
  const token: unknown = params?._meta?.progressToken;
  return token === undefined ? [] : [progress(token)];
}
