import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { benchFile, type Place, run } from '../measure.ts';
import { type Row, ratios } from '../table.ts';

/** How long `--version` takes beside a Node.js that does nothing. */
export async function version(place: Place): Promise<Row[]> {
  const pairs: [number, number][] = [];
  for (let i = 0; i < Math.max(3, Math.round(15 * place.share)); i++)
    pairs.push([(await run([place.cli, '--version'])).ms, (await run(['-e', '0'])).ms]);
  return [
    { figure: '--version ÷ node -e 0', values: ratios(pairs), unit: 'times', aim: 1.5 },
    { figure: '  --version', values: pairs.map(([ours]) => ours), unit: 'ms' },
  ];
}

/** How long it takes from the start of the command line to the first byte that reaches a server, beside a bare client. */
export async function first(place: Place): Promise<Row[]> {
  const times = Math.max(3, Math.round(9 * place.share));
  const overStdio: [number, number][] = [];
  const overHttp: [number, number][] = [];
  const listener = await firstByteListener();
  try {
    for (let i = 0; i < times; i++) {
      const server = ['sh', benchFile('servers/first-byte.sh'), join(place.folder, 'first')];
      overStdio.push([
        await untilNoted(server[2]!, [place.cli, '--quiet', '--', ...server]),
        await untilNoted(server[2]!, [benchFile('client/first.mjs'), 'stdio', ...server]),
      ]);
      overHttp.push([
        await listener.until([place.cli, '--quiet', '--url', listener.url]),
        await listener.until([benchFile('client/first.mjs'), 'http', listener.url]),
      ]);
    }
  } finally {
    listener.close();
  }
  return [
    { figure: 'first request out ÷ a bare client’s, stdio', values: ratios(overStdio), unit: 'times', aim: 2 },
    { figure: '  from start to first request', values: overStdio.map(([ours]) => ours), unit: 'ms' },
    { figure: 'first request out ÷ a bare client’s, HTTP', values: ratios(overHttp), unit: 'times', aim: 2 },
    { figure: '  from start to first request', values: overHttp.map(([ours]) => ours), unit: 'ms' },
  ];
}

const now = (): number => performance.timeOrigin + performance.now();

/** Milliseconds from the start of a client to what the server that it launched has noted in a file. */
async function untilNoted(file: string, args: readonly string[]): Promise<number> {
  rmSync(file, { force: true });
  const begun = now();
  // A client that gets no answer tells so in its exit code.
  await run(args, { codes: [0, 1, 3] });
  const noted = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((nanoseconds) => Number(nanoseconds) / 1e6);
  return Math.min(...noted) - begun;
}

/** A server that tells when the first byte of a request reached it, and answers that it knows nothing. */
async function firstByteListener() {
  let first: number | undefined;
  const server = createServer((_, response) => response.writeHead(404, { connection: 'close' }).end());
  server.on('connection', (socket) =>
    socket.once('data', () => {
      first ??= now();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async until(args: readonly string[]): Promise<number> {
      first = undefined;
      const begun = now();
      await run(args, { codes: [0, 1, 3] });
      if (first === undefined) throw new Error(`no request came from ${args.join(' ')}`);
      return first - begun;
    },
    close: () => server.close(),
  };
}
