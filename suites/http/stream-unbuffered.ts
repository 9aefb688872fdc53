import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { declaredFilter, openListen } from '../../harness/listen.ts';
import { all, fault, onCapabilities } from '../../harness/mutate.ts';
import type { HttpHead } from '../../harness/transport/transport.ts';

export default defineCase({
  title: 'An event stream is opened with X-Accel-Buffering: no',
  rules: [
    {
      id: 'http-x-accel-buffering',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#receiving-messages',
      find: 'initiating an SSE stream, servers **SHOULD**',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Send X-Accel-Buffering: no with every event stream, or let the proxy that strips it switch its buffer off.',

  async run(probe) {
    let streams = 0;
    const judge = (what: string, http: HttpHead | undefined, lines: readonly number[]) => {
      if (!/^text\/event-stream\b/i.test(http?.headers['content-type'] ?? '')) return;
      streams++;
      const value = http?.headers['x-accel-buffering'];
      const said = value === undefined ? 'no such header' : JSON.stringify(value.slice(0, 80));
      const expected = `expected X-Accel-Buffering: no with the stream that answers ${what}, got ${said}`;
      check(value?.trim().toLowerCase() === 'no', expected, { lines });
    };
    if (probe.declares('resources.subscribe') || probe.declares('resources.listChanged')) {
      const listen = openListen(probe, await declaredFilter(probe));
      const { exchange } = listen;
      await exchange.until(() => exchange.http !== undefined, probe.session.timeout);
      await listen.cancel();
      judge('subscriptions/listen', exchange.http, exchange.lines);
    }
    const { reply } = probe.session.introduction;
    judge('server/discover', reply.http, reply.lines);
    for await (const page of probe.pages('resources/list')) judge('resources/list', page.reply.http, page.reply.lines);
    // A list that is refused is judged elsewhere, and leaves nothing to read.
    for (const read of await probe.reads().catch(() => [])) judge('resources/read', read.reply.http, read.reply.lines);
    if (streams === 0) notApplicable('no response was an event stream');
  },

  allows: {
    'on every answer': fault('http-sse-always'),
    'with a charset': fault('http-content-type-charset'),
  },
  breaks: {
    'left out': [fault('http-sse-buffered'), 'the stream that answers subscriptions/listen, got no such header'],
    'left out by a server that has nothing to listen to': [
      all(
        fault('http-sse-buffered', 'http-sse-always'),
        onCapabilities(({ resources }) => {
          delete resources.subscribe;
          delete resources.listChanged;
        }),
      ),
      'the stream that answers server/discover, got no such header',
    ],
  },
});
