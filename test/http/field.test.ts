// What servers on the SDKs of Go and Rust have shown the suite to judge wrongly, or not at all.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Case } from '../../harness/case.ts';
import { LegRun } from '../../harness/leg.ts';
import { all, fault, type Mutant, onError, onReply } from '../../harness/mutate.ts';
import { openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { Result } from '../../harness/report.ts';
import { connectHttp } from '../../harness/transport/http.ts';
import type { JsonObject, Revision } from '../../harness/wire.ts';
import nameDecoded from '../../suites/http/name-decoded.ts';
import origin from '../../suites/http/origin.ts';
import missingCapability from '../../suites/input-required/missing-capability.ts';
import missingCapabilityStatus from '../../suites/input-required/missing-capability-status.ts';
import definedCodes from '../../suites/messages/defined-codes.ts';
import notFoundCode from '../../suites/not-found/code.ts';
import updatedDelivered from '../../suites/subscriptions/updated-delivered.ts';
import malformedUris from '../../suites/traversal/malformed-uris.ts';
import nul from '../../suites/traversal/nul.ts';

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

interface Setting {
  revision?: Revision;
  timeout?: number;
  fixtures?: ConstructorParameters<typeof LegRun>[2]['fixtures'];
  before?(leg: LegRun): Promise<unknown>;
}

/** Runs cases in one leg over HTTP, and gives their results in order. */
async function judge(
  cases: Record<string, Case>,
  mutant: Mutant,
  { revision = '2026-07-28', timeout = 5000, fixtures = {}, before }: Setting = {},
): Promise<Result[]> {
  const { connector, close } = await ground.serve(mutant, revision, 'http');
  endings.push(close);
  const leg = new LegRun(connector, revision, { ...ground.limits, timeout, fixtures });
  await leg.start();
  await before?.(leg);
  const planned = Object.entries(cases).map(([id, definition]) => ({ id, definition }));
  const { results } = await leg.run(planned);
  return planned.map(({ id }) => results.find((result) => result.case === id)!);
}

test.each(['2025-03-26', '2025-11-25'] as const)(
  'a GET of a foreign page is refused for its Origin, not for the stream that we have open ourselves, in %s',
  async (revision) => {
    const before = (leg: LegRun) => leg.session.listen();
    const oneStream = fault('http-get-409');
    const [guarded] = await judge({ 'http/origin': origin }, oneStream, { revision, before });
    expect(guarded).toMatchObject({ verdict: 'pass' });
    const open = fault('http-get-409', 'http-origin-unchecked-get');
    const [unguarded] = await judge({ 'http/origin': origin }, open, { revision, before });
    expect(unguarded).toMatchObject({ verdict: 'fail' });
    expect(unguarded!.reason).toContain('expected GET from');
  },
);

test('a name in base64 that is not decoded is said once, and the code for what is not there is judged all the same', async () => {
  const cases = {
    'http/name-decoded': nameDecoded,
    'not-found/code': notFoundCode,
    'messages/defined-codes': definedCodes,
  };
  const [decoded, code, meaning] = await judge(cases, fault('http-mcp-name-raw'));
  expect(decoded).toMatchObject({ verdict: 'fail' });
  expect(code).toMatchObject({ verdict: 'pass' });
  expect(meaning!.verdict).not.toBe('fail');
  const other = onError('resources/read', (error) => ({
    error: error.code === -32602 ? { ...error, code: -32601 } : error,
  }));
  const [, wrong] = await judge(cases, all(fault('http-mcp-name-raw'), other));
  expect(wrong).toMatchObject({ verdict: 'fail' });
  expect(wrong!.reason).toContain('got error -32601');
});

test('an empty Mcp-Name may be taken for none', async () => {
  const absent = onError('resources/read', (error, { params }) => ({
    error: params?.uri === '' ? { code: -32020, message: 'Mcp-Name is missing' } : error,
  }));
  const cases = { 'traversal/malformed-uris': malformedUris, 'messages/defined-codes': definedCodes };
  const [survived, meaning] = await judge(cases, absent);
  expect(survived).toMatchObject({ verdict: 'pass' });
  expect(meaning).toMatchObject({ verdict: 'pass' });
});

test('no status is asked of a refusal where no client is refused', async () => {
  const contents = [{ uri: 'demo://host/ask', text: 'Whoever you are' }];
  const plain = onReply('resources/read', (reply, { params }) =>
    reply.error?.code === -32021
      ? {
          result: {
            resultType: 'complete',
            contents: [{ ...contents[0], uri: params?.uri }],
            ttlMs: 0,
            cacheScope: 'private',
          },
        }
      : reply,
  );
  const cases = {
    'input-required/missing-capability': missingCapability,
    'input-required/missing-capability-status': missingCapabilityStatus,
  };
  for (const result of await judge(cases, plain)) {
    expect(result).toMatchObject({ verdict: 'not-applicable' });
    expect(result.reason).toContain('also does without a client capability');
  }
});

// The limit of a request is far beyond that of this test: nothing may wait for it.
test('where no stream for news is open, nobody waits for news', { timeout: 30_000 }, async () => {
  const uri = 'test://watched-resource';
  const fixtures = { update: { uri, tool: 'touch', arguments: { uri } } };
  const [told] = await judge({ 'subscriptions/updated-delivered': updatedDelivered }, fault('http-get-405'), {
    revision: '2025-11-25',
    timeout: 120_000,
    fixtures,
  });
  expect(told!.verdict).toMatch(/^(pass|warn)$/);
  const [silent] = await judge(
    { 'subscriptions/updated-delivered': updatedDelivered },
    fault('http-get-405', 'updates-never'),
    { revision: '2025-11-25', timeout: 120_000, fixtures },
  );
  expect(silent).toMatchObject({ verdict: 'warn' });
  expect(silent!.reason).toContain('the GET for a stream of news was answered with HTTP status 405');
});

/** What a server answers whose every read of a NUL ends its stream without a word. */
function said({ method, params }: JsonObject): JsonObject | undefined {
  const common = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  switch (method) {
    case 'server/discover':
      return { result: { ...common, supportedVersions: ['2026-07-28'], capabilities: { resources: {} } } };
    case 'resources/list':
      return { result: { ...common, resources: [] } };
    case 'resources/templates/list':
      return { result: { ...common, resourceTemplates: [{ uriTemplate: 'demo://files/{+path}', name: 'file' }] } };
    default:
      return params?.uri?.includes('\0') ? undefined : { error: { code: -32602, message: 'There is no such thing' } };
  }
}

test('a read that is taken and never answered shows nothing of what it may reach', async () => {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const message: JsonObject = JSON.parse(text);
    const answer = said(message);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(answer && `data: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer })}\n\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const connect = async () => connectHttp({ url });
  const connector = { kind: 'http', shared: true, isolated: true, connect, async close() {} } as const;
  const leg = new LegRun(connector, '2026-07-28', { ...ground.limits, fixtures: {} });
  await leg.start();
  const { results } = await leg.run([{ id: 'traversal/nul', definition: nul }]);
  expect(results[0]).toMatchObject({ verdict: 'untested' });
  expect(results[0]!.reason).toContain('blocked by messages/request-answered');
});
