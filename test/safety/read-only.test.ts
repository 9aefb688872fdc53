// What the suite sends to a server, and what it does to the machine: the complete lists.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveHttp } from '../../harness/reference/http.ts';
import { Reference } from '../../harness/reference/reference.ts';
import { needBuilt, Place, recorder, reference } from './command-line.ts';

// Every method that is ever sent to a server of which no file says more: it lists, reads, completes, subscribes, discovers, gets
// prompts that need no arguments, and what a conversation needs anyway. What is invented is sent to see that they are refused.
const legacyOnly = ['initialize', 'notifications/initialized', 'ping', 'resources/subscribe', 'resources/unsubscribe'];
const readOnly = [
  ...[
    'completion/complete',
    'notifications/cancelled',
    'prompts/get',
    'prompts/list',
    'resources/list',
    'resources/read',
  ],
  ...['resources/templates/list', 'server/discover', 'subscriptions/listen', ...legacyOnly],
  'mcp-conformance/unknown-7f3a9c1e',
];
const overStdio = [...readOnly, 'notifications/mcp-conformance-7f3a9c1e'].sort();
const overHttp = [...readOnly, 'notifications/mcp_conformance_unknown'].sort();

/** The messages in what was sent, batches taken apart, and the lines that are none. */
function messagesOf(texts: readonly string[]): { messages: any[]; rest: string[] } {
  const messages: any[] = [];
  const rest: string[] = [];
  for (const line of texts.flatMap((text) => text.split('\n')).filter((each) => each.trim() !== '')) {
    try {
      for (const message of [JSON.parse(line)].flat()) messages.push(message);
    } catch {
      rest.push(line);
    }
  }
  return { messages, rest };
}

const methodsOf = (messages: readonly any[]): string[] =>
  [...new Set(messages.filter((each) => typeof each?.method === 'string').map((each) => each.method))].sort();

/** What tools are called, each with its arguments, once. */
const callsOf = (messages: readonly any[]): { name: unknown; arguments: unknown }[] => {
  const calls = messages.filter(({ method }) => method === 'tools/call').map(({ params }) => params);
  const told = calls.map((params) => JSON.stringify({ name: params.name, arguments: params.arguments }));
  return [...new Set(told)].sort().map((text) => JSON.parse(text));
};

let place: Place;
beforeAll(needBuilt);
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.close());

/** Runs the suite over stdio on the reference server; answers what that was sent. */
async function sentOverStdio(...options: string[]) {
  const folder = join(place.folder, 'sent');
  mkdirSync(folder);
  const server = [process.execPath, recorder, folder, process.execPath, reference, '--directory', place.served];
  const { code, stderr } = await place.run(['--quiet', ...options, '--', ...server]);
  expect(code, stderr).toBe(0);
  return messagesOf(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')));
}

/** Runs the suite over HTTP on the reference server; answers the requests that it was sent. */
async function sentOverHttp(...options: string[]) {
  const server = await serveHttp(new Reference({ directory: place.served }), {});
  const sent: { method: string; url: string; body: string }[] = [];
  const front = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const exchange = { method, url, body: '' };
    sent.push(exchange);
    const on = request(new URL(url, server.url), { method, headers: { ...headers, host: new URL(server.url).host } });
    on.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      // An event stream may have nothing to say for long.
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    on.on('error', () => outgoing.destroy());
    outgoing.on('close', () => on.destroy());
    incoming.on('data', (chunk) => {
      exchange.body += chunk;
    });
    incoming.pipe(on);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  try {
    const { code, stderr } = await place.run(['--quiet', ...options, '--url', `http://127.0.0.1:${port}/mcp`]);
    expect([0, 1], stderr).toContain(code);
    return { sent, port };
  } finally {
    front.closeAllConnections();
    front.close();
    await server.close();
  }
}

describe('without fixtures', { timeout: 180_000 }, () => {
  it('a server is sent these methods over stdio, in both eras, and no tool is called', async () => {
    const { messages, rest } = await sentOverStdio();
    expect(methodsOf(messages)).toEqual(overStdio);
    // Malformed on purpose; a lenient server could take it for what it resembles.
    for (const line of rest) expect(line).not.toMatch(/tools\/|prompts\/|logging|sampling/);
    expect(place.deeds().filter(({ kind }) => kind === 'connect' || kind === 'datagram' || kind === 'lookup')).toEqual(
      [],
    );
  });

  it('a server is sent these methods over HTTP, at its address alone', async () => {
    const { sent, port } = await sentOverHttp();
    const { messages } = messagesOf(sent.map(({ body }) => body));
    expect(methodsOf(messages)).toEqual(overHttp);
    expect(new Set(sent.map(({ url }) => url))).toEqual(new Set(['/mcp']));
    expect([...new Set(sent.map(({ method }) => method))].sort()).toEqual(['DELETE', 'GET', 'POST']);
    const ends = place
      .deeds()
      .filter(({ kind }) => kind === 'connect')
      .map(({ what }) => [what.host, Number(what.port)]);
    expect(ends.length).toBeGreaterThan(0);
    // A case asks whether a server on this machine listens on more than its loopback address.
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const [host, to] of ends) {
      const ours = /^127\.\d+\.\d+\.\d+$/.test(host) || own.some(({ address }) => address === host);
      expect(ours, `${host} is no address of this machine`).toBe(true);
      expect(to).toBe(port);
    }
    expect(place.deeds().filter(({ kind }) => ['lookup', 'datagram', 'command', 'process'].includes(kind))).toEqual([]);
  });

  it('nothing is written but a canary among the temporary files, which goes, and no link is made', async () => {
    const before = place.left();
    await sentOverStdio('--only', 'traversal,list');
    const deeds = place.deeds();
    expect(deeds.filter(({ kind }) => kind === 'link')).toEqual([]);
    const written = deeds.filter(({ kind, what }) => kind === 'write' || (kind === 'open' && !isRead(what[1])));
    expect(written.length).toBeGreaterThan(0);
    for (const { kind, what } of written) expect(kind === 'open' ? what[0] : what).toMatch(canaryIn(place.temporary));
    expect(place.left()).toEqual(before);
  });
});

const isRead = (flags: unknown): boolean =>
  flags === undefined || flags === 'r' || flags === 0 || typeof flags === 'function';
const canaryIn = (folder: string): RegExp => new RegExp(`^${folder.replaceAll(/[.\\]/g, '\\$&')}/mcp-conformance-`);

describe('with fixtures', { timeout: 180_000 }, () => {
  const update = { uri: 'test://watched-resource', tool: 'touch', arguments: { uri: 'test://watched-resource' } };

  it('no tool is called but those that are named, with the arguments that are named', async () => {
    const fixtures = { update, listChange: { tool: 'add', arguments: { why: ['not'] } } };
    const config = place.file('named.json', JSON.stringify({ fixtures }));
    const { messages } = await sentOverStdio('--config', config);
    expect(callsOf(messages)).toEqual([
      { name: 'add', arguments: { why: ['not'] } },
      { name: 'touch', arguments: { uri: 'test://watched-resource' } },
    ]);
    expect(methodsOf(messages)).toEqual([...overStdio, 'tools/call'].sort());
  });

  it('no command is run but the server and the one that is named', async () => {
    const script = `require('node:fs').appendFileSync(${JSON.stringify(join(place.folder, 'ran'))}, '.');`;
    const trigger = [place.file('trigger.cjs', script)];
    const command = `"${process.execPath}" "${trigger[0]}"`;
    const config = place.file('command.json', JSON.stringify({ fixtures: { listChange: { command } } }));
    const { messages } = await sentOverStdio('--config', config, '--only', 'subscriptions');
    expect(callsOf(messages)).toEqual([]);
    expect(readFileSync(join(place.folder, 'ran'), 'utf8')).toMatch(/^\.+$/);
    const run = place.deeds().filter(({ kind }) => kind === 'process');
    const words = [...new Set(run.map(({ what }) => JSON.stringify(what.slice(1))))].map((text) => JSON.parse(text));
    expect(words).toHaveLength(2);
    expect(words).toContainEqual(trigger);
    expect(words.find((each) => each[0] === recorder)).toBeDefined();
  });

  it('links are made in the folder that is named alone, and files there, beside it and among the temporary ones', async () => {
    const before = place.left();
    const config = place.file('directory.json', JSON.stringify({ fixtures: { directory: place.served } }));
    await sentOverStdio('--config', config, '--only', 'traversal');
    const links = place
      .deeds()
      .filter(({ kind }) => kind === 'link')
      .map(({ what }) => what);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link.startsWith(`${place.served}/`), link).toBe(true);
    const written = place
      .deeds()
      .filter(({ kind }) => kind === 'write')
      .map(({ what }) => what);
    for (const file of written)
      expect(file.startsWith(`${place.parent}/`) || canaryIn(place.temporary).test(file), file).toBe(true);
    // What is taken away is what was written.
    const removed = place
      .deeds()
      .filter(({ kind }) => kind === 'remove')
      .map(({ what }) => what);
    for (const file of removed) expect(file).toMatch(/mcp-conformance-/);
    expect(place.left()).toEqual(before);
    expect(readFileSync(join(place.served, 'readme.txt'), 'utf8')).toBe('read me\n');
  });
});
