// What the proof in memory cannot show: the judgements that rest on HTTP statuses and headers.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Case } from '../../harness/case.ts';
import { LegRun } from '../../harness/leg.ts';
import { fault, type Mutant, onError, onReply } from '../../harness/mutate.ts';
import { openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { Result } from '../../harness/report.ts';
import { Channel } from '../../harness/session/channel.ts';
import { makeModern } from '../../harness/session/modern.ts';
import { inWords } from '../../harness/session/reply.ts';
import { Transcript } from '../../harness/transcript.ts';
import type { Connector } from '../../harness/transport/connector.ts';
import { connectHttp } from '../../harness/transport/http.ts';
import type { JsonObject, Revision } from '../../harness/wire.ts';
import definedCodes from '../../suites/messages/defined-codes.ts';
import errorCodeInteger from '../../suites/messages/error-code-integer.ts';
import errorShape from '../../suites/messages/error-shape.ts';
import invalidRequest from '../../suites/messages/invalid-request.ts';
import malformedJson from '../../suites/messages/malformed-json.ts';
import requestAnswered from '../../suites/messages/request-answered.ts';
import missingUri from '../../suites/read/missing-uri.ts';
import malformedUris from '../../suites/traversal/malformed-uris.ts';

const cases: Record<string, Case> = {
  'messages/defined-codes': definedCodes,
  'messages/error-code-integer': errorCodeInteger,
  'messages/error-shape': errorShape,
  'messages/invalid-request': invalidRequest,
  'messages/malformed-json': malformedJson,
  'read/missing-uri': missingUri,
  'traversal/malformed-uris': malformedUris,
};

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** Runs cases in one leg, and gives the result of the last. */
async function judge(ids: string | string[], connector: Connector, revision: Revision = '2026-07-28'): Promise<Result> {
  const leg = new LegRun(connector, revision, { ...ground.limits, timeout: 2000, fixtures: {} });
  await leg.start();
  return (await leg.run([ids].flat().map((id) => ({ id, definition: cases[id]! })))).results.at(-1)!;
}

async function onMutant(id: string, mutant: Mutant, revision: Revision = '2026-07-28'): Promise<Result> {
  const { connector, close } = await ground.serve(mutant, revision, 'http');
  endings.push(close);
  return judge(id, connector, revision);
}

/** A modern server that answers what it can read, and has `refuse` answer the rest. */
async function onServer(
  ids: string | string[],
  refuse: (response: ServerResponse, message: JsonObject) => void,
): Promise<Result> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    let message: JsonObject = {};
    try {
      message = JSON.parse(text);
    } catch {}
    if (message.jsonrpc !== '2.0' || message.method === undefined || message.id === null)
      return refuse(response, message);
    const result = {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { resources: {} },
      ttlMs: 0,
    };
    json(response, 200, { jsonrpc: '2.0', id: message.id, result });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return judge(ids, {
    kind: 'http',
    shared: true,
    isolated: true,
    connect: async () => connectHttp({ url }),
    async close() {},
  });
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

const withCode = (code: number, data?: unknown) =>
  onReply('resources/templates/list', () => ({ error: { code, message: 'No', ...(data !== undefined && { data }) } }));

test('a header fault is misuse of its code where the headers mirror the body', async () => {
  const { verdict, reason } = await onMutant('messages/defined-codes', withCode(-32020));
  expect(verdict).toBe('fail');
  expect(reason).toContain('though its headers mirror its body');
});

test('a header fault is no misuse where a read without a URI leaves a header nothing to carry', async () => {
  const mutant = onError('resources/read', (error, { params }) => ({
    error: typeof params?.uri === 'string' ? error : { ...error, code: -32020 },
  }));
  const { connector, close } = await ground.serve(mutant, '2026-07-28', 'http');
  endings.push(close);
  const result = await judge(['read/missing-uri', 'messages/defined-codes'], connector);
  expect(result.verdict).not.toBe('fail');
  expect(result.reason).not.toContain('mirror');
});

test('a header fault is no misuse where the URI fits into no header', async () => {
  const half = 'mcp-conformance-absent:///\ud800';
  const mutant = onError('resources/read', (error, { params }) => ({
    error: String(params?.uri).startsWith(half) ? { ...error, code: -32020 } : error,
  }));
  const definition = cases['messages/defined-codes']!;
  const { connector, close } = await ground.serve(mutant, '2026-07-28', 'http');
  endings.push(close);
  const leg = new LegRun(connector, '2026-07-28', { ...ground.limits, fixtures: { read: [half] } });
  await leg.start();
  const { results } = await leg.run([{ id: 'messages/defined-codes', definition }]);
  expect(results[0]).toMatchObject({ verdict: 'pass' });
});

test('a missing capability is misuse of its code where the request declared it', async () => {
  const required = { requiredCapabilities: { elicitation: {} } };
  const sent = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
  const definition = cases['messages/defined-codes']!;
  const { connector, close } = await ground.serve(withCode(-32021, required), '2026-07-28', 'memory');
  endings.push(close);
  const leg = new LegRun(connector, '2026-07-28', { ...ground.limits, fixtures: {} });
  await leg.start();
  await leg.session.request('resources/templates/list', {}, { meta: sent });
  const { results } = await leg.run([{ id: 'messages/defined-codes', definition }]);
  expect(results[0]).toMatchObject({ verdict: 'fail' });
  expect(results[0]!.reason).toContain('though every capability that it names was declared');
});

for (const id of ['messages/malformed-json', 'messages/invalid-request']) {
  test.each(['2025-11-25', '2026-07-28'] as const)(
    `${id}: a client error with a body is right in %s`,
    async (revision) => {
      expect(await onMutant(id, {}, revision)).toMatchObject({ verdict: 'pass' });
    },
  );

  test(`${id}: a client error without a body is right`, async () => {
    expect(await onMutant(id, fault('http-error-without-body'))).toMatchObject({ verdict: 'pass' });
  });

  test(`${id}: an error with status 200 is right`, async () => {
    expect(await onMutant(id, fault('http-error-200'))).toMatchObject({ verdict: 'pass' });
  });

  test(`${id}: a page with status 400 is right`, async () => {
    const result = await onServer(id, (response) =>
      response.writeHead(400, { 'Content-Type': 'text/html' }).end('<p>'),
    );
    expect(result).toMatchObject({ verdict: 'pass' });
  });

  test(`${id}: a server error without a message is a warning`, async () => {
    const result = await onServer(id, (response) => response.writeHead(500).end('<pre>SyntaxError</pre>'));
    expect(result).toMatchObject({ verdict: 'warn' });
    expect(result.reason).toContain('HTTP status 500');
  });

  test(`${id}: an acceptance is a warning`, async () => {
    const result = await onServer(id, (response) => response.writeHead(202).end());
    expect(result).toMatchObject({ verdict: 'warn' });
    expect(result.reason).toContain('HTTP status 202');
  });

  test(`${id}: missing credentials leave it untested`, async () => {
    expect(await onServer(id, (response) => response.writeHead(401).end())).toMatchObject({ verdict: 'untested' });
  });

  test(`${id}: a connection that breaks is a warning`, async () => {
    expect(await onServer(id, (response) => response.destroy())).toMatchObject({ verdict: 'warn' });
  });
}

test('null as an id may be served, as in JSON-RPC itself', async () => {
  const result = await onServer('messages/invalid-request', (response, { id, method }) =>
    id === null && method
      ? json(response, 200, { jsonrpc: '2.0', id, result: {} })
      : json(response, 400, { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' } }),
  );
  expect(result).toMatchObject({ verdict: 'pass' });
});

test('null as an id may be taken for a notification, and accepted', async () => {
  const result = await onServer('messages/invalid-request', (response, { id, method }) =>
    id === null && method
      ? response.writeHead(202).end()
      : json(response, 400, { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' } }),
  );
  expect(result).toMatchObject({ verdict: 'pass' });
});

test('the page of a web framework for an error is a status, and no error of JSON-RPC', async () => {
  const body = { timestamp: '2026-11-30T09:14:40Z', status: 400, error: 'Bad Request', path: '/mcp' };
  const ids = ['messages/malformed-json', 'messages/error-code-integer'];
  expect(await onServer(ids, (response) => json(response, 400, body))).toMatchObject({ verdict: 'not-applicable' });
  const server = createServer((_, response) => json(response, 404, { ...body, status: 404, error: 'Not Found' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const channel = new Channel(await connectHttp({ url }), new Transcript(), 0);
  const session = makeModern(channel, '2026-07-28', 2000);
  expect(inWords(await session.request('server/discover'))).toBe('HTTP status 404 without a JSON-RPC answer');
  await channel.transport.close();
});

test('a request that got an empty stream is unanswered, whatever was answered to others', async () => {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { id, method, params } = JSON.parse(text);
    if (method === 'resources/templates/list')
      return response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end();
    if (params.uri === 'demo://unfit') return json(response, 400, { jsonRpcError: { code: -32600 }, cause: null });
    if (params.uri === 'demo://lost') return json(response, 400, { jsonrpc: '2.0', id: null, error: { code: -32600 } });
    json(response, 200, { jsonrpc: '2.0', id, result: { resultType: 'complete', supportedVersions: ['2026-07-28'] } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const connector: Connector = {
    kind: 'http',
    shared: true,
    isolated: true,
    connect: async () => connectHttp({ url }),
    async close() {},
  };
  const leg = new LegRun(connector, '2026-07-28', { ...ground.limits, timeout: 2000, fixtures: {} });
  await leg.start();
  await leg.session.request('resources/templates/list');
  await leg.session.request('resources/read', { uri: 'demo://unfit' });
  await leg.session.request('resources/read', { uri: 'demo://lost' });
  const { results } = await leg.run([{ id: 'messages/request-answered', definition: requestAnswered }]);
  expect(results[0]).toMatchObject({ verdict: 'fail' });
  expect(results[0]!.reason).toContain('expected a response to resources/templates/list, got none');
});

test('a malformed URI is no fault of the headers, and a long one fits into them', async () => {
  expect(await onMutant('traversal/malformed-uris', {})).toMatchObject({ verdict: 'pass' });
});

test('a body that is an error but none of JSON-RPC is not judged as one', async () => {
  const body = { error: 'invalid_token', error_description: 'No token' };
  const ids = ['messages/malformed-json', 'messages/error-shape'];
  const result = await onServer(ids, (response) => json(response, 400, body));
  expect(result).toMatchObject({ case: 'messages/error-shape', verdict: 'not-applicable' });
});
