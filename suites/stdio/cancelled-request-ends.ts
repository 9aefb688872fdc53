import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { declaredFilter, listening, makeChanges, subscriptionIdOf } from '../../harness/listen.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { afterwards, noTrigger } from '../../harness/watching.ts';
import { type JsonObject, metaKey } from '../../harness/wire.ts';

export default defineCase({
  title: 'After the cancellation of a request nothing more is sent for it',
  rules: [
    {
      id: 'stdio-cancel-no-further-messages',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/transports/stdio#cancellation',
      find: 'send any further messages for it',
    },
    {
      id: 'stdio-cancel-stop-work',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/transports/stdio#cancellation',
      find: 'stop work on a cancelled request',
    },
  ],
  needs: ['resources'],
  transports: ['stdio'],
  harm: 'untidy',
  hint: 'On notifications/cancelled drop the request with that id, and all that would still be sent for it.',

  // A listen is the one request that is sure to be in flight; how long any other takes is up to the server.
  async run(probe) {
    const listen = await listening(probe, await declaredFilter(probe));
    const begun = performance.now();
    const before = listen.arrivals.length;
    if (!(await makeChanges(probe))) untested(noTrigger.update);
    const told = await listen.until(() => listen.arrivals.length > before || listen.exchange.over);
    if (listen.exchange.over) untested('the server ended the listen before it could be cancelled');
    const lag = told ? performance.now() - begun : 0;
    await listen.cancel();
    // What was on its way when the cancellation arrived cannot be told from what the cancellation should have stopped.
    await probe.settle();
    const ended = listen.exchange.settled;
    const since = probe.now;
    await makeChanges(probe);
    const own = ({ method, params }: JsonObject) => method !== undefined && subscriptionIdOf(params) === listen.id;
    const late = await afterwards(probe, since, own, { lag });
    const lines = [...listen.exchange.lines];
    check(!late, `${quote(late?.message.method)} came for a request after it was cancelled`, { lines });
    // The page of cancellations lets a server answer what it cannot stop: one answer is a weak sign, and one in the race is none.
    const answered = listen.exchange.settled && !ended;
    check(!answered, 'the request was worked on after it was cancelled, and answered', {
      rule: 'stdio-cancel-stop-work',
      lines,
    });
  },

  allows: {
    'no news at all': fault('updates-never', 'list-changed-never'),
    'news on its way': {
      incoming(message, { send }) {
        const params = {
          uri: 'test://watched-resource',
          _meta: { [metaKey.subscriptionId]: message.params?.requestId },
        };
        if (message.method === 'notifications/cancelled')
          send({ jsonrpc: '2.0', method: 'notifications/resources/updated', params });
        return [message];
      },
    },
  },
  breaks: {
    'a cancellation changes nothing': [fault('cancel-ignored'), 'after it was cancelled'],
    'the work is finished and answered': [
      {
        incoming(message, { memory }) {
          if (message.method === 'notifications/cancelled') memory.set('cancelled', message.params?.requestId);
          return [message];
        },
        outgoing(message, { request, memory }) {
          const id: unknown = memory.get('cancelled');
          if (request?.method !== 'tools/call' || id === undefined) return [message];
          memory.delete('cancelled');
          return [{ jsonrpc: '2.0', id, result: { resultType: 'complete' } }, message];
        },
      },
      'was worked on after it was cancelled',
      { rule: 'stdio-cancel-stop-work' },
    ],
  },
});
