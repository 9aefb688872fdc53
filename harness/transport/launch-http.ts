import { randomInt } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { StderrAllowance } from './allowance.ts';
import { type HttpOptions, type HttpTransport, openHttp } from './http.ts';
import { Outbox } from './outbox.ts';
import { type LaunchOptions, launchProcess, type SupervisedProcess } from './process.ts';
import { exitedTransport } from './stdio.ts';
import type { Exit, SendOptions, Transport, WireEvent } from './transport.ts';

/** How to launch an HTTP server; `{port}` in the arguments, in the path and as the value of a variable becomes the port, which is also in $PORT. */
export interface LaunchHttpOptions extends LaunchOptions, Omit<HttpOptions, 'url'> {
  /** The path of the MCP endpoint; default /mcp. */
  path?: string | undefined;
  /** How long the server may take to listen, in milliseconds; default 60,000. */
  startTimeout?: number | undefined;
}

/** A transport to a server that it launched, at `url`. */
export type LaunchedHttp = Transport & { readonly url: string };

const poll = 25;
// How long answers that were already under way get to arrive after the server has exited, in milliseconds.
const lateAnswers = 500;
const given = new Set<number>();

/** Launches a server and waits until it listens; one that does not comes as a transport that has exited, with the reason. */
export async function launchHttp(options: LaunchHttpOptions): Promise<LaunchedHttp> {
  const { argv, path = '/mcp', env, startTimeout = 60_000 } = options;
  const port = await freePort();
  const fill = (text: string) => text.replaceAll('{port}', String(port));
  const url = `http://127.0.0.1:${port}/${fill(path).replace(/^\/+/, '')}`;
  const launched = await launchProcess({
    // An HTTP server does not wait for the end of its input.
    grace: { eof: 0, term: 2000 },
    ...options,
    argv: argv.map(fill),
    // A part of a value is left alone: what is masked in reports must stay what it was.
    env: { PORT: String(port), ...mapped(env, (value) => (value === '{port}' ? String(port) : value)) },
  });
  if ('error' in launched) return Object.assign(exitedTransport('http', launched), { url });

  const outbox = new Outbox();
  const stderr = new StderrAllowance((event) => outbox.emit(event), options.masking);
  for (const stream of [launched.stdout, launched.stderr]) {
    stream.on('data', (chunk: Buffer) => stderr.push(chunk, stream)).resume();
  }
  launched.exited.then(() => stderr.finish());
  const host = await listeningHost(port, launched, startTimeout);
  if (typeof host === 'object') {
    const early = { ...(await launched.stop()), ...host };
    return Object.assign(exitedTransport('http', early, outbox), { url });
  }
  const found = url.replace('127.0.0.1', host);
  return new LaunchedHttpTransport(launched, await openHttp({ ...options, url: found }, outbox), found);
}

const mapped = (env: Record<string, string> = {}, change: (value: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, change(value)]));

class LaunchedHttpTransport implements LaunchedHttp {
  readonly kind = 'http';

  constructor(
    private readonly process: SupervisedProcess,
    private readonly http: HttpTransport,
    readonly url: string,
  ) {
    process.exited.then(async (exit) => {
      for (let waited = 0; waited < lateAnswers && !http.idle; waited += poll) await delay();
      await http.shut(exit, `the server exited ${describeExit(exit)}`);
    });
  }

  get address(): Transport['address'] {
    return this.http.address;
  }

  get exit(): Exit | undefined {
    return this.http.exit;
  }

  send(body: string | Uint8Array, options?: SendOptions): number {
    return this.http.send(body, options);
  }

  abort(exchange: number): void {
    this.http.abort(exchange);
  }

  signal(name: 'SIGTERM' | 'SIGINT'): void {
    this.process.signal(name);
  }

  end(): void {
    this.process.stdin.end();
  }

  listen(listener: (event: WireEvent) => void): void {
    this.http.listen(listener);
  }

  async close(): Promise<Exit> {
    this.http.abortAll();
    return this.http.shut(await this.process.stop());
  }
}

/** Says how a process ended, as the end of a sentence. */
export const describeExit = ({ code, signal }: Exit): string =>
  code !== undefined ? `with code ${code}` : signal !== undefined ? `by ${signal}` : 'for a reason unknown';

// The host under which the port accepts connections, or what the server did in place of that.
async function listeningHost(
  port: number,
  launched: SupervisedProcess,
  ms: number,
): Promise<string | { error: string }> {
  let exit: Exit | undefined;
  launched.exited.then((how) => {
    exit = how;
  });
  const deadline = performance.now() + ms;
  while (!exit) {
    if (await accepts(port, '127.0.0.1')) return '127.0.0.1';
    // A server that binds "localhost" may have got the IPv6 address only.
    if (await accepts(port, '::1')) return '[::1]';
    if (performance.now() > deadline) {
      const mend = 'it must listen on the port that stands for {port} in its command, or in $PORT';
      return { error: `did not listen on 127.0.0.1:${port} within ${ms / 1000} s; ${mend}` };
    }
    await delay();
  }
  return { error: `exited ${describeExit(exit)} before it listened on port ${port}` };
}

const accepts = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1000 });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });

const delay = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, poll);
  });

// Below the ports that systems hand out by themselves: whoever else opens a socket meanwhile would get one of those, and be taken for the server.
const [firstPort, lastPort] = [20_000, 32_000];
const mostTries = 200;

// Servers that are launched at the same time must not get the same port, though each of them is free when asked for.
async function freePort(): Promise<number> {
  for (let tries = 0; ; tries++) {
    const wanted = tries < mostTries ? randomInt(firstPort, lastPort) : 0;
    const port = given.has(wanted) ? undefined : await portIfFree(wanted);
    if (port === undefined || given.has(port)) continue;
    given.add(port);
    return port;
  }
}

/** The port (any, for 0) if nobody listens on it. */
const portIfFree = (port: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (port === 0 ? reject(error) : resolve(undefined)));
    server.listen(port, '127.0.0.1', () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => resolve(found));
    });
  });
