// A bare client over sockets: node replay-socket.mjs <script.json>
// Launches the servers that a run had, and sends what it has sent, each request when the answers that the run had by then are there.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { pacer, pool } from './pace.mjs';
import { responseReader } from './response-reader.mjs';

const { legs, atOnce } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let stalls = 0;
let bytes = 0;

/** Launches a server on any free port; resolves when it says that it listens. */
function launch([command, ...args]) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const listening = new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server ended before it listened')));
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port) resolve(Number(port));
    });
  });
  return { child, listening };
}

async function play({ server, steps }) {
  const { child, listening } = launch(server);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const port = await listening;
  const pace = pacer();
  const idle = [];
  const exchanges = [];
  // The ids that sessions had in the run, and those that they have now.
  const sessions = new Map();

  const open = () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection = { socket, exchange: undefined };
    const read = responseReader({
      head(_, headers) {
        const { exchange } = connection;
        exchange.head = true;
        const id = /^mcp-session-id: *(.*)\r$/im.exec(headers)?.[1];
        if (id !== undefined && exchange.session !== undefined) sessions.set(exchange.session, id);
      },
      body(chunk) {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) connection.exchange.lines++;
      },
      end() {
        connection.exchange.done = true;
        connection.exchange = undefined;
        idle.push(connection);
      },
    });
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      read(chunk);
      pace.look();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      const at = idle.indexOf(connection);
      if (at >= 0) idle.splice(at, 1);
      if (connection.exchange) connection.exchange.done = true;
      pace.look();
    });
    return connection;
  };

  for (const [kind, number, value] of steps) {
    if (kind === 'request') {
      const { method, path, headers, body, session } = value;
      const connection = idle.pop() ?? open();
      connection.exchange = { head: false, lines: 0, done: false, session, socket: connection.socket };
      exchanges[number] = connection.exchange;
      const now = headers.replace(
        /^(mcp-session-id: *)(.*)\r$/im,
        (_, name, id) => `${name}${sessions.get(id) ?? id}\r`,
      );
      const length = body === null ? '' : `content-length: ${body.length}\r\n`;
      const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\n${now}${length}\r\n`;
      connection.socket.write(Buffer.from(head + (body ?? ''), 'latin1'));
      continue;
    }
    const exchange = exchanges[number];
    if (kind === 'cut') {
      if (!exchange.done) exchange.socket.destroy();
      continue;
    }
    const come = { head: () => exchange.head, lines: () => exchange.lines >= value, done: () => exchange.done }[kind];
    const there = () => come() || exchange.done;
    if (!there() && !(await pace.until(there))) stalls++;
  }
  for (const { socket } of idle) socket.destroy();
  child.kill('SIGTERM');
  await gone;
  pace.end();
}

await pool(legs, atOnce, play);
console.log(JSON.stringify({ stalls, bytes }));
