import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { idInWords } from '../../harness/listen.ts';
import { after, before, onNotification } from '../../harness/mutate.ts';
import { updated } from '../../harness/watching.ts';
import { isObject, metaKey } from '../../harness/wire.ts';

const cancelled = 'notifications/cancelled';

export default defineCase({
  title: 'A server sends notifications/cancelled only to end a listen, and names it',
  rules: [
    {
      id: 'cancel-server-only-listen',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/patterns/cancellation#',
      find: 'for any other purpose',
    },
    {
      id: 'cancel-server-sent-references-listen',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/cancellation#behavior-requirements',
      find: 'Server-sent cancellation notifications **MUST** reference a',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Answer a request that cannot be finished with an error, and keep notifications/cancelled for the ids of open listens.',

  watch(traffic) {
    const sent = traffic.sent().filter(({ message }) => 'id' in message && typeof message.method === 'string');
    for (const { line, session, message } of traffic.messages) {
      if (message.method !== cancelled) continue;
      const id: unknown = isObject(message.params) ? message.params.requestId : undefined;
      // A listen that the client itself has just cancelled may be named too: the two cross on the way.
      const named = sent.filter((each) => each.session === session && each.line < line && each.message.id === id);
      if (named.some((each) => each.message.method === 'subscriptions/listen')) continue;
      const other = named.at(-1);
      const lines = [...(other ? [other.line] : []), line];
      check(other === undefined, `expected the id of a listen, got that of ${other?.message.method}`, { lines });
      const words = id === undefined ? 'no requestId' : `${idInWords(id)}, which no request has`;
      check(false, `expected the id of a listen, got ${words}`, {
        rule: 'cancel-server-sent-references-listen',
        lines,
      });
    }
  },

  allows: {
    'a listen is ended': onNotification(updated, (message) => [
      message,
      { jsonrpc: '2.0', method: cancelled, params: { requestId: message.params._meta[metaKey.subscriptionId] } },
    ]),
    'a listen is ended for a reason': onNotification(updated, ({ params: { _meta } }) => [
      {
        jsonrpc: '2.0',
        method: cancelled,
        params: { requestId: _meta[metaKey.subscriptionId], reason: 'Zeit ist um', _meta },
      },
    ]),
  },
  breaks: {
    'a read is cancelled': [
      before('resources/read', ({ id }) => [{ jsonrpc: '2.0', method: cancelled, params: { requestId: id } }]),
      'got that of resources/read',
    ],
    'a finished request is cancelled': [
      after('resources/list', ({ id }) => [{ jsonrpc: '2.0', method: cancelled, params: { requestId: id } }]),
      'got that of resources/list',
    ],
    ...Object.fromEntries(
      [
        ['no id', undefined, 'got no requestId'],
        ['null', null, 'got null'],
        ['an id that nobody used', 'none-of-yours', 'got "none-of-yours"'],
        ['an object', { id: 1 }, 'got {"id":1}'],
      ].map(([name, requestId, says]) => [
        `${name} in place of the id`,
        [
          after('resources/read', () => [{ jsonrpc: '2.0', method: cancelled, params: { requestId } }]),
          says as string,
          { rule: 'cancel-server-sent-references-listen' },
        ],
      ]),
    ),
    'no params': [
      after('resources/read', () => [{ jsonrpc: '2.0', method: cancelled }]),
      'got no requestId',
      { rule: 'cancel-server-sent-references-listen' },
    ],
  },
});
