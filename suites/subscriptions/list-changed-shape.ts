import { defineCase } from '../../harness/case.ts';
import { declared } from '../../harness/declared.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { onNotification } from '../../harness/mutate.ts';
import { checkShape } from '../../harness/shape.ts';
import { notificationMutants } from '../../harness/shape-mutants.ts';
import { listChanged, noTrigger } from '../../harness/watching.ts';
import { isModern } from '../../harness/wire.ts';

export default defineCase({
  title: 'News of a changed list is a notification whose params, if there are any, are an object',
  rules: [
    { id: 'list-changed-shape', level: 'SCHEMA', since: '2024-11-05', at: 'schema#ResourceListChangedNotification' },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Send notifications/resources/list_changed without an id, and without params or with an object as params.',

  watch(traffic, { revision }) {
    const all = traffic.messages.filter(({ message }) => message.method === listChanged);
    if (all.length === 0) {
      if (!declared(traffic.capabilities, 'resources.listChanged'))
        notApplicable('the server does not declare resources.listChanged, and sent no news of the list');
      if (traffic.sent().some(({ message }) => message.method === 'tools/call'))
        blockedBy('subscriptions/list-changed-sent', `no ${listChanged} came of any change`);
      untested(noTrigger.listChange);
    }
    for (const { line, message } of all) {
      const lines = [line];
      check(!('id' in message), `expected a notification, got ${listChanged} with an id`, { lines });
      // The id of the subscription, from 2026-07-28 on in _meta, has a case of its own.
      const only = (member: string) => !isModern(revision) || !member.startsWith('params/_meta');
      checkShape(message, 'ResourceListChangedNotification', revision, { only, lines });
    }
  },

  allows: {
    'params with another member': onNotification(listChanged, (message) => {
      message.params = { ...message.params, added: 1 };
    }),
    'empty params': [
      onNotification(listChanged, (message) => {
        message.params = {};
      }),
      { until: '2025-11-25' },
    ],
    'empty _meta': [
      onNotification(listChanged, (message) => {
        message.params = { _meta: {} };
      }),
      { until: '2025-11-25' },
    ],
  },
  breaks: (revision) => ({
    ...notificationMutants(listChanged, 'ResourceListChangedNotification', revision, {
      member: ['params', ...(isModern(revision) ? [] : ['params._meta'])],
    }),
    'null as params': [
      onNotification(listChanged, (message) => {
        message.params = null;
      }),
      'params',
    ],
    'an array as params': [
      onNotification(listChanged, (message) => {
        message.params = [];
      }),
      'params',
    ],
    'an id': [
      onNotification(listChanged, (message) => {
        message.id = 7;
      }),
      'with an id',
    ],
  }),
});
