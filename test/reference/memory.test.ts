import { describe, expect, it } from 'vitest';
import { shippedDirectory } from '../../harness/reference/directory.ts';
import { isModern, type JsonObject, revisions } from '../../harness/wire.ts';
import { loadSchemas, resultTypeName } from '../../schemas/validate.ts';
import { Client, pair } from './client.ts';

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
    expect(client.code('sampling/list', {})).toBe(-32601);
    expect(client.code('logging/setLevel', { level: 'info' })).toBe(-32601);
  });
});
