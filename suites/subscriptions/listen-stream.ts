import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { declaredFilter, openListen, unacknowledged } from '../../harness/listen.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isResult } from '../../harness/session/reply.ts';

export default defineCase({
  title: 'Over HTTP a listen is answered by an event stream that stays open',
  rules: [
    {
      id: 'http-listen-is-sse',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#receiving-messages',
      find: 'is itself an SSE stream that',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Answer subscriptions/listen with Content-Type: text/event-stream, and keep the response open until the listen ends.',

  async run(probe) {
    const listen = await openListen(probe, await declaredFilter(probe)).opened();
    const { exchange } = listen;
    const { status = 0, headers = {} } = exchange.http ?? {};
    const answered = exchange.settled && isResult(await listen.reply());
    // A refusal is no stream, and has a case of its own; a result, or an acknowledgment, has to come on one.
    if (!answered && !listen.acknowledgment && !listen.stray) return unacknowledged(probe, listen);
    probe.cite(exchange.lines);
    const type = headers['content-type'];
    check(exchange.streamed, `expected Content-Type text/event-stream, got ${quote(type ?? 'none')}`);
    check(status === 200, `expected HTTP status 200, got ${status}`);
    await probe.settle();
    probe.cite(exchange.lines);
    // Some hosts end each stream after a while; a result says that this is what they do.
    const ended = exchange.over && !isResult(await listen.reply());
    check(!ended, 'the stream was closed right after the acknowledgment, without a result', { warn: true });
    await listen.cancel();
  },

  allows: {
    'lines that end with CR LF': fault('http-sse-crlf'),
    'comments between the events': fault('http-sse-comments'),
    'a charset': fault('http-content-type-charset'),
  },
  breaks: {
    'one JSON object': [fault('http-listen-json'), 'got "application/json'],
    'the stream ends at once': [fault('http-listen-ends'), 'right after the acknowledgment', { warn: true }],
  },
});
