import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { listening, stillOpen } from '../../harness/listen.ts';
import { fault, onNotification } from '../../harness/mutate.ts';
import { awaitNews, listChanged, listNow, noTrigger, refusedStream } from '../../harness/watching.ts';

export default defineCase({
  title: 'A server that declares listChanged tells its clients when the list of resources changes',
  rules: [
    {
      id: 'list-changed-sent',
      level: 'SHOULD',
      since: '2024-11-05',
      at: 'server/resources#list-changed-notification',
      find: 'list of available resources changes, servers',
    },
  ],
  needs: ['resources.listChanged'],
  harm: 'misleads',
  hint: 'Send notifications/resources/list_changed from wherever the list changes, or do not declare listChanged.',

  async run(probe) {
    const { listChange } = probe.fixtures;
    if (!listChange) untested(noTrigger.listChange);
    if (!probe.modern) await probe.session.listen();
    const listen = probe.modern ? await listening(probe, { resourcesListChanged: true }) : undefined;
    if (listen && listen.honoured.resourcesListChanged !== true)
      blockedBy('subscriptions/acknowledged-subset', 'the acknowledgment leaves resourcesListChanged out');
    if (listen) {
      await probe.settle();
      await stillOpen(listen);
    }
    const since = probe.now;
    const { outcome } = await awaitNews(
      probe,
      {
        trigger: listChange,
        news: ({ method }) => method === listChanged,
        look: () => listNow(probe),
      },
      // Whoever changes the list knows of it: a server may tell only all others.
      probe.shared ? await probe.second() : undefined,
    );
    const lines = probe.session.channel.transcript.lines.slice(since).map(({ n }) => n);
    await listen?.cancel();
    if (outcome === 'unchanged') untested('what fixtures.listChange names changes nothing that the list shows');
    check(
      outcome === 'told',
      `expected ${listChanged}, got none although the list changed${refusedStream(probe.session)}`,
      { lines },
    );
  },

  allows: {
    'the client that changed the list is not told': fault('list-changed-not-to-its-cause'),
    'told twice': onNotification(listChanged, (message) => [message, message]),
  },
  breaks: {
    'the list changes without a word': [fault('list-changed-never'), 'got none although the list changed'],
    'another list is named': [
      onNotification(listChanged, (message) => {
        message.method = 'notifications/tools/list_changed';
      }),
      'got none although the list changed',
      { until: '2025-11-25' },
    ],
  },
});
