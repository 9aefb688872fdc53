import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { after, all, fault, onNotification, onRequest } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { isResult } from '../../harness/session/reply.ts';
import { awaitNews, contentsNow, newsOf, noTrigger, refusedStream, updated, watch } from '../../harness/watching.ts';

const derived =
  'No keyword obliges a server to send the news that it takes subscriptions for; only the promise is there.';

export default defineCase({
  title: 'A client that subscribed to a resource is told when the resource changes',
  rules: [
    {
      id: 'sub-updated-delivered',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'server/resources#subscriptions',
      find: 'receive notifications when they change',
      derived,
    },
    {
      id: 'sub-updated-delivered',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'server/resources#subscriptions',
      find: 'whenever a watched resource',
      derived,
    },
  ],
  needs: ['resources.subscribe'],
  harm: 'misleads',
  hint: 'Keep the subscriptions of each client apart, each until that client ends it, and send the news from wherever a resource is changed.',

  async run(probe) {
    const { update } = probe.fixtures;
    if (!update) untested(noTrigger.update);
    const { uri } = update;
    const watching = await watch(probe, uri);
    const others = probe.modern ? [] : await comeAndGo(probe, uri);
    const change = {
      trigger: update,
      // A sub-resource may be named in its place, and what that is is left open: any news is news.
      news: ({ method }: { method?: unknown }) => method === updated,
      look: () => contentsNow(probe, uri),
    };
    const since = probe.now;
    const { outcome } = await awaitNews(probe, change);
    const lines = probe.session.channel.transcript.lines.slice(since).map(({ n }) => n);
    await watching.stop();
    if (outcome === 'told') return;
    if (outcome === 'unchanged') untested(`what fixtures.update names changes nothing that a read of ${uri} shows`);
    if (others.length > 0) {
      const alone = await watch(probe, uri);
      const news = await newsOf(probe, change);
      await alone.stop();
      check(!news, `the subscription to ${uri} was lost when ${others.join(' and ')}`, { lines });
    }
    const words = `expected ${updated} for ${uri}, got none although a read shows that it changed`;
    check(false, words + refusedStream(probe.session), { lines });
  },

  allows: {
    'the news comes twice': fault('updates-twice'),
    'the news names a part of the resource': fault('updates-for-sub-resource'),
    'the news comes after the answer': all(
      onNotification(updated, (message, { memory }) => {
        memory.set('held', message);
        return [];
      }),
      after('tools/call', (_, { memory }) => {
        const held = memory.get('held');
        memory.delete('held');
        return held ? [held] : [];
      }),
    ),
    'news of something else as well': onNotification(updated, (message) => [
      { ...message, params: { ...message.params, uri: 'demo://host/greeting' } },
      message,
    ]),
  },
  breaks: {
    'subscriptions are taken and forgotten': [fault('updates-never'), 'got none although a read shows'],
    'the news never leaves the server': [onNotification(updated, () => []), 'got none although a read shows'],
    'a later subscription takes the place of an earlier one': [
      fault('subscribe-replaces'),
      'was lost when',
      { until: '2025-11-25' },
    ],
    'one unsubscription ends all': [fault('unsubscribe-all'), 'was lost when', { until: '2025-11-25' }],
    'a stranger unsubscribes everybody': [
      all(
        onRequest('resources/subscribe', (request, { memory, connection }) => {
          if (connection === 0) memory.delete('off');
          return request;
        }),
        onRequest('resources/unsubscribe', (request, { memory, connection }) => {
          if (connection !== 0) memory.set('off', true);
          return request;
        }),
        onNotification(updated, (message, { memory }) => (memory.get('off') ? [] : [message])),
      ),
      'was lost when',
      { until: '2025-11-25' },
    ],
  },
});

/** Subscribes elsewhere and unsubscribes again, here and on a session of another client; says what was done. */
async function comeAndGo(probe: Probe, uri: string): Promise<string[]> {
  const done: string[] = [];
  const [other] = (await probe.resources().catch(() => [])).filter((entry) => entry.uri !== uri);
  if (other && isResult(await probe.send('resources/subscribe', { uri: other.uri }))) {
    await probe.send('resources/unsubscribe', { uri: other.uri });
    done.push(`the same client subscribed to ${other.uri} for a while`);
  }
  if (!probe.shared) return done;
  const session = await probe.second();
  if (isResult(await probe.send('resources/subscribe', { uri }, { session }))) {
    await probe.send('resources/unsubscribe', { uri }, { session });
    done.push('another client subscribed to it for a while');
  }
  return done;
}
