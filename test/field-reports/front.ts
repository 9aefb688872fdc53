import {
  request as ask,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a front end of some framework does to the traffic of a server behind it. */
export interface Front {
  /** Answers a request itself; undefined lets it through. */
  answer?(
    request: IncomingMessage,
    body: string,
  ): { status: number; headers?: Record<string, string>; body?: string } | undefined;
  /** Changes the status and the headers of an answer from behind. */
  head?(head: { status: number; headers: IncomingHttpHeaders }, request: IncomingMessage): void;
}

/** Puts a front before an HTTP server; all else goes through as it is. */
export async function serveFront(
  { answer, head }: Front,
  behind: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const { port: target } = new URL(behind);
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const own = answer?.(request, body.toString());
    if (own) return void response.writeHead(own.status, own.headers).end(own.body);
    const { method, url, headers } = request;
    const onward = ask({ host: '127.0.0.1', port: target, method, path: url, headers }, (reply) => {
      const changed = { status: reply.statusCode!, headers: { ...reply.headers } };
      head?.(changed, request);
      response.writeHead(changed.status, changed.headers);
      response.flushHeaders();
      reply.pipe(response);
      reply.on('error', () => response.destroy());
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    onward.end(body);
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
