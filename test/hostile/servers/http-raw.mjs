// Misbehaviours of an HTTP server in its bytes: which one is the first argument, the second names the method of the
// requests that it is for, or with a + the method from which on it is for all.
import { createServer } from 'node:net';
import { answer, listen, told } from './http-core.mjs';

const name = process.argv[2];
const [when = 'resources/list'] = told;
const [method, lasting] = [when.replace('+', ''), when.endsWith('+')];

const response = (body, headers = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const begin = (headers) => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}\r\n`;

/** Writes a chunk again and again, as fast as it is taken. */
function flood(socket, chunk) {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}

/** What comes in place of the response with this body. */
const misbehaviours = {
  'too-long': (socket, body) => socket.end(`${begin(`Content-Length: ${body.length + 100}\r\n`)}${body}`),
  'too-long-waiting': (socket, body) => socket.write(`${begin(`Content-Length: ${body.length + 100}\r\n`)}${body}`),
  'too-short': (socket, body) => socket.write(`${begin('Content-Length: 20\r\n')}${body}`),
  'no-length': (socket, body) => socket.write(`${begin('')}${body}`),
  'two-lengths': (socket, body) => socket.write(response(body, 'Content-Length: 7\r\n')),
  'length-and-chunks': (socket, body) => socket.write(response(body, 'Transfer-Encoding: chunked\r\n')),
  'negative-length': (socket, body) => socket.write(`${begin('Content-Length: -1\r\n')}${body}`),
  'chunk-size': (socket, body) => socket.write(`${begin('Transfer-Encoding: chunked\r\n')}zz\r\n${body}\r\n0\r\n\r\n`),
  'chunk-huge': (socket, body) =>
    socket.write(`${begin('Transfer-Encoding: chunked\r\n')}ffffffffffffffff\r\n${body}\r\n`),
  'chunk-extension': (socket) => {
    socket.write(`${begin('Transfer-Encoding: chunked\r\n')}1;`);
    flood(socket, 'x'.repeat(2 ** 16));
  },
  'reset-after-head': (socket) => socket.resetAndDestroy(),
  'reset-in-head': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => socket.resetAndDestroy()),
  'reset-in-body': (socket, body) =>
    socket.write(`${begin(`Content-Length: ${body.length}\r\n`)}${body.slice(0, 9)}`, () =>
      setTimeout(() => socket.resetAndDestroy(), 20),
    ),
  'closed-in-head': (socket) => socket.end('HTTP/1.1 200'),
  'many-headers': (socket, body) => socket.write(response(body, `X-Long: ${'h'.repeat(1000)}\r\n`.repeat(1000))),
  'endless-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Endless: ');
    flood(socket, 'h'.repeat(2 ** 16));
  },
  'endless-status': (socket) => {
    socket.write('HTTP/1.1 200 ');
    flood(socket, 'O'.repeat(2 ** 16));
  },
  'http-1.0': (socket, body) =>
    socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
  'http-1.0-no-length': (socket, body) =>
    socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`),
  'http-0.9': (socket, body) => socket.end(body),
  garbage: (socket) => socket.write(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256))),
  banner: (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
  'provisional-flood': (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(500)),
  upgrade: (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x05hello'),
  // Answers to requests that were never made, on a connection that waits for the next one.
  'two-responses': (socket, body) => socket.write(response(body) + response('{"jsonrpc":"2.0","id":1,"result":{}}')),
  'bad-header': (socket, body) => socket.write(response(body, 'X-Bad\x01Name: y\r\nno colon here\r\n')),
  'header-controls': (socket, body) => socket.write(response(body, 'X-Escape: \x1b[2J\x00\x9b31m\r\n')),
};

let begun = false;
const server = createServer((socket) => {
  socket.on('error', () => {});
  if (name === 'reset-on-accept') return socket.resetAndDestroy();
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = pending.toString('latin1', 0, end);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (pending.length < end + 4 + length) return;
      const body = pending.toString('utf8', end + 4, end + 4 + length);
      pending = pending.subarray(end + 4 + length);
      if (!head.startsWith('POST')) {
        socket.write('HTTP/1.1 405 Method Not Allowed\r\nAllow: POST\r\nContent-Length: 0\r\n\r\n');
        continue;
      }
      let message = {};
      try {
        message = JSON.parse(body);
      } catch {}
      begun = message.method === method || (begun && lasting);
      const reply = answer(message);
      if (reply === undefined) socket.write('HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n');
      else if (begun) misbehaviours[name](socket, JSON.stringify(reply));
      else socket.write(response(JSON.stringify(reply)));
    }
  });
  return undefined;
});
listen(server);
