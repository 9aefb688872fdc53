import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultName } from '../../harness/reference/faults.ts';
import { Reference } from '../../harness/reference/reference.ts';
import { serveStdio } from '../../harness/reference/stdio.ts';
import type { JsonObject } from '../../harness/wire.ts';
import { modernMeta } from './client.ts';

const request = (id: unknown, method: string, params: JsonObject = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { _meta: modernMeta(), ...params } })}\n`;
const read = request(1, 'resources/read', { uri: 'demo://host/caf%C3%A9' });

/** What the server writes for an input, and how it ends. */
async function run(input: (string | Uint8Array)[], faults: FaultName[] = []) {
  const reference = new Reference({ faults });
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const chunks: Buffer[] = [];
  stdout.on('data', (chunk) => chunks.push(chunk));
  const { ended } = serveStdio(reference, stdin, stdout, { faults: reference.faults });
  for (const chunk of input) stdin.write(chunk);
  stdin.end();
  const code = await ended;
  return { chunks, text: Buffer.concat(chunks).toString(), code, used: [...reference.used] };
}

const messages = (text: string): JsonObject[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('the reference server over streams', () => {
  it('writes one message a line, whatever the pieces of its input', async () => {
    const bytes = Buffer.from(`${read}\r\n\n${read}${read.trimEnd()}`);
    const { text, code } = await run([...bytes].map((byte) => Uint8Array.of(byte)));
    expect(messages(text)).toHaveLength(3);
    expect(messages(text)[0]?.result.contents[0].text).toContain('☕');
    expect(text.endsWith('\n')).toBe(true);
    expect(code).toBe(0);
  });

  it('answers what is no JSON, no UTF-8 or too long with a parse error, and goes on', async () => {
    const long = Buffer.alloc(17 * 1024 * 1024, 'x');
    const { text } = await run(['{\n', Uint8Array.of(0x22, 0xff, 0x22, 0x0a), long, '\n', read]);
    const answers = messages(text);
    expect(answers.map(({ error }) => error?.code)).toEqual([-32700, -32700, -32700, undefined]);
  });

  it('tells open listens when it is to end', async () => {
    const reference = new Reference();
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const server = serveStdio(reference, stdin, stdout);
    stdin.write(request('l', 'subscriptions/listen', { notifications: {} }));
    await once(stdout, 'readable');
    server.terminate();
    expect(await server.ended).toBe(0);
    expect(messages(String(stdout.read())).map(({ id, method }) => id ?? method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/cancelled',
      'l',
    ]);
  });

  it('ends with 1 where a fault ends it', async () => {
    expect(await run(['{\n', read], ['exit-on-malformed-json'])).toMatchObject({ code: 1, text: '' });
  });

  const right = run([read]);
  it.each<[FaultName, (text: string) => boolean]>([
    ['stdio-banner', (text) => /^Reference server ready.*\n\{/.test(text)],
    ['stdio-log-lines', (text) => /^\[info\].*\n\{.*\}\n$/.test(text)],
    ['stdio-json-log', (text) => /^\{"level":"info".*\}\n\{.*\}\n$/.test(text)],
    ['stdio-goodbye-unended', (text) => /\}\n\{"jsonrpc":"2.0","method":"notifications\/message".*\}$/.test(text)],
    ['stdio-goodbye', (text) => text.endsWith('}\nGood bye\n')],
    ['stdio-content-length', (text) => /^Content-Length: \d+\r\n\r\n\{.*\}$/.test(text)],
    ['stdio-pretty-print', (text) => text.split('\n').length > 5 && JSON.parse(text).id === 1],
    ['stdio-two-on-a-line', (text) => text.split('}{').length === 2],
    ['stdio-blank-lines', (text) => text.endsWith('}\n\n')],
    ['stdio-bom', (text) => text.startsWith('\ufeff{')],
    ['stdio-latin-1', (text) => text.includes('\ufffd')],
    ['stdio-crlf', (text) => text.endsWith('}\r\n')],
    ['stdio-no-last-newline', (text) => text.endsWith('}')],
  ])('%s', async (fault, fits) => {
    const { text, used } = await run([read], [fault]);
    expect((await right).used).toEqual([]);
    expect(fits((await right).text)).toBe(false);
    expect(used).toEqual([fault]);
    expect(fits(text), text).toBe(true);
  });

  it.each<[FaultName, number[]]>([
    ['stdio-reads-chunks', [-32700, -32700]],
    ['stdio-decodes-chunks', [-32602]],
  ])('%s', async (fault, codes) => {
    const bytes = Buffer.from(request(1, 'resources/read', { uri: 'demo://host/☕' }));
    const cut = bytes.indexOf('☕') + 1;
    const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
    const { text, used } = await run(pieces, [fault]);
    expect(messages(text).map(({ error }) => error.code)).toEqual(codes);
    expect(text).not.toBe((await run(pieces)).text);
    expect(used).toEqual([fault]);
  });

  it('writes in pieces with stdio-split-writes, and the whole is the same', async () => {
    const { text, chunks, used } = await run([read], ['stdio-split-writes']);
    expect(text).toBe((await right).text);
    expect(chunks.length).toBeGreaterThan(20);
    expect(used).toEqual(['stdio-split-writes']);
  });
});

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    const build = await rolldown({
      input: { reference: 'harness/reference/main.ts' },
      platform: 'node',
      external: isBuiltin,
    });
    await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' });
    await build.close();
    cpSync('harness/reference/served', join(folder, 'served'), { recursive: true });
  });
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  function start(...args: string[]) {
    const child = spawn(process.execPath, [join(folder, 'reference.js'), ...args], { stdio: 'pipe' });
    started.push(child);
    const seen = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      seen.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      seen.err += chunk;
    });
    return { child, seen, exit: once(child, 'close').then(([code]) => code as number | null) };
  }

  it('serves the folder that ships with it, and exits when its input ends', async () => {
    const { child, seen, exit } = start();
    child.stdin.end(request(1, 'resources/read', { uri: 'demo://host/files/v1..v2.txt' }));
    expect(await exit).toBe(0);
    expect(messages(seen.out)[0]?.result.contents[0].text).toContain('Two dots');
  });

  it('ends on SIGTERM, telling its listens first', async () => {
    const { child, seen, exit } = start();
    child.stdin.write(request('l', 'subscriptions/listen', { notifications: {} }));
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(messages(seen.out).at(-1)?.id).toBe('l');
  });

  it.each([['stdio-ignores-eof'], ['stdio-ignores-sigterm']])('with %s stays', async (fault) => {
    const { child, exit } = start('--fault', fault);
    child.stdin.write(request(1, 'server/discover'));
    await once(child.stdout, 'data');
    if (fault === 'stdio-ignores-eof') child.stdin.end();
    else child.kill('SIGTERM');
    // It is still there for the other signal, which both leave alone.
    if (fault === 'stdio-ignores-eof') child.kill('SIGTERM');
    else child.stdin.end();
    expect(await exit).toBe(0);
  });

  it('floods standard error with stdio-stderr-flood and serves all the same', async () => {
    const { child, seen, exit } = start('--fault', 'stdio-stderr-flood');
    child.stdin.end(request(1, 'server/discover'));
    expect(await exit).toBe(0);
    expect(seen.err.length).toBeGreaterThan(1_000_000);
    expect(messages(seen.out)).toHaveLength(1);
  });

  it('serves HTTP on the port it is given', async () => {
    const { child, seen, exit } = start('--http', '--port', '0');
    await once(child.stderr, 'data');
    const url = /http:\S+/.exec(seen.err)![0];
    const response = await fetch(url, { method: 'DELETE' });
    expect(response.status).toBe(405);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  it.each([
    [['--fault', 'nonsense'], /no such fault: nonsense; --help/],
    [['--nonsense'], /--nonsense[\s\S]*--help/],
    [['--directory', '/no/such/folder'], /not a folder: \/no\/such\/folder/],
    [['--http', '--port', '70000'], /not a port: 70000/],
  ])('says what is wrong with %j', async (args, words) => {
    const { child, seen, exit } = start(...args);
    child.stdin.end();
    expect(await exit).toBe(2);
    expect(seen.err).toMatch(words);
    expect(seen.err).not.toContain('    at ');
    expect(seen.out).toBe('');
  });

  it('lists its faults in --help', async () => {
    const { child, seen, exit } = start('--help');
    child.stdin.end();
    expect(await exit).toBe(0);
    expect(seen.out).toContain('traversal-raw-join');
  });
});
