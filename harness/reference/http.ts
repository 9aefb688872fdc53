import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Host } from '../transport/host.ts';
import { isModern, modernSince, revisions } from '../wire.ts';
import { Crash, code, Failure } from './failure.ts';
import { type FaultName, FaultSet } from './faults.ts';
import { header, headersOf, versionIn } from './http-headers.ts';
import { ModernEndpoint } from './http-modern.ts';
import { Reply } from './http-reply.ts';
import { LegacyEndpoint } from './http-sessions.ts';

const largestBody = 16 * 1024 * 1024;

/** A running HTTP server. */
export interface HttpServer {
  /** The MCP endpoint. */
  url: string;
  /** The faults of the HTTP front end (and of a shared set) that have made a difference. */
  used: Set<FaultName>;
  /** Stops it and cuts all connections. */
  close(): Promise<void>;
}

/** What an HTTP server may be told. */
export interface HttpOptions {
  /** Default: any free port. */
  port?: number;
  faults?: FaultSet | Iterable<FaultName>;
  /** The bearer token that every request has to carry; default: none. */
  token?: string;
  /** Called where a fault has ended the host; by then the server is closed. */
  onCrash?: (crash: Crash) => void;
}

/** Serves a host by Streamable HTTP at 127.0.0.1, both eras on the one endpoint /mcp. */
export async function serveHttp(
  host: Host,
  { port = 0, faults: names, token, onCrash }: HttpOptions = {},
): Promise<HttpServer> {
  const faults = FaultSet.of(names);
  const modern = new ModernEndpoint(host, faults);
  const legacy = new LegacyEndpoint(host, faults);
  const close = () =>
    new Promise<void>((resolve) => {
      legacy.close();
      server.close(() => resolve());
      server.closeAllConnections();
      stopElsewhere();
    });
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const reply = new Reply(response, faults);
    serve(request, reply).catch((error: unknown) => {
      if (!(error instanceof Crash)) return response.destroy();
      void close().then(() => onCrash?.(error));
    });
  };
  const server = createServer(take);
  async function serve(request: IncomingMessage, reply: Reply): Promise<void> {
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/mcp') return reply.bare(404);
    if (!originFits(request, reply, faults) || !isAuthorised(request, reply, token, faults)) return;
    const { method } = request;
    const headers = headersOf(request, faults);
    if (method === 'GET') return legacy.get(headers, reply);
    if (method === 'DELETE') return legacy.delete(headers, reply);
    if (method !== 'POST') return reply.bare(405, { Allow: 'GET, POST, DELETE' });
    if (!/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return reply.bare(415);
    const bytes = await bodyOf(request);
    if (bytes === undefined) return reply.bare(413, { Connection: 'close' });
    const body = parse(bytes);
    if (!body) return takeNoise(host, bytes, reply);
    if (speaksModern(header(headers, 'mcp-protocol-version'), body.value)) modern.serve(headers, body.value, reply);
    else legacy.post(headers, body.value, reply);
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const stopElsewhere = await listenElsewhere(taken, take, faults);
  return { url: `http://127.0.0.1:${taken}/mcp`, used: faults.used, close };
}

/** Listens at 127.0.0.2 too, which stands for the other interfaces of the machine, where a fault says so; answers what ends that. */
export async function listenElsewhere(port: number, take: RequestListener, faults: FaultSet): Promise<() => void> {
  if (!faults.use('http-listens-everywhere')) return () => {};
  const server = createServer(take);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.2', resolve));
  return () => server.close().closeAllConnections();
}

/** The era of a POST: modern by its header or its `_meta`, unless these name a legacy version. */
function speaksModern(given: string | undefined, body: unknown): boolean {
  const version = versionIn(body);
  const legacy = (text: unknown) => revisions.some((revision) => revision === text && !isModern(revision));
  if (given === modernSince) return true;
  return version !== undefined && !legacy(version);
}

/** Hands what is no JSON to the host, whose answer it is; a host that says nothing leaves a bare status. */
function takeNoise(host: Host, bytes: Uint8Array, reply: Reply): void {
  let answered = false;
  const connection = host.connect({
    over: 'http',
    send: (message) => {
      if (!answered) reply.json(400, message);
      answered = true;
    },
  });
  connection.receiveNoise(Buffer.from(bytes.subarray(0, 4096)).toString());
  connection.close();
  if (!answered) reply.refuse(400, new Failure(code.parseError, 'Parse error'));
}

/** Whether the Origin is absent or this machine; refuses the request otherwise, as DNS rebinding would bring it. */
export function originFits({ method, headers }: IncomingMessage, reply: Reply, faults: FaultSet): boolean {
  const { origin } = headers;
  if (origin === undefined) {
    const refused = faults.use('http-origin-required');
    if (refused) reply.bare(403);
    return !refused;
  }
  if (/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(origin) || faults.use('http-origin-unchecked'))
    return true;
  if (method === 'GET' && faults.use('http-origin-unchecked-get')) return true;
  if (headers['mcp-session-id'] === undefined && faults.use('http-origin-unchecked-start')) return true;
  const status = faults.use('http-origin-400') ? 400 : 403;
  if (faults.use('http-origin-bare')) reply.bare(status);
  else reply.refuse(status, new Failure(code.invalidRequest, 'The Origin is not allowed'));
  return false;
}

/** Whether a request carries the token, where there is one; refuses the request otherwise. */
export function isAuthorised(
  { headers: { authorization } }: IncomingMessage,
  reply: Reply,
  token: string | undefined,
  faults: FaultSet,
): boolean {
  if (token === undefined || authorization === `Bearer ${token}` || faults.use('http-unauthenticated')) return true;
  if (faults.has('http-anonymous-less')) return true;
  reply.bare(401, { 'WWW-Authenticate': 'Bearer' });
  return false;
}

/** The body of a request; undefined where it is too large. */
export async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > largestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bytes as JSON; undefined where they are none. */
export function parse(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}
