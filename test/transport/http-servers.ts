import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { connectHttp, type HttpOptions } from '../../harness/transport/http.ts';
import { Recording } from './recording.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(endings.splice(0).map((end) => end()));
});

const listen = async (server: Server, path: string, options: Partial<HttpOptions>) => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = await connectHttp({ url: origin + path, ...options });
  endings.push(async () => {
    await transport.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { transport, recording: new Recording(transport), origin, server };
};

/** A server that answers as `handle` does. */
export const serve = (
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  options: Partial<HttpOptions> = {},
) => listen(createHttpServer(handle), '/mcp?a=1', options);

/** A server that sees the bytes of a request as they are, and answers with bytes. */
export const serveRaw = async (answer: (socket: Socket) => void, options: Partial<HttpOptions> = {}) => {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      requests.push(data.toString('latin1'));
      answer(socket);
    });
  });
  return { ...(await listen(server, '/mcp', options)), requests };
};
