import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { declaredFilter, listening } from '../../harness/listen.ts';
import { all, fault, onNotification, onReply } from '../../harness/mutate.ts';
import { inWords, isError, isResult } from '../../harness/session/reply.ts';
import { exitAfter } from '../../harness/teardown.ts';
import { isObject } from '../../harness/wire.ts';

const cancelled = 'notifications/cancelled';

export default defineCase({
  title: 'A server that shuts down tells its open listens that they end',
  // Two pages want two different signals, and neither knows of the other: either one is taken for what both mean.
  rules: [
    {
      id: 'cancel-server-teardown-notifies',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/cancellation#',
      find: 'when it tears down that subscription',
      derived: 'The page on subscriptions asks for the result of the listen instead, and never for a cancellation.',
    },
    {
      id: 'listen-graceful-result',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/patterns/subscriptions#graceful-closure',
      find: 'respond to the original `subscriptions/listen` request',
    },
  ],
  needs: ['resources'],
  transports: ['stdio'],
  fresh: true,
  harm: 'untidy',
  hint: 'Before the server ends by itself, answer each open subscriptions/listen with its (empty) result.',

  async run(probe) {
    const listen = await listening(probe, await declaredFilter(probe));
    const since = probe.now;
    const exit = await exitAfter(probe.session, 'SIGTERM');
    if (!exit) untested('the server had not ended in time after SIGTERM; give it longer with --timeout <ms>');
    const reply = await listen.reply();
    const named = probe
      .arrived(since, cancelled)
      .map(({ message }): unknown => (isObject(message.params) ? message.params.requestId : undefined));
    probe.cite([...listen.exchange.lines, ...probe.session.channel.transcript.lines.slice(since).map(({ n }) => n)]);
    const rule = 'listen-graceful-result';
    check(!isError(reply), `expected a result for the listen that the server ended, got ${inWords(reply)}`, { rule });
    if (isResult(reply) || named.includes(listen.id)) return;
    if (named.length > 0)
      blockedBy('subscriptions/server-cancels', 'notifications/cancelled came, and names no open listen');
    // Without a handler of its own a process just dies: no shutdown in which anybody could be told.
    if (exit.code !== 0)
      notApplicable('SIGTERM kills the server, and nothing else was found to make it shut down by itself');
    const words = 'the server shut down on SIGTERM without a word to an open listen';
    probe.flag(words);
    probe.flag(words, { rule });
  },

  allows: {
    'a cancellation alone': fault('shutdown-cancelled-only'),
    'a result alone': fault('shutdown-result-only'),
    'the result comes before the cancellation': all(
      onNotification(cancelled, (message, { memory }) => {
        memory.set('held', message);
        return [];
      }),
      onReply('subscriptions/listen', (reply, _, { memory, send }) => {
        const held = memory.get('held');
        if (held) queueMicrotask(() => send(held));
        return reply;
      }),
    ),
    'a cancellation without _meta': onNotification(cancelled, ({ params }) => {
      delete params._meta;
    }),
  },
  breaks: {
    'not a word': [fault('shutdown-silent'), 'without a word'],
    'an error': [
      all(
        fault('shutdown-result-only'),
        onReply('subscriptions/listen', () => ({ error: { code: -32603, message: 'Shutting down' } })),
      ),
      'got error -32603',
      { rule: 'listen-graceful-result' },
    ],
  },
});
