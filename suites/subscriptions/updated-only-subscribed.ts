import { defineCase } from '../../harness/case.ts';
import { untested } from '../../harness/judge.ts';
import { after, all, fault, type MutantContext, onRequest } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import type { Session } from '../../harness/session/session.ts';
import { newsOf, noTrigger, tellsOf, updated, type Watch, watch } from '../../harness/watching.ts';
import { type JsonObject, metaKey } from '../../harness/wire.ts';

export default defineCase({
  title: 'News of a resource goes only to those who subscribed to it',
  rules: [
    {
      id: 'sub-updated-only-subscribed',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'schema#ResourceUpdatedNotification',
      derived: 'The schema says it with a lower-case "should".',
    },
    {
      id: 'listen-updated-only-listed-uris',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'schema#ResourceUpdatedNotification',
      derived: 'News may name a sub-resource of what was asked for, and what that is is left open.',
    },
  ],
  needs: ['resources.subscribe'],
  harm: 'leaks',
  hint: 'Keep for each client the URIs that it subscribed to, and send the news of a resource to those clients alone.',

  async run(probe) {
    const { update } = probe.fixtures;
    if (!update) untested(noTrigger.update);
    const { uri } = update;
    // Where all clients share one server, this case's own session subscribes to what changes: what comes there tells when to look.
    const bystander = await probe.another(subscribing);
    const subscriber = probe.shared ? await watch(probe, uri) : undefined;
    const change = async (): Promise<number> => {
      const since = probe.now;
      if (!subscriber) await probe.trigger(update, bystander);
      else await newsOf(probe, { trigger: update, news: (message) => tellsOf(uri, message) });
      await probe.settle(bystander);
      return since;
    };
    if (!probe.modern) {
      await bystander.listen();
      const since = await change();
      const [leak] = newsAt(probe, uri, since, bystander);
      if (leak) probe.flag(`a client that subscribed to nothing was told of ${uri}`, { lines: [leak.line] });
    }
    const other = (await probe.resources()).map((entry): string => entry.uri).find((each) => unrelated(each, uri));
    if (other === undefined) {
      if (!probe.modern) return;
      untested(
        `the server lists no resource beside ${uri} that a client could subscribe to; name one with --read <uri>`,
      );
    }
    const watching = await watch(probe, other, bystander);
    const since = await change();
    const leak = newsOn(watching) ?? (probe.modern ? undefined : newsAt(probe, uri, since, bystander)[0]);
    await Promise.all([watching.stop(), subscriber?.stop()]);
    if (leak) probe.flag(`a client that subscribed only to ${other} was told of ${uri}`, { lines: [leak.line] });

    function newsOn({ listen }: Watch) {
      return listen?.arrivals.find(({ line, message }) => line > since && tellsOf(uri, message));
    }
  },

  allows: {
    'news of what was subscribed to': all(
      onRequest('resources/subscribe', (request, { memory, connection }) => {
        memory.set(`news ${connection}`, { uri: request.params?.uri });
        return request;
      }),
      onRequest('subscriptions/listen', (request, { memory, connection }) => {
        const [uri] = request.params?.notifications?.resourceSubscriptions ?? [];
        if (uri !== undefined)
          memory.set(`news ${connection}`, { uri, _meta: { [metaKey.subscriptionId]: request.id } });
        return request;
      }),
      after('ping', news),
      after('server/discover', news),
    ),
    'the list changes, and everybody is told': [
      after('tools/call', () => [{ jsonrpc: '2.0', method: 'notifications/resources/list_changed' }]),
      { until: '2025-11-25', rule: 'list-changed-unsolicited-legacy' },
    ],
    'updates come twice': fault('updates-twice'),
  },
  breaks: {
    'whoever subscribed to anything is told of everything': [
      fault('updates-to-subscribers-of-anything'),
      'a client that subscribed only to',
    ],
    'everybody is told': [fault('updates-to-all'), 'a client that subscribed to nothing', { until: '2025-11-25' }],
    'everybody who listens is told': [
      fault('updates-to-all'),
      'a client that subscribed only',
      { since: '2026-07-28' },
    ],
    'the subscriptions of one client are those of all': [
      fault('subscribe-shared'),
      'a client that subscribed to nothing',
      { until: '2025-11-25' },
    ],
  },
});

function news(_: unknown, { memory, connection }: MutantContext) {
  const params = memory.get(`news ${connection}`);
  return params ? [{ jsonrpc: '2.0', method: updated, params }] : [];
}

const subscribing = ({ method }: JsonObject): boolean =>
  method === 'resources/subscribe' || method === 'subscriptions/listen';

const newsAt = (probe: Probe, uri: string, since: number, session: Session) =>
  probe.arrived(since, updated, session).filter(({ message }) => tellsOf(uri, message));

/** Whether neither of two URIs can be taken for a part of the other. */
const unrelated = (one: string, other: string): boolean => !one.startsWith(other) && !other.startsWith(one);
