import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Crash } from '../../harness/reference/failure.ts';
import { type FaultName, FaultSet, faults } from '../../harness/reference/faults.ts';
import { Reference } from '../../harness/reference/reference.ts';
import { type JsonObject, metaKey, type Revision } from '../../harness/wire.ts';
import { Client } from './client.ts';

const uri = 'test://watched-resource';
const other = 'test://static-text';
const able = { elicitation: {} };
const touch = (client: Client, each = uri) => client.ask('tools/call', { name: 'touch', arguments: { uri: each } });
const add = (client: Client) => client.ask('tools/call', { name: 'add', arguments: {} });
const listing = (client: Client) => JSON.stringify(client.uris());
const updates = (client: Client) => client.notified('updated').map(({ params }) => params.uri);

/** What a client sees of one fault: the scenario's outcome differs from that of the faultless server. */
type Scenario = (client: Client, reference: Reference) => unknown;

const second = (reference: Reference, revision: Revision = '2025-06-18') => new Client(reference, revision);

const legacy: Partial<Record<FaultName, Scenario>> = {
  'list-per-connection': (client, reference) => listing(client) === listing(second(reference)),
  'list-remembers-reads': (client) => {
    const before = listing(client);
    client.ask('resources/read', { uri });
    return listing(client) === before;
  },
  'list-remembers-errors': (client) => {
    const before = listing(client);
    client.ask('resources/read', { uri: 'demo://host/absent' });
    return listing(client) === before;
  },
  'cursor-single-use': (client) => {
    const { nextCursor: cursor } = client.ask('resources/list').result;
    return [client.code('resources/list', { cursor }), client.code('resources/list', { cursor }), client.uris().length];
  },
  'cursor-of-connection': (client, reference) => {
    const { nextCursor: cursor } = client.ask('resources/list').result;
    return [client.code('resources/list', { cursor }), second(reference).code('resources/list', { cursor })];
  },
  'reads-malformed-uris': (client) => client.code('resources/read', { uri: 'not a uri' }),
  'updates-never': (client) => {
    client.ask('resources/subscribe', { uri });
    touch(client);
    return updates(client);
  },
  'updates-twice': (client) => {
    client.ask('resources/subscribe', { uri });
    touch(client);
    return updates(client);
  },
  'updates-for-sub-resource': (client) => {
    client.ask('resources/subscribe', { uri });
    touch(client);
    return updates(client);
  },
  'updates-to-subscribers-of-anything': (client) => {
    client.ask('resources/subscribe', { uri });
    touch(client, other);
    return updates(client);
  },
  'updates-to-all': (client) => {
    touch(client, other);
    return updates(client);
  },
  'subscribe-shared': (client, reference) => {
    second(reference).ask('resources/subscribe', { uri });
    touch(client);
    return updates(client);
  },
  'unsubscribe-ignored': (client) => {
    client.ask('resources/subscribe', { uri });
    client.ask('resources/unsubscribe', { uri });
    touch(client);
    return updates(client);
  },
  'unsubscribe-all': (client) => {
    for (const each of [uri, other]) client.ask('resources/subscribe', { uri: each });
    client.ask('resources/unsubscribe', { uri: other });
    touch(client);
    return updates(client);
  },
  'subscribe-replaces': (client) => {
    for (const each of [uri, other]) client.ask('resources/subscribe', { uri: each });
    touch(client);
    return updates(client);
  },
  'subscriptions-survive-close': (client, reference) => {
    client.ask('resources/subscribe', { uri });
    client.connection.close();
    const next = second(reference);
    touch(next);
    return updates(next);
  },
  'list-changed-never': (client) => {
    add(client);
    return client.notified('list_changed').length;
  },
  'list-changed-not-to-its-cause': (client) => {
    add(client);
    return client.notified('list_changed').length;
  },
};

const ids = (client: Client) =>
  (client.received as JsonObject[])
    .filter((each) => 'method' in each)
    .map(({ method, params }) => [method, params._meta?.[metaKey.subscriptionId]]);
const listenFor = (client: Client, id: unknown = 'l', each = uri) =>
  client.listen(id, { resourceSubscriptions: [each] });

const modern: Partial<Record<FaultName, Scenario>> = {
  'updates-never': (client) => {
    listenFor(client);
    touch(client);
    return updates(client);
  },
  'updates-twice': (client) => {
    listenFor(client);
    touch(client);
    return updates(client);
  },
  'updates-to-subscribers-of-anything': (client) => {
    listenFor(client);
    touch(client, other);
    return updates(client);
  },
  'updates-to-all': (client, reference) => {
    const asker = second(reference, '2026-07-28');
    touch(asker);
    touch(client);
    return updates(asker);
  },
  'changes-without-listen': (client) => {
    add(client);
    touch(client);
    return client.notified('').filter(({ method }) => method.includes('resources'));
  },
  'subscriptions-survive-close': (client, reference) => {
    listenFor(client);
    client.connection.close();
    const next = second(reference, '2026-07-28');
    touch(next);
    return updates(next);
  },
  'list-changed-never': (client) => {
    client.listen(1, { resourcesListChanged: true });
    add(client);
    return client.notified('list_changed').length;
  },
  'cancel-ignored': (client) => {
    listenFor(client);
    client.notify('notifications/cancelled', { requestId: 'l' });
    touch(client);
    return updates(client);
  },
  'cancel-ends-all-listens': (client) => {
    for (const id of ['a', 'b']) listenFor(client, id);
    client.notify('notifications/cancelled', { requestId: 'a' });
    touch(client);
    return updates(client);
  },
  'cancel-by-string': (client) => {
    listenFor(client, 1);
    client.notify('notifications/cancelled', { requestId: '1' });
    touch(client);
    return updates(client);
  },
  'cancel-answered': (client) => {
    listenFor(client);
    client.notify('notifications/cancelled', { requestId: 'l' });
    return client.responseTo('l');
  },
  'listen-second-refused': (client) =>
    [listenFor(client, 1), listenFor(client, 2)].map(([first]) => first?.error?.code),
  'listen-second-ends-first': (client) => {
    for (const id of [1, 2]) listenFor(client, id);
    return client.responseTo(1);
  },
  'listen-ids-mixed': (client) => {
    listenFor(client, 1);
    listenFor(client, 2, other);
    touch(client, other);
    return ids(client);
  },
  'listen-all-types': (client) => {
    listenFor(client);
    add(client);
    return ids(client);
  },
  'ack-late': (client) => {
    listenFor(client);
    touch(client);
    return ids(client);
  },
  'ack-never': (client) => listenFor(client),
  ...Object.fromEntries(
    ['shutdown-silent', 'shutdown-cancelled-only', 'shutdown-result-only', 'shutdown-foreign-cancelled'].map((name) => [
      name,
      (client: Client, reference: Reference) => {
        listenFor(client);
        reference.shutdown();
        return client.received;
      },
    ]),
  ),
  'needs-discover-first': (client) => {
    const early = client.code('resources/list', {});
    client.ask('server/discover');
    return [early, client.code('resources/list', {})];
  },
  'remembers-capabilities': (client) =>
    [able, {}].map((capabilities) => client.code('resources/read', { uri: 'demo://host/ask' }, capabilities)),
  'state-unsigned': (client) => {
    const inputResponses = { env: { action: 'accept', content: { env: 'prod' } } };
    return ['x', `${Buffer.from('{}').toString('base64url')}.x`].map((requestState) =>
      client.code('resources/read', { uri: 'demo://host/ask', requestState, inputResponses }, able),
    );
  },
  'state-of-any-uri': (client) => {
    const { requestState } = client.ask('resources/read', { uri: 'demo://host/ask' }, able).result;
    return client.code('resources/read', { uri: 'demo://host/ask-twice', requestState }, able);
  },
  'asking-locks': (client) => [1, 2].map(() => client.code('resources/read', { uri: 'demo://host/ask' }, able)),
};

/** What ends the server or silences it, and the message that brings it about. */
const fatal: Record<string, (client: Client) => void> = {
  'malformed-json': (client) => client.connection.receiveNoise('{'),
  'invalid-request': (client) => client.connection.receive({ jsonrpc: '2.0', id: 1 }),
  'unknown-method': (client) => void client.ask('nothing/known'),
  'unknown-cursor': (client) => void client.ask('resources/list', { cursor: 'x' }),
  'unknown-uri': (client) => void client.ask('resources/read', { uri: 'demo://host/absent' }),
  'malformed-uri': (client) => void client.ask('resources/read', { uri: 'not a uri' }),
  'empty-read': (client) => void client.ask('resources/read', { uri: 'demo://host/empty.txt' }),
  'missing-uri': (client) => void client.ask('resources/read', { uri: 5 }),
  cancelled: (client) => client.notify('notifications/cancelled', { requestId: 'none' }),
  'malformed-cancelled': (client) => client.notify('notifications/cancelled', {}),
  batch: (client) => client.connection.receive([{ jsonrpc: '2.0', id: 'b', method: 'ping' }]),
  discover: (client) => void client.ask('server/discover'),
  'malformed-completion': (client) => void client.ask('completion/complete', {}),
  'long-completion': (client) =>
    void client.ask('completion/complete', { argument: { name: 'name', value: 'a'.repeat(5000) } }),
  'long-uri': (client) => void client.ask('resources/read', { uri: `demo://host/${'x'.repeat(5000)}` }),
};

describe.each([
  ['2025-06-18', legacy],
  ['2026-07-28', modern],
] as const)('faults in %s', (revision, scenarios) => {
  it.each(Object.keys(scenarios) as FaultName[])('%s makes the difference it names', (fault) => {
    const outcome = (on: FaultName[]) => {
      const reference = new Reference({ faults: on });
      const seen = scenarios[fault]!(new Client(reference, revision), reference);
      return { seen, used: [...reference.used] };
    };
    const [right, wrong] = [outcome([]), outcome([fault])];
    expect(right.used).toEqual([]);
    expect(wrong.used).toEqual([fault]);
    expect(wrong.seen).not.toEqual(right.seen);
  });
});

describe.each(['2025-06-18', '2026-07-28'] as const)('fatal faults in %s', (revision) => {
  it.each(Object.keys(faults).filter((name) => /^(exit|hang)-/.test(name)) as FaultName[])('%s', (fault) => {
    const cause = fatal[fault.slice(fault.indexOf('-on-') + 4)]!;
    const reference = new Reference({ faults: [fault] });
    const client = new Client(reference, revision);
    expect(client.ask('resources/list').result).toBeDefined();
    expect([...reference.used]).toEqual([]);
    if (fault.startsWith('exit')) expect(() => cause(client)).toThrow(Crash);
    else cause(client);
    expect([...reference.used]).toEqual([fault]);
    expect(client.ask('resources/list')).toEqual({});
    // A new connection is a new process over stdio; over HTTP the one process is gone.
    expect(new Client(reference, revision).ask('resources/list').result).toBeDefined();
    const shared = new Client(reference, revision, 'http');
    if (fault.startsWith('exit')) expect(() => cause(shared)).toThrow(Crash);
    else cause(shared);
    expect(new Client(reference, revision).ask('resources/list')).toEqual({});
  });
});

describe('the list of faults', () => {
  it('is shown to do what it says, each by a test', () => {
    const here = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
    const tests = here.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n');
    const shown = (name: string) => tests.includes(`'${name}'`) || /^(exit|hang)-on-/.test(name);
    expect(Object.keys(faults).filter((name) => !shown(name))).toEqual([]);
  });

  it('refuses names that are not on it', () => {
    expect(() => new FaultSet(['nonsense' as FaultName])).toThrow('no such fault');
  });
});
