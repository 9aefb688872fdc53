import { describe, expect, it } from 'vitest';
import { shippedDirectory } from '../../harness/reference/directory.ts';
import { Reference } from '../../harness/reference/reference.ts';
import { isModern, type JsonObject, metaKey, revisions } from '../../harness/wire.ts';
import { loadSchemas, resultTypeName } from '../../schemas/validate.ts';
import { Client, modernMeta, pair } from './client.ts';

const directory = shippedDirectory();

describe.each(revisions)('the reference server in %s', (revision) => {
  const modern = isModern(revision);
  const open = () => pair(revision, { directory });

  it('gives results that fit the schema, for all that it lists', async () => {
    const schemas = await loadSchemas(revision);
    const { client } = open();
    const faults = (method: string, params: JsonObject) => {
      const { result, error } = client.ask(method, params, { elicitation: {} });
      expect(error, `${method} ${JSON.stringify(params)}`).toBeUndefined();
      return schemas.faults(resultTypeName(revision, method, result)!, result);
    };
    const uris = client.uris();
    const templates = client.all('resources/templates/list', 'resourceTemplates');
    expect(uris.length).toBeGreaterThan(10);
    expect(templates.length).toBeGreaterThan(10);
    for (const uri of uris) expect(faults('resources/read', { uri })).toEqual([]);
    for (const method of ['resources/list', 'resources/templates/list']) expect(faults(method, {})).toEqual([]);
    for (const { uriTemplate: uri } of templates) {
      for (const name of String(uri).match(/\w+(?=[,*}])/g)!) {
        const params = { ref: { type: 'ref/resource', uri }, argument: { name, value: '' } };
        expect(faults('completion/complete', params)).toEqual([]);
      }
    }
    if (modern) expect(faults('server/discover', {})).toEqual([]);
    else
      for (const method of ['subscribe', 'unsubscribe'])
        expect(faults(`resources/${method}`, { uri: uris[0] })).toEqual([]);
  });

  it('lists each resource once, and tells sizes that are true', () => {
    const { client } = open();
    const resources = client.all('resources/list', 'resources');
    expect(new Set(resources.map(({ uri }) => uri)).size).toBe(resources.length);
    for (const { uri, size } of resources.filter((each) => each.size !== undefined)) {
      const [content, ...more] = client.ask('resources/read', { uri }).result.contents;
      expect(more).toEqual([]);
      expect(content.uri).toBe(uri);
      expect(Buffer.from(content.text ?? content.blob, content.text === undefined ? 'base64' : 'utf8').length).toBe(
        size,
      );
    }
  });

  it('knows the members of its revision, and no later ones', () => {
    const { client } = open();
    const [first] = client.all('resources/list', 'resources');
    expect('title' in first!).toBe(revision >= '2025-06-18');
    expect('_meta' in first!).toBe(revision >= '2025-06-18');
    expect('icons' in first!).toBe(revision >= '2025-11-25');
    expect('lastModified' in first!.annotations).toBe(revision >= '2025-06-18');
  });

  it('reads what the completions of its templates lead to', () => {
    const { client } = open();
    const suggest = (uri: string, name: string, others: JsonObject) =>
      client.ask('completion/complete', {
        ref: { type: 'ref/resource', uri },
        argument: { name, value: '' },
        context: { arguments: others },
      }).result.completion;
    const years = suggest('demo://host/people/{name}/{year}', 'year', { name: 'ada' });
    expect(years.values.includes('1983')).toBe(revision < '2025-06-18');
    expect(suggest('demo://host/numbers/{number}', 'number', {})).toMatchObject({ total: 250, hasMore: true });
    expect(suggest('demo://host/numbers/{number}', 'number', {}).values).toHaveLength(100);
    for (const uri of [
      'demo://host/people/ada/1843',
      'demo://host/words?letter=a',
      'demo://host/words',
      'demo://host/range?from=1&to=3',
      'demo://host/range?to=3',
      'demo://host/colors/bright%20red.txt',
      'demo://host/colors/na%C3%AFve%20pink.txt',
      'demo://host/grid/1,2',
      'demo://host/shelf/a/b',
      'demo://host/manual#use',
      'demo://host/note.md',
      'urn:example:unit:%CE%A9',
      'test://template/123/data',
      'demo://host/files/gr%C3%BC%C3%9Fe.txt',
      'demo://host/files/with%20some%20spaces.txt',
    ]) {
      expect(client.ask('resources/read', { uri }).result?.contents[0]?.uri, uri).toBe(uri);
    }
  });

  it('answers a resource that does not exist with the code of the revision', () => {
    const { client } = open();
    const wanted = modern ? -32602 : -32002;
    for (const uri of [
      'demo://host/absent',
      'nobody:///serves/this',
      'demo://host/%E2%98%83',
      'demo://host/☃',
      'demo://host/people/absent',
      'demo://host/range?to=3?from=1',
      `demo://host/${'x'.repeat(70_000)}`,
    ]) {
      expect(client.code('resources/read', { uri }), uri.slice(0, 80)).toBe(wanted);
    }
    expect(modern || client.code('resources/subscribe', { uri: 'demo://host/absent' }) === -32002).toBe(true);
    expect(modern || client.code('resources/read', { uri: 'demo://host/ask' }) === -32002).toBe(true);
  });

  it('answers parameters that do not fit with -32602, and goes on', () => {
    const { client } = open();
    const ref = { type: 'ref/resource', uri: 'demo://host/people/{name}' };
    const argument = { name: 'name', value: '' };
    const bad: [string, JsonObject][] = [
      ...[{}, { uri: 42 }, { uri: null }, { uri: '' }, { uri: 'not a uri' }, { uri: '/etc' }].map(
        (params): [string, JsonObject] => ['resources/read', params],
      ),
      ...['', 'x', null, 5, 'cmVzb3VyY2Vz'].flatMap((cursor): [string, JsonObject][] => [
        ['resources/list', { cursor }],
        ['resources/templates/list', { cursor }],
      ]),
      ...[
        {},
        { ref, argument: {} },
        { ref },
        { argument },
        { ref: { type: 'ref/other', uri: ref.uri }, argument },
        { ref: { type: 'ref/prompt', name: 'x' }, argument },
        { ref: { type: 'ref/resource', uri: 42 }, argument },
        { ref: { type: 'ref/resource', uri: 'demo://host/{absent}' }, argument },
        { ref, argument: { name: '__proto__', value: '' } },
        { ref, argument: { name: 'name', value: null } },
        { ref, argument: { name: 'name', value: 'x'.repeat(65_536) } },
      ].map((params): [string, JsonObject] => ['completion/complete', params]),
      ['tools/call', { name: 'absent', arguments: {} }],
    ];
    for (const [method, params] of bad) {
      expect(client.code(method, params), `${method} ${JSON.stringify(params).slice(0, 100)}`).toBe(-32602);
    }
    expect(client.ask('resources/list').result.resources).toHaveLength(5);
  });

  it('takes a cursor from any connection, again and again, but not for another list', () => {
    const { reference, client } = open();
    const { nextCursor: cursor } = client.ask('resources/list').result;
    const page = () => client.ask('resources/list', { cursor }).result.resources;
    expect(page()).toEqual(page());
    expect(new Client(reference, revision).ask('resources/list', { cursor }).result.resources).toEqual(page());
    expect(client.code('resources/templates/list', { cursor })).toBe(-32602);
    expect(client.code('resources/list', { cursor: cursor.slice(0, -1) })).toBe(-32602);
    expect(client.code('resources/list', { cursor: `${cursor}=` })).toBe(-32602);
  });

  it('echoes ids of each kind, and refuses what is no request', () => {
    const { client } = open();
    for (const id of [0, 7, '7', 'a-b/é', 9007199254740991, '']) {
      client.request(id, 'resources/list');
      expect(client.responseTo(id)?.result, String(id)).toBeDefined();
    }
    const answerTo = (message: unknown) => {
      const from = client.received.length;
      client.connection.receive(message);
      return client.received.slice(from);
    };
    const invalid = [{ jsonrpc: '2.0', error: { code: -32600 } }];
    for (const message of [
      7,
      null,
      'x',
      [],
      {},
      { jsonrpc: '2.0', id: null, method: 'resources/list' },
      { jsonrpc: '2.0', id: 1.5, method: 'ping' },
    ]) {
      expect(answerTo(message), JSON.stringify(message)).toMatchObject(invalid);
    }
    expect(answerTo({ jsonrpc: '1.0', id: 'v1', method: 'ping' })).toMatchObject([
      { id: 'v1', error: { code: -32600 } },
    ]);
    expect(answerTo({ jsonrpc: '2.0', id: 'nothing' })).toMatchObject([{ id: 'nothing', error: { code: -32600 } }]);
    expect(answerTo({ jsonrpc: '2.0', id: 'array', method: 'resources/list', params: [] })).toMatchObject([
      { id: 'array', error: { code: -32602 } },
    ]);
    client.connection.receiveNoise('{');
    expect(client.received.at(-1)).toEqual({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } });
    expect(answerTo({ jsonrpc: '2.0', id: 'x', result: {} })).toEqual([]);
    for (const method of ['notifications/cancelled', 'notifications/unknown']) {
      for (const params of [undefined, { requestId: {} }, { requestId: 'none' }, 5]) {
        expect(answerTo({ jsonrpc: '2.0', method, params })).toEqual([]);
      }
    }
    expect(client.code('mcp-conformance/unknown', {})).toBe(-32601);
    expect(client.code('prompts/list', {})).toBe(-32601);
    expect(client.code('logging/setLevel', { level: 'info' })).toBe(-32601);
  });
});

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
