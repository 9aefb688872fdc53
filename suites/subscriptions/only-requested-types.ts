import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import {
  acknowledged,
  makeChanges,
  openListen,
  subscriptionIdOf,
  unacknowledged,
  watchable,
} from '../../harness/listen.ts';
import { all, fault, instead, onNotification } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isError } from '../../harness/session/reply.ts';
import { listChanged, updated } from '../../harness/watching.ts';
import { type Id, isObject, type JsonObject, metaKey } from '../../harness/wire.ts';

/** Part of the mechanism itself, or (of requests, not of listens) for cases of their own. */
const apart = [acknowledged, 'notifications/cancelled', 'notifications/progress', 'notifications/message'];

export default defineCase({
  title: 'A listen brings only the types of notification that it asked for',
  rules: [
    {
      id: 'listen-only-requested-types',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/patterns/subscriptions#opening-a-stream',
      find: 'notification types the client has not',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Look at the filter of each listen before sending a notification on it; what the filter leaves out or has as false was not asked for.',

  async run(probe) {
    const uri = await watchable(probe);
    const watching = uri === undefined ? {} : { resourceSubscriptions: [uri] };
    const filters: [filter: JsonObject, asked: string[]][] = [
      // What is given as false is not asked for.
      [{ resourcesListChanged: true, toolsListChanged: false }, [listChanged]],
      [{ ...watching, resourcesListChanged: false }, uri === undefined ? [] : [updated]],
      [{}, []],
    ];
    let judged = 0;
    for (const [filter, asked] of filters) {
      // One at a time: nobody else asks for what comes.
      const listen = await openListen(probe, filter).opened();
      if (!listen.acknowledgment) {
        // A listen for what is not supported, or for nothing, may be refused; not all of them, where something is declared.
        if (isError(await listen.reply()) && (judged > 0 || asked.length > 0)) continue;
        await unacknowledged(probe, listen);
      }
      judged++;
      await makeChanges(probe);
      await probe.settle();
      await listen.cancel();
      // What carries the id of another listen has cases of its own.
      const own = ({ params }: JsonObject) =>
        [undefined, listen.id].includes(subscriptionIdOf(params) as Id | undefined);
      const unasked = listen.arrivals.find(
        ({ message }) => own(message) && ![...apart, ...asked].includes(message.method),
      );
      const words = `${quote(unasked?.message.method)} came on a listen for ${JSON.stringify(filter)}`;
      check(unasked === undefined, words, { lines: [listen.line, unasked?.line ?? listen.line] });
    }
  },

  allows: {
    'a listen for nothing is refused': instead('subscriptions/listen', ({ params }) =>
      isEmpty(params?.notifications) ? { error: { code: -32602, message: 'Nothing to listen to' } } : undefined,
    ),
    'a listen for nothing ends at once': onNotification(acknowledged, (message) => {
      const { _meta, notifications } = message.params;
      const id = _meta[metaKey.subscriptionId];
      return isEmpty(notifications)
        ? [message, { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta } }]
        : [message];
    }),
    'the server ends a listen': all(
      fault('updates-twice'),
      onNotification(updated, (message) => {
        const requestId = message.params._meta[metaKey.subscriptionId];
        return [message, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }];
      }),
    ),
  },
  breaks: {
    'everything on every listen': [fault('listen-all-types'), 'came on a listen for'],
    'updates for all': [fault('updates-to-all'), 'updated" came on a listen for {"resourcesListChanged":true'],
    'list changes of tools on every listen': [
      alsoOnEach('notifications/tools/list_changed'),
      'notifications/tools/list_changed" came',
    ],
    'a notification of its own on every listen': [alsoOnEach('notifications/org.example/tick'), 'tick" came'],
    'list changes after updates': [
      onNotification(updated, (message) => [message, { ...message, method: listChanged }]),
      'list_changed" came on a listen for {"resourceSubscriptions"',
    ],
  },
});

function isEmpty(filter: unknown): boolean {
  return isObject(filter) && Object.keys(filter).length === 0;
}

function alsoOnEach(method: string) {
  return onNotification(acknowledged, (message) => [
    message,
    { jsonrpc: '2.0', method, params: { _meta: message.params._meta } },
  ]);
}
