// Misbehaviours of an HTTP server above the bytes: which one is the first argument, the second names the method of the
// requests that it is for, or with a + the method from which on it is for all.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { answer, honest, listen, serve, told } from './http-core.mjs';

const name = process.argv[2];
const [when = 'resources/list', extra = ''] = told;
const json = { 'Content-Type': 'application/json' };
const stream = { 'Content-Type': 'text/event-stream' };
let seen = 0;
const [method, lasting] = [when.replace('+', ''), when.endsWith('+')];

/** Sends a chunk again and again, as fast as it is taken. */
function flood(response, chunk) {
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

const misbehaviours = {
  silent() {},
  drip(message, response) {
    response.writeHead(200, json);
    const text = JSON.stringify(answer(message));
    let at = 0;
    const timer = setInterval(() => response.write(text[at++ % text.length]), 1000);
    response.on('close', () => clearInterval(timer));
  },
  'sse-no-newline': (_, response) => flood(response.writeHead(200, stream), `data: ${'x'.repeat(2 ** 18)}`),
  'sse-comments': (_, response) => flood(response.writeHead(200, stream), ': still here\n'.repeat(10_000)),
  'sse-events': (_, response) => flood(response.writeHead(200, stream), 'event: nothing\nid: 1\n\n'.repeat(5000)),
  'sse-messages': (_, response) =>
    flood(
      response.writeHead(200, stream),
      'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n\n'.repeat(1000),
    ),
  'sse-reset'(message, response) {
    response.writeHead(200, stream).write(`id: 1\ndata: \n\ndata: ${JSON.stringify(answer(message)).slice(0, 20)}`);
    setTimeout(() => response.socket.resetAndDestroy(), 20);
  },
  redirect: (_, response, { url }) => response.writeHead(307, { Location: extra || url }).end(),
  unauthorised: (_, response) => response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="x"' }).end(),
  'unauthorised-bare': (_, response) => response.writeHead(401).end('who are you?'),
  forbidden: (_, response) => response.writeHead(403, { 'Content-Type': 'text/html' }).end('<h1>Forbidden</h1>'),
  'too-many': (_, response) => response.writeHead(429, { 'Retry-After': '3600' }).end(),
  'too-many-always': (_, response) => response.writeHead(429, { 'Retry-After': extra }).end(),
  // Refuses the first few, and says when to come again.
  'too-many-once'(message, response) {
    if (++seen > 2) honest(message, response);
    else response.writeHead(429, { 'Retry-After': extra || '1' }).end();
  },
  unavailable: (_, response) => response.writeHead(503, { 'Retry-After': '120' }).end('down for maintenance'),
  'unavailable-between'(message, response) {
    if (++seen % 3) honest(message, response);
    else response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  },
  // 1 GiB of blanks in 1 MiB.
  'gzip-bomb'(_, response) {
    const part = gzipSync(Buffer.alloc(2 ** 26, 32));
    response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' });
    for (let n = 0; n < 16; n++) response.write(part);
    response.end();
  },
  status: (_, response) => response.writeHead(Number(extra)).end(),
  // Every session is over as soon as it is used.
  'ended-sessions': (_, response) => response.writeHead(404).end(),
  html: (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>It works!'),
  'no-content': (_, response) => response.writeHead(204).end(),
  'not-found': (_, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>'),
  'get-only': (_, response) => response.writeHead(405, { Allow: 'GET' }).end(),
  'big-body': (_, response) => flood(response.writeHead(200, json), ' '.repeat(2 ** 18)),
  'session-latin'(message, response) {
    response.setHeader('Mcp-Session-Id', 'a\u00e9\u00ff');
    honest(message, response);
  },
  'long-session'(message, response) {
    if (message.method === 'initialize') response.setHeader('Mcp-Session-Id', 's'.repeat(12_000));
    honest(message, response);
  },
  // Closes each connection a little after it has answered, though it promised to keep it.
  'keep-alive-closed'(message, response) {
    response.setHeader('Keep-Alive', 'timeout=60');
    response.on('finish', () => setTimeout(() => response.socket?.destroy(), seen++ % 7));
    honest(message, response);
  },
};

if (name === 'closed') {
  // An address where nothing listens any more.
  const server = createServer();
  listen(server);
  server.once('listening', () => server.close(() => setInterval(() => {}, 60_000)));
} else if (name === 'ipv6') serve(honest, { host: '::1' });
else if (name === 'endpoint') {
  // HTTP+SSE whose endpoint event names what it likes.
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return response.writeHead(405).end();
    return response.writeHead(200, stream).write(`event: endpoint\ndata: ${extra}\n\n`);
  });
  listen(server);
} else {
  let begun = false;
  serve((message, response, request) => {
    begun = message.method === method || (begun && lasting);
    if (begun) misbehaviours[name](message, response, request);
    else honest(message, response);
  });
}
