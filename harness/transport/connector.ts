import { type PieceMasker, pieceMasker } from '../mask-pieces.ts';
import type { Target } from '../run-options.ts';
import { secretsOf } from '../run-secrets.ts';
import type { JsonObject } from '../wire.ts';
import type { Host } from './host.ts';
import type { HttpTransport } from './http.ts';
import { Kin } from './kin.ts';
import { MemoryTransport } from './memory.ts';
import type { RequestHeaders, Transport, TransportKind } from './transport.ts';

/** Makes connections to one server for one leg. */
export interface Connector {
  readonly kind: TransportKind;
  /** Whether two connections reach the same running server, so that what one does the other can see. */
  readonly shared: boolean;
  /** Whether a server of its own runs for this connector, so that legs cannot disturb each other. */
  readonly isolated: boolean;
  /** A new connection: over stdio a new process. A launched HTTP server that has ended is launched again. */
  connect(): Promise<Transport>;
  /** Ends what was launched. */
  close(): Promise<void>;
}

/** How launched servers are started and HTTP requests are sent. */
export interface ConnectorOptions {
  headers?: RequestHeaders;
  insecure?: boolean;
  env?: Record<string, string>;
  cwd?: string;
  startTimeout: number;
  onStderr?: (text: string) => void;
}

/** What masks what a launched server writes, with the secrets that it was given. */
function maskingFor(target: Target, { headers = {}, env = {} }: ConnectorOptions): PieceMasker {
  const single = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each]));
  return pieceMasker(secretsOf({ target, headers: Object.fromEntries(single), env }).values);
}

/** Connects to a target of the command line. */
export function connectorFor(target: Target, options: ConnectorOptions): Connector {
  const { headers = {}, insecure, env, cwd } = options;
  if ('stdio' in target) {
    const kin = new Kin();
    const place = { env: { ...env, ...kin.env }, ...(cwd !== undefined && { cwd }) };
    const masking = maskingFor(target, options);
    return {
      kind: 'stdio',
      shared: false,
      isolated: true,
      async connect() {
        const { launchStdio } = await import('./stdio.ts');
        return launchStdio({ argv: target.stdio, masking, ...place });
      },
      close: () => kin.end(),
    };
  }
  if ('url' in target)
    return {
      kind: 'http',
      shared: true,
      isolated: false,
      async connect() {
        const { connectHttp } = await import('./http.ts');
        return connectHttp({ url: target.url, headers, insecure });
      },
      async close() {},
    };
  if ('http' in target) return launchedHttp(target, { ...options, headers });
  return {
    kind: 'sse',
    shared: true,
    isolated: false,
    async connect() {
      const { connectSse } = await import('./sse.ts');
      return connectSse({ url: target.sse, headers, insecure, startTimeout: options.startTimeout });
    },
    async close() {},
  };
}

/** The same connector, whose connections end when the run is stopped: whoever waits for an answer learns that none will come. */
export function stoppable(connector: Connector, signal: AbortSignal | undefined): Connector {
  if (!signal) return connector;
  const open = new Set<Transport>();
  signal.addEventListener('abort', () => {
    for (const transport of open) void transport.close();
  });
  return {
    ...connector,
    async connect() {
      const transport = await connector.connect();
      if (signal.aborted) await transport.close();
      for (const each of open) if (each.exit) open.delete(each);
      open.add(transport);
      return transport;
    },
  };
}

/** Launches an HTTP server at the first connection; its end is the end of every connection to it. */
function launchedHttp(target: Extract<Target, { http: string[] }>, options: ConnectorOptions): Connector {
  const { headers, env, cwd, startTimeout, onStderr } = options;
  const kin = new Kin();
  const place = {
    masking: maskingFor(target, options),
    env: { ...env, ...kin.env },
    ...(cwd !== undefined && { cwd }),
  };
  let launched: (Transport & { url: string }) | undefined;
  const open = new Set<HttpTransport>();
  const launch = async () => {
    const { launchHttp } = await import('./launch-http.ts');
    const server = await launchHttp({ argv: target.http, path: target.path, ...place, headers, startTimeout });
    server.listen((event) => {
      if (event.type === 'stderr') onStderr?.(event.text);
      if (event.type !== 'exit') return;
      for (const transport of open) transport.shut(event.exit, 'the server process ended');
      open.clear();
    });
    return server;
  };
  return {
    kind: 'http',
    shared: true,
    isolated: true,
    async connect() {
      if (!launched || launched.exit) launched = await launch();
      if (launched.exit) {
        // The end that was told when it was launched has to be told again to who listens now.
        const { exitedTransport } = await import('./stdio.ts');
        return exitedTransport('http', launched.exit);
      }
      const [{ openHttp }, { Outbox }] = await Promise.all([import('./http.ts'), import('./outbox.ts')]);
      const transport = await openHttp({ url: launched.url, headers }, new Outbox());
      open.add(transport);
      return transport;
    },
    async close() {
      await launched?.close();
      await kin.end();
    },
  };
}

/** Connects to a server inside this process; `write` gives the text of a message. */
export const memoryConnector = (host: Host, write?: (message: JsonObject | JsonObject[]) => string): Connector => ({
  kind: 'memory',
  shared: true,
  isolated: true,
  connect: async () => new MemoryTransport(host, write),
  async close() {},
});
