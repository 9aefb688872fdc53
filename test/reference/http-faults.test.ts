import { describe, expect, it } from 'vitest';
import type { FaultName } from '../../harness/reference/faults.ts';
import { type JsonObject, metaKey } from '../../harness/wire.ts';
import { modernMeta } from './client.ts';
import { type Answer, Site } from './http-client.ts';

const uri = 'demo://host/greeting';
const revision = '2025-11-25';
const head = ({ status, headers }: Answer) => [status, headers['content-type']];
const modernHeaders = { 'MCP-Protocol-Version': '2026-07-28' };
const encoded = `=?base64?${Buffer.from(uri).toString('base64')}?=`;
const listen = (site: Site) => site.modern('subscriptions/listen', { notifications: { resourcesListChanged: true } });
const unsupported = (site: Site) =>
  site.modern(
    'resources/list',
    {},
    { 'MCP-Protocol-Version': '1900-01-01' },
    { ...modernMeta(), [metaKey.protocolVersion]: '1900-01-01' },
  );
const read = (site: Site, headers: Record<string, string | undefined> = {}) =>
  site.modern('resources/read', { uri }, headers);
const get = async (site: Site) => (await site.session(revision)).stream();

/** What a client sees over HTTP; it differs from the faultless server. */
const scenarios: Partial<Record<FaultName, (site: Site) => Promise<unknown>>> = {
  'http-origin-unchecked': async (site) => head(await read(site, { Origin: 'http://evil.example' })),
  'http-origin-400': async (site) => head(await read(site, { Origin: 'http://evil.example' })),
  'http-origin-required': async (site) => head(await read(site)),
  'http-error-200': async (site) => head(await site.modern('resources/list', {}, {}, {})),
  'http-unknown-method-200': async (site) => head(await site.modern('nothing/known')),
  'http-not-found-404': async (site) => head(await site.modern('resources/read', { uri: 'demo://host/absent' })),
  'http-invalid-params-400': async (site) => head(await site.modern('resources/list', { cursor: 'x' })),
  'http-error-without-body': async (site) => (await site.modern('nothing/known')).text,
  'http-list-500': async (site) => head(await site.modern('resources/list')),
  'http-refusals-bare': async (site) => (await site.post({ jsonrpc: '2.0' }, modernHeaders)).text,
  'http-text-plain': async (site) => head(await read(site)),
  'http-latin-1': async (site) => (await site.modern('resources/list')).text,
  'http-bom': async (site) => (await read(site)).text.codePointAt(0),
  'http-content-type-charset': async (site) => head(await read(site)),
  'http-notification-200': async (site) => (await site.session(revision)).ready.status,
  'http-notification-body': async (site) => (await site.session(revision)).ready.text,
  'http-bad-notification-200': async (site) => (await site.post({ jsonrpc: '2.0' }, modernHeaders)).status,
  'http-version-header-ignored': async (site) => head(await read(site, { 'MCP-Protocol-Version': undefined })),
  'http-version-header-optional': async (site) => head(await read(site, { 'MCP-Protocol-Version': undefined })),
  'http-version-header-unchecked': async (site) => head(await read(site, { 'MCP-Protocol-Version': '1900-01-01' })),
  'http-version-mismatch-unsupported': async (site) =>
    (await read(site, { 'MCP-Protocol-Version': '1900-01-01' })).json.error.code,
  'http-version-header-required': async (site) => {
    const { id } = await site.session('2025-03-26');
    return (await site.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'Mcp-Session-Id': id! })).status;
  },
  'http-mcp-method-ignored': async (site) => head(await read(site, { 'Mcp-Method': undefined })),
  'http-mcp-method-optional': async (site) => head(await read(site, { 'Mcp-Method': undefined })),
  'http-mcp-method-unchecked': async (site) => head(await read(site, { 'Mcp-Method': 'resources/list' })),
  'http-mcp-method-any-case': async (site) => head(await read(site, { 'Mcp-Method': 'Resources/Read' })),
  'http-mcp-name-ignored': async (site) => head(await read(site, { 'Mcp-Name': 'demo://host/empty.txt' })),
  'http-mcp-name-optional': async (site) => head(await read(site, { 'Mcp-Name': undefined })),
  'http-mcp-name-unchecked': async (site) => head(await read(site, { 'Mcp-Name': 'demo://host/empty.txt' })),
  'http-mcp-name-raw': async (site) => head(await read(site, { 'Mcp-Name': encoded })),
  'http-mcp-name-loose': async (site) =>
    Promise.all(
      [encoded.replace('base64', 'BASE64'), encoded.slice(0, -2), encoded.slice(9, -2)].map(async (name) =>
        head(await read(site, { 'Mcp-Name': name })),
      ),
    ),
  'http-mcp-name-undecodable-ignored': async (site) => head(await read(site, { 'Mcp-Name': '=?base64?SGVs!!!bG8=?=' })),
  'http-mcp-name-any-bytes': async (site) =>
    (await site.modern('resources/read', { uri: 'demo://host/é' }, { 'Mcp-Name': 'demo://host/é' })).json.error.code,
  'http-mcp-name-demanded': async (site) => head(await site.modern('resources/list')),
  'http-header-fault-422': async (site) => head(await read(site, { 'Mcp-Method': undefined })),
  'http-header-fault-200': async (site) => head(await read(site, { 'Mcp-Method': undefined })),
  'http-header-fault-code': async (site) => (await read(site, { 'Mcp-Method': undefined })).json.error.code,
  'http-header-fault-bare': async (site) => (await read(site, { 'Mcp-Method': undefined })).text,
  'http-header-names-exact': async (site) =>
    head(await read(site, { 'Mcp-Method': undefined, 'MCP-METHOD': 'resources/read' })),
  'http-header-fault-no-id': async (site) => 'id' in (await read(site, { 'Mcp-Method': undefined })).json,
  'http-unknown-method-bare': async (site) => (await site.modern('nothing/known')).text,
  'http-unsupported-version-200': async (site) => head(await unsupported(site)),
  'http-malformed-200': async (site) => head(await site.modern('resources/list', {}, {}, {})),
  'http-last-event-id-refused': async (site) => head(await read(site, { 'Last-Event-ID': '1' })),
  'http-session-id-absent': async (site) => (await site.session(revision)).id === undefined,
  'http-session-id-counter': async (site) => String((await site.session(revision)).id).length < 10,
  'http-session-id-space': async (site) => String((await site.session(revision)).id).includes(' '),
  'http-session-id-modern': async (site) => (await read(site)).headers['mcp-session-id'],
  'http-session-id-refused': async (site) => head(await read(site, { 'Mcp-Session-Id': 'stray' })),
  'http-session-missing-404': async (site) => (await site.post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status,
  'http-session-unknown-400': async (site) =>
    (await site.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'Mcp-Session-Id': 'unknown' })).status,
  'http-session-revived': async (site) => {
    const { ask, headers } = await site.session(revision);
    await site.send('DELETE', undefined, headers);
    return (await ask('resources/list')).status;
  },
  'http-delete-200': async (site) => (await site.send('DELETE', undefined)).status,
  'http-delete-405': async (site) =>
    (await site.send('DELETE', undefined, (await site.session(revision)).headers)).status,
  'http-get-404': async (site) => head(await get(site)),
  'http-get-html': async (site) => head(await get(site)),
  'http-get-405': async (site) => head(await get(site)),
  'http-get-409': async (site) => {
    const { stream, headers } = await site.session(revision);
    await stream();
    const second = await site.send('GET', undefined, { ...headers, accept: 'text/event-stream' });
    return second.status;
  },
  'http-get-broadcast': async (site) => {
    const { ask, stream, headers } = await site.session(revision);
    const streams = [await stream(), await stream()];
    await ask('tools/call', { name: 'add' });
    await site.send('DELETE', undefined, headers);
    await Promise.all(streams.map(({ ended }) => ended));
    return streams.map(({ events }) => events.length);
  },
  'http-get-responses': async (site) => {
    const { ask, stream, headers } = await site.session(revision);
    const open = await stream();
    await ask('ping');
    await site.send('DELETE', undefined, headers);
    await open.ended;
    return open.events.length;
  },
  'http-listen-json': async (site) => head(await listen(site)),
  'http-listen-ends': async (site) => {
    const open = await listen(site);
    await open.until('acknowledged');
    await read(site);
    const over = await Promise.race([open.ended.then(() => true), read(site).then(() => false)]);
    open.abort();
    return over;
  },
  'http-listen-log': async (site) => {
    const open = await listen(site);
    await open.until('acknowledged');
    await read(site);
    await site.modern('tools/call', { name: 'add', arguments: {} });
    await open.until('list_changed');
    return open.events.some(({ method }) => method === 'notifications/message');
  },
  'http-listen-limit': async (site) => {
    const heads: unknown[] = [];
    for (let turn = 0; turn < 8; turn++) {
      const open = await listen(site);
      heads.push(head(open));
      open.abort();
    }
    return heads;
  },
  'http-leftovers': async (site) => {
    const gone = await listen(site);
    await gone.until('acknowledged');
    const kept = await listen(site);
    await kept.until('acknowledged');
    gone.abort();
    await gone.ended;
    await site.modern('tools/call', { name: 'add', arguments: {} });
    await kept.until('list_changed');
    await read(site);
    kept.abort();
    return kept.events.filter(({ method }) => method === 'notifications/resources/list_changed').length;
  },
  'http-disconnect-ignored': async (site) => {
    const open = await listen(site);
    await open.until('acknowledged');
    open.abort();
    await open.ended;
    for (let turn = 0; turn < 20; turn++) await read(site);
    return [...site.reference.connections].length;
  },
  'http-sse-always': async (site) => head(await read(site)),
  'http-sse-crlf': async (site) => (await acknowledged(site)).includes('\r\n'),
  'http-sse-comments': async (site) => /^:/m.test(await acknowledged(site)),
  'http-sse-raw': async (site) => /^\{/m.test(await acknowledged(site)),
  'http-sse-unframed': async (site) => (await acknowledged(site)).endsWith('\n\n'),
  'http-sse-buffered': async (site) => (await listen(site)).headers['x-accel-buffering'],
};

async function acknowledged(site: Site): Promise<string> {
  const open = await listen(site);
  await open.until('acknowledged');
  return open.text;
}

async function outcome(fault: FaultName, on: FaultName[]) {
  const site = await Site.open(on);
  try {
    return { seen: await scenarios[fault]!(site), used: [...site.server.used] };
  } finally {
    await site.close();
  }
}

describe('faults over HTTP', () => {
  it.each(Object.keys(scenarios) as FaultName[])('%s makes the difference it names', async (fault) => {
    const [right, wrong] = [await outcome(fault, []), await outcome(fault, [fault])];
    expect(right.used).toEqual([]);
    expect(wrong.used).toEqual([fault]);
    expect(wrong.seen).not.toEqual(right.seen);
  });

  it('keeps a response stream open with http-sse-stays-open', async () => {
    const site = await Site.open(['http-sse-always', 'http-sse-stays-open']);
    const answer = await read(site);
    await answer.until('Hello');
    const over = await Promise.race([answer.ended.then(() => true), read(site).then(() => false)]);
    expect(over).toBe(false);
    expect([...site.server.used].sort()).toEqual(['http-sse-always', 'http-sse-stays-open']);
    await site.close();
  });

  it('still serves sessions without an id with http-session-id-absent', async () => {
    const site = await Site.open(['http-session-id-absent']);
    const { ask } = await site.session(revision);
    expect((await ask('resources/list')).json.result.resources).toHaveLength(5);
    await site.close();
  });

  it('refuses an unsupported version of a bare body all the same', async () => {
    const site = await Site.open();
    const body: JsonObject = { jsonrpc: '2.0', id: 1, method: 'resources/list', params: { _meta: modernMeta() } };
    const { status, json } = await site.post(body);
    expect([status, json.error.code]).toEqual([400, -32020]);
    await site.close();
  });
});
