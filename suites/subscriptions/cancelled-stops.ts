import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { declaredFilter, type Listen, listening, makeChanges, subscriptionIdOf } from '../../harness/listen.ts';
import { fault } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { inWords } from '../../harness/session/reply.ts';
import { afterwards, updated } from '../../harness/watching.ts';
import { type JsonObject, metaKey } from '../../harness/wire.ts';

export default defineCase({
  title: 'A listen that the client cancelled brings nothing more',
  rules: [
    {
      id: 'listen-cancelled-by-client-stdio',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/patterns/subscriptions#cancellation',
      find: 'referencing the `subscriptions/listen` request ID',
    },
  ],
  needs: ['resources'],
  transports: ['stdio'],
  harm: 'untidy',
  hint: 'On notifications/cancelled with the id of an open listen, drop that listen, and answer nothing.',

  async run(probe) {
    const listen = await listening(probe, await declaredFilter(probe));
    // News before the cancellation tells how long news takes.
    const begun = performance.now();
    const before = listen.arrivals.length;
    const changed = await makeChanges(probe);
    const told = changed && (await listen.until(() => listen.arrivals.length > before));
    const lag = told ? performance.now() - begun : 0;
    if (listen.exchange.over) untested('the server ended the listen before it could be cancelled');
    await listen.cancel();
    // What was on its way when the cancellation arrived is no fault.
    await probe.settle();
    const late = await newsAfterChanges(probe, listen, lag);
    const again = late && (await newsAfterChanges(probe, listen, lag));
    const lines = [...listen.exchange.lines];
    check(!again, `${quote(again?.message.method)} came on a listen after it was cancelled`, { lines });
    if (listen.exchange.settled) {
      const answer = inWords(await listen.reply());
      probe.flag(`expected no response to a listen that the client cancelled, got ${answer}`, { warn: true, lines });
    }
  },

  allows: {
    'news on its way': {
      incoming(message, { send }) {
        const id = message.params?.requestId;
        const params = { uri: 'test://watched-resource', _meta: { [metaKey.subscriptionId]: id } };
        if (message.method === 'notifications/cancelled') send({ jsonrpc: '2.0', method: updated, params });
        return [message];
      },
    },
    'no news at all': fault('updates-never', 'list-changed-never'),
    'updates come twice': fault('updates-twice'),
  },
  breaks: {
    'a cancellation changes nothing': [fault('cancel-ignored'), 'after it was cancelled'],
    'a cancellation is answered': [fault('cancel-answered'), 'got a result', { warn: true }],
    'a cancellation must have a reason': [
      {
        incoming: (message) =>
          message.method === 'notifications/cancelled' && !message.params?.reason ? [] : [message],
      },
      'after it was cancelled',
    ],
  },
});

/** Makes changes and waits for what must not come of them, as long as news took before. */
function newsAfterChanges(probe: Probe, { id }: Listen, lag: number) {
  const since = probe.now;
  const own = ({ method, params }: JsonObject) => method !== undefined && subscriptionIdOf(params) === id;
  return makeChanges(probe).then(() => afterwards(probe, since, own, { lag }));
}
