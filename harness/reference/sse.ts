import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection, Host } from '../transport/host.ts';
import { isObject } from '../wire.ts';
import { Crash } from './failure.ts';
import { FaultSet } from './faults.ts';
import { bodyOf, type HttpOptions, type HttpServer, isAuthorised, listenElsewhere, originFits, parse } from './http.ts';
import { type Message, Reply } from './http-reply.ts';

const mostClients = 1000;

/** One client: its stream, and its connection to the host. */
interface Client {
  response: ServerResponse;
  connection: Connection;
  /** The POST whose message the host is taking just now. */
  post?: ServerResponse | undefined;
}

/** Serves a host by the HTTP+SSE transport of 2024-11-05 at 127.0.0.1: streams at /sse, messages at /messages. */
export async function serveSse(
  host: Host,
  { port = 0, faults: names, token, onCrash }: HttpOptions = {},
): Promise<HttpServer> {
  const faults = FaultSet.of(names);
  const clients = new Map<string, Client>();
  const close = () =>
    new Promise<void>((resolve) => {
      for (const { connection } of clients.values()) connection.close();
      server.close(() => resolve());
      server.closeAllConnections();
      stopElsewhere();
    });
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    serve(request, new Reply(response, faults)).catch((error: unknown) => {
      if (!(error instanceof Crash)) return response.destroy();
      void close().then(() => onCrash?.(error));
    });
  };
  const server = createServer(receive);
  async function serve(request: IncomingMessage, reply: Reply): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== '/sse' && pathname !== '/messages') return reply.bare(404);
    if (!originFits(request, reply, faults) || !isAuthorised(request, reply, token, faults)) return;
    if (pathname === '/sse') {
      if (request.method !== 'GET') return reply.bare(405, { Allow: 'GET' });
      return open(reply.response);
    }
    if (request.method !== 'POST') return reply.bare(405, { Allow: 'POST' });
    const client = clients.get(searchParams.get('session') ?? '');
    if (!client) return reply.bare(404);
    const bytes = await bodyOf(request);
    if (bytes === undefined) return reply.bare(413, { Connection: 'close' });
    take(client, bytes, reply);
  }
  function open(response: ServerResponse): void {
    if (clients.size >= mostClients) return void response.writeHead(503).end();
    const id = randomUUID();
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
    if (faults.use('sse-endpoint-second')) response.write('event: hello\ndata: {}\n\n');
    const path = `/messages?session=${id}`;
    const uri = faults.use('sse-endpoint-absolute') ? `http://127.0.0.1:${taken}${path}` : path;
    response.write(`event: endpoint\ndata: ${faults.use('sse-endpoint-json') ? JSON.stringify({ uri }) : uri}\n\n`);
    const client: Client = {
      response,
      connection: host.connect({ over: 'stdio', send: (message) => send(client, message) }),
    };
    clients.set(id, client);
    response.on('close', () => {
      clients.delete(id);
      client.connection.close();
    });
  }
  function send({ response, post }: Client, message: Message): void {
    if (post && !('method' in message) && faults.use('sse-answers-posts')) {
      post.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(message));
      return;
    }
    const name = faults.use('sse-event-name') ? 'event: mcp\n' : 'event: message\n';
    response.write(`${faults.use('sse-event-unnamed') ? '' : name}data: ${JSON.stringify(message)}\n\n`);
  }
  function take(client: Client, bytes: Uint8Array, reply: Reply): void {
    const body = parse(bytes);
    const notification = body && isObject(body.value) && !('id' in body.value);
    if (notification && faults.use('sse-post-refused')) {
      reply.bare(405, { Allow: 'GET' });
      return;
    }
    client.post = reply.response;
    if (body) client.connection.receive(body.value);
    else client.connection.receiveNoise(Buffer.from(bytes.subarray(0, 4096)).toString());
    client.post = undefined;
    if (reply.response.headersSent) return;
    if (faults.use('sse-post-200')) reply.response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Accepted');
    else reply.bare(202);
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const stopElsewhere = await listenElsewhere(taken, receive, faults);
  return { url: `http://127.0.0.1:${taken}/sse`, used: faults.used, close };
}
