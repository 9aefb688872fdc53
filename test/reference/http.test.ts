import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { after, before, MutantHost } from '../../harness/mutate.ts';
import { serveHttp } from '../../harness/reference/http.ts';
import { Reference } from '../../harness/reference/reference.ts';
import { metaKey, revisions } from '../../harness/wire.ts';
import { modernMeta } from './client.ts';
import { Site } from './http-client.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());

const greeting = { uri: 'demo://host/greeting' };
const sentinel = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('the reference server over HTTP, modern', () => {
  it('answers a request with one JSON object', async () => {
    const { status, headers, json } = await site.modern('resources/read', greeting);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(headers).not.toHaveProperty('mcp-session-id');
    expect(json.result.contents[0].text).toContain('Hello');
    const old = await site.modern('resources/list', {}, { 'Mcp-Session-Id': 'x', 'Last-Event-ID': '1' });
    expect(old.json.result.resultType).toBe('complete');
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['resources/list', { 'MCP-Protocol-Version': undefined }],
    ['resources/list', { 'MCP-Protocol-Version': '2025-06-18' }],
    ['resources/list', { 'MCP-Protocol-Version': '1900-01-01' }],
    ['resources/list', { 'Mcp-Method': undefined }],
    ['resources/list', { 'Mcp-Method': 'resources/read' }],
    ['resources/list', { 'Mcp-Method': 'RESOURCES/LIST' }],
    ['resources/read', { 'Mcp-Name': undefined }],
    ['resources/read', { 'Mcp-Name': 'demo://host/empty.txt' }],
    ['resources/read', { 'Mcp-Name': '=?base64?SGVs!!!bG8=?=' }],
    ['resources/read', { 'Mcp-Name': sentinel(greeting.uri).replace('base64', 'BASE64') }],
    ['resources/read', { 'Mcp-Name': sentinel(greeting.uri).slice(0, -2) }],
    ['resources/read', { 'Mcp-Name': sentinel(greeting.uri).slice(9, -2) }],
    ['resources/read', { 'Mcp-Name': `${greeting.uri}\xe9` }],
  ])('refuses %s with %j', async (method, headers) => {
    const answer = await site.modern(method, method === 'resources/read' ? greeting : {}, headers);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ id: expect.any(String), error: { code: -32020 } });
  });

  it('takes what may differ: case of header names, white space around values, the base64 form', async () => {
    for (const name of [sentinel(greeting.uri), `  ${greeting.uri}\t`]) {
      expect((await site.modern('resources/read', greeting, { 'Mcp-Name': name })).status).toBe(200);
    }
    const odd = await site.modern('resources/read', greeting, { 'Mcp-Name': undefined, 'mCp-NaMe': greeting.uri });
    expect(odd.status).toBe(200);
    const uri = 'demo://host/☃';
    const unknown = await site.modern('resources/read', { uri }, { 'Mcp-Name': sentinel(uri) });
    expect(unknown.json.error).toMatchObject({ code: -32602, message: 'Resource not found' });
  });

  it('gives errors the status that is set for them', async () => {
    const { [metaKey.clientCapabilities]: _, ...incapable } = modernMeta();
    const { [metaKey.protocolVersion]: __, ...versionless } = modernMeta();
    const version = '2099-01-01';
    const cases = [
      [await site.modern('resources/list', {}, {}, incapable), 400, -32602],
      [await site.modern('resources/list', {}, {}, versionless), 400, -32602],
      [await site.modern('resources/list', { _meta: undefined }), 400, -32602],
      [
        await site.modern(
          'resources/list',
          {},
          { 'MCP-Protocol-Version': version },
          { ...modernMeta(), [metaKey.protocolVersion]: version },
        ),
        400,
        -32022,
      ],
      [await site.modern('resources/read', { uri: 'demo://host/ask' }), 400, -32021],
      [await site.modern('mcp-conformance/unknown'), 404, -32601],
      [await site.modern('ping'), 404, -32601],
      [await site.modern('resources/read', { uri: 'demo://host/absent' }), 200, -32602],
      [await site.modern('resources/read', {}), 200, -32602],
      [await site.modern('resources/list', { cursor: 'x' }), 200, -32602],
    ] as const;
    for (const [{ status, json }, wanted, code] of cases) expect([status, json.error?.code]).toEqual([wanted, code]);
  });

  it('answers a listen with a stream that stays open until someone ends it', async () => {
    const notifications = { resourcesListChanged: true };
    const [one, two] = await Promise.all([1, 2].map(() => site.modern('subscriptions/listen', { notifications })));
    expect(one!.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    await Promise.all([one!.until('acknowledged'), two!.until('acknowledged')]);
    await site.modern('tools/call', { name: 'add', arguments: {} });
    await Promise.all([one!.until('list_changed'), two!.until('list_changed')]);
    one!.abort();
    await one!.ended;
    // The server notices in its own time; then one listen is left.
    while ([...site.reference.connections].length > 1) await new Promise(setImmediate);
    await site.modern('tools/call', { name: 'remove', arguments: {} });
    while (two!.events.length < 3) await new Promise(setImmediate);
    site.reference.shutdown();
    await two!.ended;
    expect(two!.events.at(-1)).toMatchObject({ result: { resultType: 'complete' } });
  });

  it('takes notifications, and nothing but requests and notifications', async () => {
    const headers = { 'MCP-Protocol-Version': '2026-07-28' };
    for (const method of ['notifications/cancelled', 'notifications/unknown']) {
      expect(await site.post({ jsonrpc: '2.0', method }, { ...headers, 'Mcp-Method': method })).toMatchObject({
        status: 202,
        text: '',
      });
    }
    for (const body of [
      { jsonrpc: '2.0' },
      { jsonrpc: '2.0', method: 5 },
      { jsonrpc: '2.0', id: 1, result: {} },
      [],
      [{}],
      5,
    ]) {
      const { status } = await site.post(body, headers);
      expect(status, JSON.stringify(body)).toBe(400);
    }
    const broken = await site.post('{"jsonrpc":', headers);
    expect([broken.status, broken.json.error.code]).toEqual([400, -32700]);
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      expect((await site.send(method, undefined, headers)).status).toBe(405);
    }
  });

  it('sends what comes with an answer as a stream', async () => {
    const progress = (at: number) => ({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 1, progress: at },
    });
    const host = new MutantHost(
      new Reference(),
      before('resources/list', () => [progress(1)]),
      '2026-07-28',
    );
    const late = new MutantHost(
      host,
      after('resources/templates/list', () => [progress(2)]),
      '2026-07-28',
    );
    const server = await serveHttp(late);
    const other = Site.of(server);
    for (const [method, order] of [
      ['resources/list', [true, false]],
      ['resources/templates/list', [false, true]],
    ] as const) {
      const answer = await other.modern(method);
      await answer.ended;
      expect(answer.events.map((event) => 'method' in event)).toEqual(order);
    }
    await other.close();
  });
});

describe('the reference server over HTTP, at its door', () => {
  it('lets no page of another origin in', async () => {
    const headers = { 'MCP-Protocol-Version': '2026-07-28' };
    for (const origin of [
      'http://evil.example',
      'null',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'https://evil.example:80',
    ]) {
      for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
        const { status, json } = await site.send(method, method === 'POST' ? '{}' : undefined, {
          ...headers,
          origin,
          'content-type': 'application/json',
        });
        expect([status, 'id' in json]).toEqual([403, false]);
      }
    }
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1', 'https://[::1]:8080']) {
      expect((await site.modern('resources/list', {}, { Origin: origin })).status).toBe(200);
    }
  });

  it('refuses other paths, other types and bodies without end', async () => {
    expect((await site.send('POST', '{}', {}, '/')).status).toBe(404);
    expect((await site.post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    const large = await site.post(Buffer.alloc(17 * 1024 * 1024, ' ')).catch(() => undefined);
    expect(large?.status ?? 413).toBe(413);
    expect((await site.modern('resources/list')).status).toBe(200);
  });

  it('is gone where a fault ends it', async () => {
    const other = await Site.open(['exit-on-unknown-uri']);
    await expect(other.modern('resources/read', { uri: 'demo://host/absent' })).rejects.toThrow();
    await expect(other.modern('resources/list')).rejects.toThrow('ECONNREFUSED');
    await other.close();
  });
});

describe.each(revisions.filter((revision) => revision < '2026-07-28'))(
  'the reference server over HTTP in %s',
  (revision) => {
    it('keeps a session from initialize to DELETE', async () => {
      const { id, opened, ready, headers, ask } = await site.session(revision);
      expect(opened.json.result.protocolVersion).toBe(revision);
      expect(id).toMatch(/^[\x21-\x7e]{16,}$/);
      expect(ready).toMatchObject({ status: 202, text: '' });
      const list = await ask('resources/list');
      expect(list).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
      expect(list.headers).not.toHaveProperty('mcp-session-id');
      const post = (more: Record<string, string>) => site.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, more);
      expect((await post({})).status).toBe(400);
      expect((await post({ 'Mcp-Session-Id': 'unknown' })).status).toBe(404);
      expect((await post({ 'Mcp-Session-Id': String(id) })).status).toBe(200);
      for (const bad of ['1900-01-01', 'not-a-version'])
        expect((await ask('ping', {}, { 'MCP-Protocol-Version': bad })).status).toBe(400);
      expect((await ask('resources/read', { uri: 'demo://host/absent' })).json.error.code).toBe(-32002);
      expect((await ask('nothing/known')).json.error.code).toBe(-32601);
      expect((await site.send('DELETE', undefined, headers)).status).toBe(204);
      expect((await ask('ping')).status).toBe(404);
      expect((await site.send('GET', undefined, { accept: 'text/event-stream', ...headers })).status).toBe(404);
    });

    it('sends notifications on one GET stream, and answers elsewhere', async () => {
      const { headers, ask, stream } = await site.session(revision);
      const first = await stream();
      const second = await stream();
      expect(first.headers['content-type']).toBe('text/event-stream');
      const { uri } = greeting;
      await ask('resources/subscribe', { uri });
      const touched = await ask('tools/call', { name: 'touch', arguments: { uri } });
      expect(touched.json.result.content[0].text).toBe(`Touched ${uri}`);
      await second.until('updated');
      await site.send('DELETE', undefined, headers);
      await Promise.all([first.ended, second.ended]);
      expect([first.events.length, second.events.length]).toEqual([0, 1]);
    });

    it('keeps what comes before there is a stream for it', async () => {
      const { ask, stream } = await site.session(revision);
      await ask('tools/call', { name: 'add', arguments: {} });
      const late = await stream();
      await late.until('list_changed');
      late.abort();
    });

    it('takes batches in 2025-03-26 alone', async () => {
      const { headers } = await site.session(revision);
      const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
      const note = { jsonrpc: '2.0', method: 'notifications/x' };
      const [mixed, notes, empty] = [
        await site.post([request(1), note, request(2)], headers),
        await site.post([note], headers),
        await site.post([], headers),
      ];
      if (revision === '2025-03-26') {
        expect(mixed.json.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
        expect(notes).toMatchObject({ status: 202, text: '' });
      } else {
        for (const { status, json } of [mixed, notes]) expect([status, json.error.code]).toEqual([400, -32600]);
      }
      expect([empty.status, empty.json.error.code]).toEqual([400, -32600]);
    });

    it('refuses what is no message', async () => {
      const { headers } = await site.session(revision);
      for (const body of [{ jsonrpc: '2.0' }, { jsonrpc: '2.0', method: 5 }, 'x', 5]) {
        const { status } = await site.post(JSON.stringify(body), headers);
        expect(status).toBe(400);
      }
      expect(await site.post({ jsonrpc: '2.0', id: 1, result: {} }, headers)).toMatchObject({ status: 202, text: '' });
      expect((await site.post('{', headers)).json.error.code).toBe(-32700);
    });
  },
);
