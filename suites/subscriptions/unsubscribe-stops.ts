import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { after, all, fault, onNotification, onRequest } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import type { Trigger } from '../../harness/run-options.ts';
import { inWords, isResult } from '../../harness/session/reply.ts';
import { afterwards, newsOf, noTrigger, tellsOf, updated, watch } from '../../harness/watching.ts';
import type { JsonObject } from '../../harness/wire.ts';

export default defineCase({
  title: 'A client that unsubscribed from a resource is told no more of its changes',
  rules: [
    {
      id: 'sub-unsubscribe-stops',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'schema#UnsubscribeRequest',
      derived: 'The schema calls the request a cancellation of the news; that none follows is what that means.',
    },
  ],
  needs: ['resources.subscribe'],
  harm: 'untidy',
  hint: 'Let resources/unsubscribe remove the subscription that resources/subscribe made for the same URI.',

  async run(probe) {
    const { update } = probe.fixtures;
    if (!update) untested(noTrigger.update);
    const { uri } = update;
    const unwanted = (message: object) => tellsOf(uri, message);
    await watch(probe, uri);
    const wanted = await newsOf(probe, { trigger: update, news: unwanted });
    if (!wanted) blockedBy('subscriptions/updated-delivered', `no news of ${uri} came while it was subscribed to`);
    const reply = await probe.send('resources/unsubscribe', { uri });
    if (!isResult(reply))
      blockedBy('subscriptions/unsubscribe-accepted', `resources/unsubscribe was answered with ${inWords(reply)}`);
    let late: Awaited<ReturnType<typeof afterwards>>;
    // News that was on its way is no fault: only what comes after each of two changes counts.
    for (let change = 0; change < 2; change++) {
      await probe.settle();
      const since = probe.now;
      await probe.trigger(update);
      late = await afterwards(probe, since, unwanted, wanted);
      if (!late) return;
    }
    if (await isToldUnasked(probe, update, unwanted))
      blockedBy('subscriptions/updated-only-subscribed', `also a client that never subscribed is told of ${uri}`);
    const lines = [...reply.lines, late!.line];
    check(false, `expected no news of ${uri} after it was unsubscribed from, got ${updated}`, { lines });
  },

  allows: {
    'news on its way': after('resources/unsubscribe', ({ params }) => [
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: params?.uri } },
    ]),
    'news that comes very late': all(
      onNotification(updated, (message, { memory }) => {
        memory.set('last', message);
        return [message];
      }),
      after('ping', (_, { memory }) => {
        const last = memory.get('last');
        memory.delete('last');
        return last ? [last] : [];
      }),
    ),
    'news of another resource': after('tools/call', () => [
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'demo://host/greeting' } },
    ]),
  },
  breaks: {
    'unsubscribing changes nothing': [fault('unsubscribe-ignored'), 'after it was unsubscribed from'],
    'unsubscribing is answered and not done': [
      onRequest('resources/unsubscribe', (request) => ({ ...request, method: 'ping' })),
      'after it was unsubscribed from',
    ],
  },
});

/** Whether a client that has subscribed to nothing is told of a change as well. */
async function isToldUnasked(probe: Probe, change: Trigger, news: (message: JsonObject) => boolean): Promise<boolean> {
  const session = await probe.second();
  await session.listen();
  const since = probe.now;
  await probe.trigger(change, session);
  return (await afterwards(probe, since, news, { session })) !== undefined;
}
