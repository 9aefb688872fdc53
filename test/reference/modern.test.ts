import { describe, expect, it } from 'vitest';
import { shippedDirectory } from '../../harness/reference/directory.ts';
import { type JsonObject, metaKey, revisions } from '../../harness/wire.ts';
import { Client, modernMeta, pair } from './client.ts';

const directory = shippedDirectory();

describe('the modern revision', () => {
  const open = () => pair('2026-07-28', { directory });

  it('says what it speaks and offers, with hints and its own name in each result', () => {
    const { client } = open();
    expect(client.ask('server/discover').result).toMatchObject({
      supportedVersions: revisions.toReversed(),
      ttlMs: 3_600_000,
    });
    for (const method of ['server/discover', 'resources/list', 'resources/templates/list', 'tools/list']) {
      const { result } = client.ask(method);
      expect(result).toMatchObject({
        resultType: 'complete',
        cacheScope: 'public',
        _meta: { [metaKey.serverInfo]: { version: '0.1.0' } },
      });
    }
    const completion = client.ask('completion/complete', {
      ref: { type: 'ref/resource', uri: 'demo://host/people/{name}' },
      argument: { name: 'name', value: 'A' },
    }).result;
    expect(completion).not.toHaveProperty('ttlMs');
    expect(completion.completion.values).toEqual(['ada', 'grace']);
  });

  it('refuses requests without the required _meta, and versions it does not implement', () => {
    const { client } = open();
    const { [metaKey.protocolVersion]: _, ...versionless } = modernMeta();
    const { [metaKey.clientCapabilities]: __, ...incapable } = modernMeta();
    for (const _meta of [
      versionless,
      incapable,
      { ...modernMeta(), [metaKey.protocolVersion]: 42 },
      { ...modernMeta(), [metaKey.clientCapabilities]: null },
      { ...modernMeta(), [metaKey.logLevel]: 'loud' },
      undefined,
    ]) {
      client.connection.receive({ jsonrpc: '2.0', id: 'bad', method: 'resources/list', params: { _meta } });
      expect(client.received.at(-1), JSON.stringify(_meta)).toMatchObject({ id: 'bad', error: { code: -32602 } });
    }
    client.connection.receive({ jsonrpc: '2.0', id: 'bare', method: 'resources/list' });
    expect(client.received.at(-1)).toMatchObject({ id: 'bare', error: { code: -32602 } });
    expect(client.code('ping', {})).toBe(-32601);
    expect(client.code('resources/subscribe', { uri: 'test://static-text' })).toBe(-32601);
    for (const version of ['1900-01-01', '2099-01-01', '']) {
      const { error } = client.ask('resources/list', {
        _meta: { ...modernMeta(), [metaKey.protocolVersion]: version },
      });
      expect(error).toMatchObject({ code: -32022, data: { requested: version, supported: revisions.toReversed() } });
    }
  });

  it('asks before it shows, keeps no state, and believes no state that it did not sign', () => {
    const { reference, client } = open();
    const uri = 'demo://host/ask';
    const able = { elicitation: {} };
    expect(client.ask('resources/read', { uri }).error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: {} } },
    });
    expect(client.ask('resources/read', { uri }, { elicitation: { url: {} } }).error).toMatchObject({
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
    const asked = client.ask('resources/read', { uri }, able).result;
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { env: { method: 'elicitation/create' } },
    });
    expect(asked).not.toHaveProperty('ttlMs');
    const { requestState } = asked;
    const accept = (env: unknown) => ({ env: { action: 'accept', content: { env } }, unasked: { action: 'cancel' } });
    const retry = (more: JsonObject, at = uri) =>
      new Client(reference, '2026-07-28').ask('resources/read', { uri: at, requestState, ...more }, able);
    expect(retry({ inputResponses: accept('prod') }).result).toMatchObject({
      resultType: 'complete',
      contents: [{ text: 'env: prod\n' }],
    });
    expect(retry({ inputResponses: { env: { action: 'decline' } } }).result.contents).toHaveLength(1);
    for (const inputResponses of [undefined, {}, { env: { action: 'accept' } }]) {
      expect(retry(inputResponses ? { inputResponses } : {}).result.resultType).toBe('input_required');
    }
    expect(client.ask('resources/read', { uri, inputResponses: accept('prod') }, able).result.resultType).toBe(
      'input_required',
    );
    for (const inputResponses of ['x', { env: 42 }, { env: { action: 'bogus' } }, accept('elsewhere'), accept(5)]) {
      expect(retry({ inputResponses }).error?.code, JSON.stringify(inputResponses)).toBe(-32602);
    }
    const flipped = `${requestState[0] === 'a' ? 'b' : 'a'}${requestState.slice(1)}`;
    for (const state of ['x', '', 5, flipped, requestState.slice(0, -1), `${requestState}.`, 'x'.repeat(65_536)]) {
      expect(retry({ requestState: state, inputResponses: accept('prod') }).error?.code).toBe(-32602);
    }
    expect(retry({ inputResponses: accept('prod') }, 'demo://host/ask-twice').error?.code).toBe(-32602);
  });

  it('asks twice where one answer is not enough', () => {
    const { client } = open();
    const params = { uri: 'demo://host/ask-twice' };
    const able = { elicitation: { form: {} } };
    const first = client.ask('resources/read', params, able).result;
    const team = { team: { action: 'accept', content: { team: 'Ω' } } };
    const second = client.ask(
      'resources/read',
      { ...params, requestState: first.requestState, inputResponses: team },
      able,
    ).result;
    expect(Object.keys(second.inputRequests)).toEqual(['sure']);
    const sure = { sure: { action: 'accept', content: { sure: false } } };
    const done = client.ask('resources/read', {
      ...params,
      requestState: second.requestState,
      inputResponses: sure,
    }).result;
    expect(done.contents[0].text).toBe('team: Ω\nsure: false\n');
  });

  it('acknowledges first, marks with the id as it was sent, and delivers what was asked', () => {
    const { reference, client } = open();
    const uri = 'test://watched-resource';
    const asked = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: [uri, 'demo://host/absent'],
    };
    expect(client.listen(1, asked)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: {
          _meta: { [metaKey.subscriptionId]: 1 },
          notifications: { resourcesListChanged: true, resourceSubscriptions: [uri] },
        },
      },
    ]);
    expect(client.listen('1', { resourceSubscriptions: [] })[0]?.params.notifications).toEqual({
      resourceSubscriptions: [],
    });
    expect(client.listen(2, { resourcesListChanged: false })[0]?.params.notifications).toEqual({});
    const other = new Client(reference, '2026-07-28');
    other.ask('tools/call', { name: 'touch', arguments: { uri } });
    other.ask('tools/call', { name: 'touch', arguments: { uri: 'test://static-text' } });
    other.ask('tools/call', { name: 'add', arguments: {} });
    const _meta = { [metaKey.subscriptionId]: 1 };
    expect(client.notified('updated')).toEqual([
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { _meta, uri } },
    ]);
    expect(client.notified('list_changed')).toEqual([
      { jsonrpc: '2.0', method: 'notifications/resources/list_changed', params: { _meta } },
    ]);
    expect(other.received.every((message) => !('method' in message))).toBe(true);
    client.notify('notifications/cancelled', { requestId: '1' });
    other.ask('tools/call', { name: 'touch', arguments: { uri } });
    expect(client.notified('updated')).toHaveLength(2);
    client.notify('notifications/cancelled', { requestId: 1 });
    other.ask('tools/call', { name: 'touch', arguments: { uri } });
    expect(client.notified('updated')).toHaveLength(2);
    for (const notifications of [
      undefined,
      'x',
      [],
      { resourcesListChanged: 'yes' },
      { resourceSubscriptions: true },
      { resourceSubscriptions: [5] },
    ]) {
      expect(client.code('subscriptions/listen', { notifications })).toBe(-32602);
    }
    client.listen('taken', {});
    expect(client.listen('taken', {})).toMatchObject([{ id: 'taken', error: { code: -32600 } }]);
  });

  it('forgets a client that is gone, and tells open listens when it ends', () => {
    const { reference, client } = open();
    const gone = new Client(reference, '2026-07-28');
    gone.listen('g', { resourcesListChanged: true });
    gone.connection.close();
    client.listen('kept', { resourcesListChanged: true });
    client.ask('tools/call', { name: 'add' });
    expect(gone.received).toHaveLength(1);
    reference.shutdown();
    expect(client.received.slice(-2)).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: 'kept' } },
      { id: 'kept', result: { resultType: 'complete', _meta: { [metaKey.subscriptionId]: 'kept' } } },
    ]);
    const count = client.received.length;
    client.request(1, 'resources/list');
    expect(client.received).toHaveLength(count);
  });
});
