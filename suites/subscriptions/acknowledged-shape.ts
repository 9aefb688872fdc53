import { defineCase } from '../../harness/case.ts';
import { acknowledged, declaredFilter, openListen, unacknowledged } from '../../harness/listen.ts';
import { onNotification } from '../../harness/mutate.ts';
import { checkShape } from '../../harness/shape.ts';
import { notificationMutants } from '../../harness/shape-mutants.ts';

const type = 'SubscriptionsAcknowledgedNotification';

export default defineCase({
  title: 'The acknowledgment of a listen holds the filter that the server honours',
  rules: [
    {
      id: 'listen-ack-shape',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'schema#SubscriptionsAcknowledgedNotificationParams',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Give the acknowledgment params.notifications: an object of booleans and, as resourceSubscriptions, an array of URIs.',

  async run(probe) {
    const listen = await openListen(probe, await declaredFilter(probe)).opened();
    // Without params it cannot be told whose it is, and is malformed all the same.
    const arrival = listen.acknowledgment ?? listen.stray;
    if (!arrival) return unacknowledged(probe, listen);
    await listen.cancel();
    probe.cite([listen.line, arrival.line]);
    // The id of the subscription has a case of its own.
    checkShape(arrival.message, type, probe.revision, { only: (member) => !member.startsWith('params/_meta') });
  },

  allows: {
    'nothing is honoured': onNotification(acknowledged, ({ params }) => {
      params.notifications = {};
    }),
    'false for what is not supported': onNotification(acknowledged, ({ params }) => {
      params.notifications.promptsListChanged = false;
    }),
    'a member of another specification': onNotification(acknowledged, ({ params }) => {
      params.notifications['org.example/tasks'] = { all: true };
    }),
    'URIs that are none': onNotification(acknowledged, ({ params }) => {
      params.notifications.resourceSubscriptions = ['', 'ä b'];
    }),
  },
  breaks: (revision) =>
    notificationMutants(acknowledged, type, revision, { member: ['params', 'params.notifications*'] }),
});
