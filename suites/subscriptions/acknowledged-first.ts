import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import {
  acknowledged,
  declaredFilter,
  type Listen,
  makeChanges,
  openListen,
  refuseRightly,
  streamedOrElse,
} from '../../harness/listen.ts';
import { fault, instead, onNotification } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { codeOf, inWords, isError, isWithheld } from '../../harness/session/reply.ts';
import { type Id, metaKey } from '../../harness/wire.ts';

export default defineCase({
  title: 'A listen is acknowledged before anything else comes on it',
  rules: [
    {
      id: 'listen-ack-first',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/subscriptions#acknowledgment',
      find: 'as the first message',
    },
    {
      id: 'listen-nothing-before-ack',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/patterns/subscriptions#acknowledgment',
      find: 'send any notification on the',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Answer subscriptions/listen with notifications/subscriptions/acknowledged at once, and send news only after it.',

  async run(probe) {
    const filter = await declaredFilter(probe);
    const first = openListen(probe, filter);
    // Changes are on their way while the listen is still being opened.
    await makeChanges(probe);
    await first.opened();
    await judge(probe, first);
    // While one is open, another has an order of its own; whether a server takes two has a case of its own.
    const second = openListen(probe, filter);
    await makeChanges(probe);
    await second.opened();
    if (second.arrivals.length > 0) await judge(probe, second);
    await first.cancel();
    await second.cancel();
  },

  allows: {
    'news of another subscription comes in between': [
      onNotification(acknowledged, (message, { memory }) => {
        const first = memory.get('first');
        if (first === undefined) memory.set('first', message.params._meta[metaKey.subscriptionId]);
        return first === undefined ? [message] : [news(first), message];
      }),
      'listen-interleaving',
    ],
    'a second listen is refused': fault('listen-second-refused'),
    'the acknowledgment says more': onNotification(acknowledged, ({ params }) => {
      params.since = 7;
    }),
  },
  breaks: {
    'no acknowledgment': [fault('ack-never'), 'expected an acknowledgment'],
    'a result takes its place': [
      instead('subscriptions/listen', ({ id }) => ({
        result: { resultType: 'complete', _meta: { [metaKey.subscriptionId]: id } },
      })),
      'got a result',
    ],
    'the id as the result': [instead('subscriptions/listen', ({ id }) => ({ result: { id } })), 'got a result'],
    'refused though it is declared': [
      instead('subscriptions/listen', () => ({ error: { code: -32603, message: 'Not today' } })),
      'got error -32603',
    ],
    'news comes first': [fault('ack-late'), 'before the acknowledgment', { rule: 'listen-nothing-before-ack' }],
    'what was pending comes first': [
      onNotification(acknowledged, (message) => {
        const { _meta, notifications } = message.params;
        return notifications.resourceSubscriptions ? [news(_meta[metaKey.subscriptionId]), message] : [message];
      }),
      'before the acknowledgment',
      { rule: 'listen-nothing-before-ack' },
    ],
  },
});

async function judge(probe: Probe, listen: Listen): Promise<void> {
  const { exchange, arrivals, acknowledgment, stray } = listen;
  probe.cite(exchange.lines);
  if (acknowledgment) {
    const [{ message }] = arrivals as [(typeof arrivals)[number]];
    const grounds = { rule: 'listen-nothing-before-ack' };
    check(message === acknowledgment.message, `${quote(message.method)} came before the acknowledgment`, grounds);
    return;
  }
  if (stray) blockedBy('subscriptions/subscription-id', 'an acknowledgment came that names no open listen');
  const reply = await listen.reply();
  if (isWithheld(reply)) untested(`subscriptions/listen was answered with HTTP status ${reply.http!.status}`);
  if (isError(reply)) refuseRightly(probe, inWords(reply));
  streamedOrElse(listen);
  if (reply.cause === 'timeout') probe.timedOut = true;
  if (codeOf(reply) === -32601) blockedBy('capabilities/base-protocol', 'the server knows no subscriptions/listen');
  check(false, `expected an acknowledgment of subscriptions/listen, got ${inWords(reply)}`);
}

const news = (id: Id) => ({
  jsonrpc: '2.0',
  method: 'notifications/resources/updated',
  params: { uri: 'test://watched-resource', _meta: { [metaKey.subscriptionId]: id } },
});
