import { parseArgs } from 'node:util';
import { shippedDirectory } from './directory.ts';
import { FaultSet, faults, isFaultName } from './faults.ts';
import type { serveHttp } from './http.ts';
import { floodOfStderr } from './piped.ts';
import { Reference } from './reference.ts';
import { serveStdio } from './stdio.ts';

const help = `A server of MCP resources that keeps every rule, in all revisions.

  node reference.js                     over standard input and output
  node reference.js --http [--port N]   over HTTP, at http://127.0.0.1:N/mcp (N: $PORT, else any free port)
  node reference.js --sse [--port N]    over HTTP+SSE, as 2024-11-05 has it, at http://127.0.0.1:N/sse

  --directory <folder>   the folder to serve as file:// resources (default: the one that ships with it)
  --fault <name>         switch a fault on (repeatable):
`;

try {
  await main();
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(`${message}\n${/--help/.test(message) ? '' : 'See --help.\n'}`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      http: { type: 'boolean', default: false },
      sse: { type: 'boolean', default: false },
      port: { type: 'string' },
      directory: { type: 'string' },
      fault: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    const list = Object.entries(faults).map(([name, what]) => `    ${name.padEnd(36)} ${what}`);
    process.stdout.write(`${help}${list.join('\n')}\n`);
    return;
  }
  const unknown = values.fault.find((name) => !isFaultName(name));
  if (unknown !== undefined) throw new Error(`no such fault: ${unknown}; --help lists them all`);
  const on = new FaultSet(values.fault.filter(isFaultName));
  const host = new Reference({ directory: values.directory ?? shippedDirectory(), faults: on });
  if (on.use('stdio-stderr-flood')) process.stderr.write(floodOfStderr);
  // What the other transports need is not loaded.
  if (values.http) await overHttp((await import('./http.ts')).serveHttp, host, on, values.port);
  else if (values.sse) await overHttp((await import('./sse.ts')).serveSse, host, on, values.port);
  else await overStdio(host, on);
}

async function overStdio(host: Reference, on: FaultSet): Promise<void> {
  const server = serveStdio(host, process.stdin, process.stdout, { faults: on });
  process.on('SIGTERM', () => server.terminate());
  process.on('SIGINT', () => server.terminate());
  // Two faults have the process outlive its input.
  const stay = on.has('stdio-ignores-eof') || on.has('stdio-ignores-sigterm');
  const timer = stay ? setInterval(() => {}, 60_000) : undefined;
  const code = await server.ended;
  clearInterval(timer);
  // Without process.exit, which would cut what is still on its way to standard error.
  process.exitCode = code;
  process.stdin.destroy();
}

async function overHttp(
  serve: typeof serveHttp,
  host: Reference,
  on: FaultSet,
  given: string | undefined,
): Promise<void> {
  const text = given ?? process.env.PORT ?? '0';
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`not a port: ${text}; allowed are 0 to 65535`);
  const server = await serve(host, { port, faults: on, onCrash: () => process.exit(1) });
  process.stderr.write(`Listening at ${server.url}\n`);
  const stop = () => {
    host.shutdown();
    // What the shutdown wrote to open streams is to reach them.
    setTimeout(() => void server.close().then(() => process.exit(0)), 50);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
