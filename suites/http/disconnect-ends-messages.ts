import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { declaredFilter, listening, makeChanges, openListen, subscriptionIdOf } from '../../harness/listen.ts';
import { fault } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import type { Exchange } from '../../harness/session/exchange.ts';
import { isResult } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const progressToken = 'mcp-conformance-dropped';

export default defineCase({
  title: 'Nothing more is sent for a request whose stream the client has closed',
  rules: [
    {
      id: 'http-cancel-no-further-messages',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#cancellation',
      find: 'as practical and **MUST NOT** send',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Drop what is left to say of a request when its stream closes; it belongs on no other stream.',

  async run(probe) {
    const filter = await declaredFilter(probe);
    const gone = await listening(probe, filter);
    if (gone.exchange.settled)
      notApplicable('the server ended the listen by itself, so that no stream was left to close');
    // A server may take one listen only; then it has no other stream to misuse.
    const kept = await openListen(probe, filter).opened();
    const read = await interrupted(probe);
    await gone.cancel();
    await probe.settle();
    // What was on its way when the stream closed cannot come: the transport is deaf to a closed exchange.
    const since = probe.now;
    await makeChanges(probe);
    await probe.settle();
    await kept.cancel();
    for (const { line, message } of probe.arrived(since)) {
      const lines = [gone.line, line];
      const { id, params } = message;
      const stray = (!('method' in message) && id === gone.id) || subscriptionIdOf(params) === gone.id;
      check(
        !stray,
        `expected nothing more of a listen whose stream was closed, got ${'method' in message ? 'a notification' : 'its result'} on another stream`,
        {
          lines,
        },
      );
      if (read) judgeRead(read, message, line);
    }
  },

  allows: {
    'comments between events': fault('http-sse-comments'),
  },
  breaks: {
    'news of a closed listen on another one': [
      fault('http-leftovers'),
      'expected nothing more of a listen whose stream was closed, got a notification on another stream',
    ],
  },
});

/** Closes the stream of a read after its first progress; undefined where the server answers without any. */
async function interrupted(probe: Probe): Promise<Exchange | undefined> {
  const [read] = (await probe.reads()).filter(({ reply }) => isResult(reply));
  if (!read) return undefined;
  const exchange = probe.open('resources/read', { uri: read.uri }, { meta: { progressToken } });
  await exchange.until(() => exchange.arrivals.length > 0 || exchange.settled, probe.session.timeout);
  if (exchange.settled) return undefined;
  exchange.abort();
  return exchange;
}

function judgeRead({ sent }: Exchange, message: JsonObject, line: number): void {
  const { method, id, params } = message;
  const token: unknown = isObject(params) ? params.progressToken : undefined;
  const stray = method === undefined ? id === sent.id : method === 'notifications/progress' && token === progressToken;
  const expected = 'expected nothing more of a read whose stream was closed';
  check(!stray, `${expected}, got ${method === undefined ? 'its response' : 'its progress'} on another stream`, {
    lines: [sent.line, line],
  });
}
