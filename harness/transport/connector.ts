import type { Target } from '../run-options.ts';
import type { Host } from './host.ts';
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
  env?: Record<string, string>;
  cwd?: string;
  startTimeout: number;
  onStderr?: (text: string) => void;
}

/** Connects to a target of the command line. */
export function connectorFor(target: Target, options: ConnectorOptions): Connector {
  const { headers = {}, env, cwd, startTimeout, onStderr } = options;
  const place = { ...(env && { env }), ...(cwd !== undefined && { cwd }) };
  if ('stdio' in target)
    return {
      kind: 'stdio',
      shared: false,
      isolated: true,
      async connect() {
        const { launchStdio } = await import('./stdio.ts');
        return launchStdio({ argv: target.stdio, ...place });
      },
      async close() {},
    };
  if ('url' in target)
    return {
      kind: 'http',
      shared: true,
      isolated: false,
      async connect() {
        const { connectHttp } = await import('./http.ts');
        return connectHttp({ url: target.url, headers });
      },
      async close() {},
    };
  if ('http' in target) {
    let launched: (Transport & { url: string }) | undefined;
    return {
      kind: 'http',
      shared: true,
      isolated: true,
      async connect() {
        const [{ launchHttp }, { connectHttp }] = await Promise.all([import('./launch-http.ts'), import('./http.ts')]);
        let server = launched;
        if (!server || server.exit) {
          server = await launchHttp({ argv: target.http, path: target.path, ...place, headers, startTimeout });
          launched = server;
          server.listen((event) => {
            if (event.type === 'stderr') onStderr?.(event.text);
          });
        }
        // What could not be launched reports its own end to whoever listens.
        return server.exit ? server : connectHttp({ url: server.url, headers });
      },
      async close() {
        await launched?.close();
      },
    };
  }
  throw new Error("2024-11-05's HTTP+SSE transport is not supported");
}

/** Connects to a server inside this process. */
export const memoryConnector = (host: Host): Connector => ({
  kind: 'memory',
  shared: true,
  isolated: true,
  connect: async () => new MemoryTransport(host),
  async close() {},
});
