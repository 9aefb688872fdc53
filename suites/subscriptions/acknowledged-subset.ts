import { defineCase } from '../../harness/case.ts';
import { blockedBy } from '../../harness/judge.ts';
import { acknowledged, type Listen, listening, type SubscriptionFilter, watchable } from '../../harness/listen.ts';
import { all, onNotification, onRequest } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { isObject, type JsonObject, metaKey } from '../../harness/wire.ts';

/** The flags of the filter, and the feature whose listChanged says that a server can honour them. */
const flags = {
  toolsListChanged: 'tools',
  promptsListChanged: 'prompts',
  resourcesListChanged: 'resources',
} as const;

export default defineCase({
  title: 'The acknowledgment of a listen names what was asked for and is supported, and nothing else',
  rules: [
    {
      id: 'listen-ack-subset',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/patterns/subscriptions#acknowledgment',
      find: 'the subset the server agreed to',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Fill the acknowledgment from what the client asked for and the server supports; leave out what it does not support.',

  async run(probe) {
    const uri = await watchable(probe);
    const everything = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      ...(uri !== undefined && { resourceSubscriptions: [uri] }),
    };
    for (const asked of [everything, { resourcesListChanged: true }]) {
      const listen = await listening(probe, asked);
      await listen.cancel();
      judge(probe, asked, listen);
    }
  },

  allows: {
    'a URI is left out': onNotification(acknowledged, ({ params }) => {
      if (params.notifications.resourceSubscriptions) params.notifications.resourceSubscriptions = [];
    }),
    'a member of another specification': onNotification(acknowledged, ({ params }) => {
      params.notifications['org.example/tasks'] = true;
    }),
    'no URI, where none was asked for': onNotification(acknowledged, ({ params }) => {
      params.notifications.resourceSubscriptions ??= [];
    }),
  },
  breaks: {
    'the request comes back as it was': [
      all(
        onRequest('subscriptions/listen', (request, { memory }) => {
          memory.set('asked', request.params!.notifications);
          return request;
        }),
        onNotification(acknowledged, ({ params }, { memory }) => {
          params.notifications = memory.get('asked');
        }),
      ),
      'tools.listChanged is not declared',
      { warn: true },
    ],
    'all types are always named': [
      onNotification(acknowledged, ({ params }) => {
        params.notifications.promptsListChanged = true;
      }),
      'promptsListChanged was not asked for',
    ],
    'a URI too many': [
      onNotification(acknowledged, ({ params }) => {
        params.notifications.resourceSubscriptions?.push('demo://host/empty.txt');
      }),
      'demo://host/empty.txt" was not asked for',
    ],
    'URIs nobody asked for': [
      onNotification(acknowledged, ({ params }) => {
        params.notifications.resourceSubscriptions ??= ['demo://host/empty.txt'];
      }),
      'demo://host/empty.txt" was not asked for',
    ],
    'false in place of nothing': [
      onNotification(acknowledged, ({ params }) => {
        params.notifications.toolsListChanged = false;
      }),
      'got toolsListChanged: false',
      { warn: true },
    ],
    'list changes are declared and not honoured': [
      onNotification(acknowledged, ({ params }) => {
        delete params.notifications.resourcesListChanged;
      }),
      'resourcesListChanged is left out',
      { warn: true },
    ],
    'updates are declared and not honoured': [
      onNotification(acknowledged, ({ params }) => {
        delete params.notifications.resourceSubscriptions;
      }),
      'resourceSubscriptions is left out',
      { warn: true },
    ],
    'another subscription is acknowledged': [
      onNotification(acknowledged, ({ params }) => {
        if (params._meta[metaKey.subscriptionId]) params.notifications.toolsListChanged = true;
      }),
      'toolsListChanged was not asked for',
    ],
  },
});

/** Judges what is well-formed of a filter; the rest has a case of its own. */
function judge(probe: Probe, asked: SubscriptionFilter, { honoured, line, acknowledgment }: Listen): void {
  const lines = [line, acknowledgment!.line];
  if (!isObject(acknowledgment!.message.params?.notifications))
    blockedBy('subscriptions/acknowledged-shape', 'the acknowledgment has no object as its filter');
  for (const [flag, feature] of Object.entries(flags) as [keyof typeof flags, string][]) {
    const supported = listChangedOf(probe.capabilities, feature);
    const given: unknown = honoured[flag];
    if (given === true && asked[flag] === undefined)
      probe.flag(`the acknowledgment names what is more than a subset: ${flag} was not asked for`, { lines });
    else if (given === true && !supported)
      probe.flag(`the acknowledgment names ${flag}, and ${feature}.listChanged is not declared`, { lines, warn: true });
    else if (given === false && !supported)
      probe.flag(`expected nothing for what is not supported, got ${flag}: false`, { lines, warn: true });
    else if ((given === undefined || given === false) && supported && asked[flag])
      probe.flag(`${flag} is left out, and ${feature}.listChanged is declared`, { lines, warn: true });
  }
  const { resourceSubscriptions: uris } = honoured;
  const wanted = asked.resourceSubscriptions ?? [];
  const subscribe = probe.declares('resources.subscribe');
  if (Array.isArray(uris)) {
    const extra: unknown = uris.find((uri) => typeof uri === 'string' && !wanted.includes(uri));
    if (extra !== undefined)
      probe.flag(`the acknowledgment is more than a subset: ${quote(extra)} was not asked for`, { lines });
    else if (uris.length > 0 && !subscribe)
      probe.flag('the acknowledgment names resources, and resources.subscribe is not declared', { lines, warn: true });
  } else if (uris === undefined && wanted.length > 0 && subscribe)
    probe.flag('resourceSubscriptions is left out, and resources.subscribe is declared', { lines, warn: true });
}

const listChangedOf = (capabilities: JsonObject, feature: string): boolean => {
  const declared: unknown = capabilities[feature];
  return isObject(declared) && declared.listChanged === true;
};
