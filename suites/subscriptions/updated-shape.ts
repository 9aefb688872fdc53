import { defineCase } from '../../harness/case.ts';
import { declared } from '../../harness/declared.ts';
import { uriFault } from '../../harness/formats/uri.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { fault, onNotification } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { checkShape } from '../../harness/shape.ts';
import { notificationMutants } from '../../harness/shape-mutants.ts';
import { noTrigger, updated } from '../../harness/watching.ts';
import { isModern, type Revision } from '../../harness/wire.ts';

/** From 2026-07-28 on the id of the subscription is in `_meta`, and has a case of its own. */
const members = (revision: Revision) => ['params', 'params.uri', ...(isModern(revision) ? [] : ['params._meta'])];

export default defineCase({
  title: 'News of a changed resource names it by its URI',
  rules: [{ id: 'sub-updated-shape', level: 'SCHEMA', since: '2024-11-05', at: 'schema#ResourceUpdatedNotification' }],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Send notifications/resources/updated with params that hold the URI of what changed as a string.',

  watch(traffic, { revision }) {
    const all = traffic.notifications(updated);
    if (all.length === 0) {
      if (!declared(traffic.capabilities, 'resources.subscribe'))
        notApplicable('the server does not declare resources.subscribe, and sent no news of a resource');
      if (traffic.sent().some(({ message }) => message.method === 'tools/call'))
        blockedBy('subscriptions/updated-delivered', `no ${updated} came of any change`);
      untested(noTrigger.update);
    }
    for (const { line, message } of all) {
      const lines = [line];
      checkShape(message, 'ResourceUpdatedNotification', revision, { only: members(revision), lines });
      const fault = uriFault(message.params.uri);
      check(fault === undefined, `expected a URI in ${updated}, got ${quote(message.params.uri)}: ${fault}`, { lines });
    }
  },

  allows: {
    'a title and what changed': onNotification(updated, ({ params }) => {
      Object.assign(params, { title: 'Café', changes: [{ line: 1 }] });
    }),
    'a URI below the one that is watched': fault('updates-for-sub-resource'),
    'a URN': onNotification(updated, ({ params }) => {
      params.uri = 'urn:example:part-of:watched';
    }),
    _meta: onNotification(updated, ({ params }) => {
      params._meta = { ...params._meta, 'org.example/at': 7 };
    }),
  },
  breaks: (revision) => ({
    ...notificationMutants(updated, 'ResourceUpdatedNotification', revision, { member: members(revision) }),
    'no params at all': [
      onNotification(updated, (message) => {
        delete message.params;
      }),
      'required member params is missing',
    ],
    'a path instead of a URI': [
      onNotification(updated, ({ params }) => {
        params.uri = 'notes/state.json';
      }),
      'expected a URI',
    ],
    'an empty URI': [
      onNotification(updated, ({ params }) => {
        params.uri = '';
      }),
      'expected a URI',
    ],
  }),
});
