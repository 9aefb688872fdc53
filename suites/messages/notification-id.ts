import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { beforeFirst, type Mutant } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { JsonObject } from '../../harness/wire.ts';

const onNotifications = (change: (message: JsonObject) => JsonObject): Mutant => ({
  outgoing: (message) => [String(message.method).startsWith('notifications/') ? change(message) : message],
});
const withId = (id: unknown): Mutant => onNotifications((message) => ({ ...message, id }));

export default defineCase({
  title: 'Notifications of the server have no id',
  rules: [
    {
      id: 'msg-notification-no-id',
      level: 'MUST NOT',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#notifications',
      find: 'Notifications **MUST NOT** include an ID',
    },
    {
      id: 'msg-notification-no-id',
      level: 'MUST NOT',
      since: '2025-03-26',
      at: 'basic/index#notifications',
      find: 'Notifications **MUST NOT** include an ID',
    },
  ],
  harm: 'breaks',
  hint: 'Leave the member "id" out of notifications altogether: null makes a request of them, too.',

  // By the name of its method, a message with an id is a notification all the same.
  watch(traffic) {
    const all = traffic.messages.filter(({ message }) => String(message.method).startsWith('notifications/'));
    if (all.length === 0) notApplicable('the server sent no notification');
    for (const { line, message } of all)
      check(!('id' in message), `expected ${quote(message.method)} without an id, got ${quote(message.id)} as its id`, {
        lines: [line],
      });
  },

  allows: {
    'further members': onNotifications((message) => ({ ...message, time: 0 })),
    'an id in the params': onNotifications((message) => ({ ...message, params: { ...message.params, id: 7 } })),
    'a request beside it': [
      beforeFirst('resources/list', () => [{ jsonrpc: '2.0', id: 'from-the-server', method: 'ping' }]),
      { until: '2025-11-25' },
    ],
  },
  breaks: {
    'null as the id': [withId(null), 'got null as its id'],
    'a number as the id': [withId(0), 'got 0 as its id'],
    'an empty id': [withId(''), 'got "" as its id'],
  },
});
