import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { exitCode } from '../../harness/cli/exit-code.ts';
import { isOutOfCredentials } from '../../harness/refused-credentials.ts';
import type { Report } from '../../harness/report.ts';
import { runConformance } from '../../harness/run.ts';
import type { JsonObject } from '../../harness/wire.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const resources = ['doc://a', 'doc://b'].map((uri) => ({ uri, name: uri }));

function answer(message: JsonObject): JsonObject {
  const { method, params } = message as { method: string; params?: any };
  if (method === 'initialize')
    return {
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { resources: {} },
        serverInfo: { name: 'a', version: '1' },
      },
    };
  if (method === 'ping') return { result: {} };
  if (params?.cursor !== undefined) return { error: { code: -32602, message: 'no such cursor' } };
  if (method === 'resources/list') return { result: { resources } };
  if (method === 'resources/templates/list') return { result: { resourceTemplates: [] } };
  if (method !== 'resources/read') return { error: { code: -32601, message: 'no such method' } };
  return resources.some(({ uri }) => uri === params?.uri)
    ? { result: { contents: [{ uri: params.uri, text: 'x' }] } }
    : { error: { code: -32002, message: 'not found' } };
}

/** Judges a server that answers 401 where it is told to; `count`: which POST it is. */
async function judged(
  refuses: (message: any, count: number, request: IncomingMessage) => boolean,
  challenge = true,
): Promise<Report> {
  let count = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method !== 'POST') return void response.writeHead(405, { Allow: 'POST' }).end();
    let message: any;
    try {
      message = JSON.parse(body);
    } catch {
      return void response.writeHead(400).end();
    }
    count++;
    if (refuses(message, count, request))
      return void response.writeHead(401, challenge ? { 'WWW-Authenticate': 'Bearer' } : {}).end();
    if (message?.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer(message) }));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const only = ['list', 'pagination', 'read', 'not-found', 'messages', 'capabilities'];
  return runConformance({ target: { url }, revisions: ['2025-06-18'], only });
}

const outOf = ({ legs }: Report) => legs.flatMap(({ results }) => results.filter(isOutOfCredentials));

describe('credentials that are refused in the midst of a run', () => {
  it.each([true, false])('leave what comes after untested, and the run is none (challenge: %s)', async (challenge) => {
    const good = await judged(() => false);
    expect(outOf(good)).toEqual([]);
    const broken = (report: Report) =>
      report.legs[0]!.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(
        (each) => each.case,
      );
    const report = await judged((_, count) => count > 12, challenge);
    expect(outOf(report).length).toBeGreaterThan(10);
    expect(outOf(report)[0]!.reason).toMatch(
      /in mid-run: \d+ requests got HTTP status 401; give fresh ones with --header/,
    );
    expect(broken(good)).toEqual(expect.arrayContaining(broken(report)));
    expect(exitCode(report)).toBe(3);
  });

  it('are told also where the first session lives on and no other is let in', async () => {
    let opened = 0;
    const report = await judged(({ method }) => method === 'initialize' && ++opened > 1);
    expect(outOf(report).length).toBeGreaterThan(0);
    expect(report.legs[0]!.results.some(({ verdict }) => verdict === 'pass')).toBe(true);
  });
});

describe('a 401 is another matter', () => {
  it.each<[string, Parameters<typeof judged>[0]]>([
    ['for one resource', ({ params }) => params?.uri === 'doc://b'],
    ['for what does not exist', ({ method, params }) => method === 'resources/read' && params?.uri !== 'doc://a'],
    ['once', (_, count) => count === 12],
    ['now and then', (_, count) => count > 12 && count % 9 === 0],
    ['for a method that was never served', ({ method }) => method === 'resources/templates/list'],
    ['for what is malformed', (message) => message?.jsonrpc !== '2.0' || Array.isArray(message)],
  ])('%s', async (_, refuses) => {
    const report = await judged(refuses);
    expect(report.legs[0]!.results.length).toBeGreaterThan(50);
    expect(outOf(report)).toEqual([]);
    expect(exitCode(report)).not.toBe(3);
  });
});
