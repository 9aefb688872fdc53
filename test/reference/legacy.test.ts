import { describe, expect, it } from 'vitest';
import { Reference } from '../../harness/reference/reference.ts';
import { isModern, type JsonObject, revisions } from '../../harness/wire.ts';
import { Client, modernMeta, pair } from './client.ts';

describe('the legacy revisions', () => {
  const legacy = revisions.filter((revision) => !isModern(revision));

  it.each(legacy)('answers initialize for %s with the same version', (revision) => {
    const { client } = pair(revision);
    const { result } = client.received[0] as JsonObject;
    expect(result).toMatchObject({
      protocolVersion: revision,
      capabilities: { resources: { subscribe: true, listChanged: true } },
    });
    expect('completions' in result.capabilities).toBe(revision >= '2025-03-26');
    expect(client.ask('ping').result).toEqual({});
  });

  it.each(['1900-01-01', '2099-01-01', '2026-07-28', ''])(
    'offers its latest version instead of "%s"',
    (protocolVersion) => {
      const client = new Client(new Reference(), '2026-07-28');
      client.connection.receive({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      });
      expect(client.responseTo(1)?.result.protocolVersion).toBe('2025-11-25');
    },
  );

  it.each(legacy)('takes batches in 2025-03-26 alone (%s)', (revision) => {
    const { client } = pair(revision);
    const request = (id: number, method: string) => ({ jsonrpc: '2.0', id, method });
    const from = client.received.length;
    const batch = [
      request(1, 'ping'),
      { jsonrpc: '2.0', method: 'notifications/x' },
      request(2, 'resources/list'),
      request(3, 'initialize'),
      5,
    ];
    client.connection.receive(batch);
    const answer = client.received.slice(from);
    if (revision !== '2025-03-26') expect(answer).toMatchObject([{ error: { code: -32600 } }]);
    else
      expect(answer).toMatchObject([
        [{ id: 1, result: {} }, { id: 2, result: {} }, { id: 3, error: { code: -32600 } }, { error: { code: -32600 } }],
      ]);
    client.connection.receive([{ jsonrpc: '2.0', method: 'notifications/x' }]);
    expect(client.received.length).toBe(from + (revision === '2025-03-26' ? 1 : 2));
  });

  it.each(legacy)('notifies those who subscribed, and no others (%s)', (revision) => {
    const { reference, client } = pair(revision);
    const other = new Client(reference, revision);
    const uri = 'test://watched-resource';
    const touch = (each = uri) => other.ask('tools/call', { name: 'touch', arguments: { uri: each } });
    touch();
    client.ask('resources/subscribe', { uri });
    touch();
    touch('test://static-text');
    expect(client.notified('updated')).toEqual([
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } },
    ]);
    expect(client.ask('resources/read', { uri }).result.contents[0].text).toBe('Touched 2 times.');
    client.ask('resources/unsubscribe', { uri });
    touch();
    expect(client.notified('updated')).toHaveLength(1);
    expect(other.notified('updated')).toHaveLength(0);
    other.ask('tools/call', { name: 'add' });
    expect(client.notified('list_changed')).toEqual([
      { jsonrpc: '2.0', method: 'notifications/resources/list_changed' },
    ]);
    expect(client.uris()).toContain('demo://host/added/1');
    expect(client.ask('resources/read', { uri: 'demo://host/added/1' }).result.contents).toHaveLength(1);
    other.ask('tools/call', { name: 'remove' });
    expect(client.uris()).not.toContain('demo://host/added/1');
    expect(client.notified('list_changed')).toHaveLength(2);
  });

  it('is silent before the client has said that it is ready', () => {
    const reference = new Reference();
    const early = new Client(reference, '2026-07-28');
    early.connection.receive({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    new Client(reference, '2025-06-18').ask('tools/call', { name: 'add' });
    expect(early.notified('list_changed')).toEqual([]);
  });

  it('serves modern requests statelessly beside a legacy session', () => {
    const { client } = pair('2025-11-25');
    client.connection.receive({ jsonrpc: '2.0', id: 'm', method: 'resources/list', params: { _meta: modernMeta() } });
    expect(client.responseTo('m')?.result).toMatchObject({ resultType: 'complete', cacheScope: 'public' });
  });

  it('is absent from a server of the modern revision alone, which names what it speaks', () => {
    const client = new Client(new Reference({ revisions: ['2026-07-28'] }), '2026-07-28');
    client.connection.receive({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} },
    });
    expect(JSON.stringify(client.responseTo(1)?.error)).toContain('2026-07-28');
    const old = new Client(new Reference({ revisions: ['2025-06-18'] }), '2026-07-28');
    expect(old.code('server/discover', {})).toBe(-32600);
  });
});
