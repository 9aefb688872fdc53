// Loaded into a run by `node --import`: writes down, in the order in which the run saw it, all that goes to and comes from its servers.
import childProcess from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const processes = [];
const events = [];
const numbers = new Map();
const ended = new Set();
const lineFeed = 10;

function countOf(chunk, byte) {
  let count = 0;
  for (let at = chunk.indexOf(byte); at !== -1; at = chunk.indexOf(byte, at + 1)) count++;
  return count;
}

const { spawn } = childProcess;
childProcess.spawn = (command, args, options) => {
  const child = spawn(command, args, options);
  const number = processes.length;
  processes.push({ argv: [command, ...args], port: options?.env?.PORT });
  numbers.set(child.pid, number);
  events.push(['spawn', number]);
  child.once('exit', () => ended.add(number));
  const { stdin, stdout } = child;
  const { write, end } = stdin;
  stdin.write = (chunk, ...rest) => {
    events.push(['write', number, Buffer.from(chunk).toString('latin1')]);
    return write.call(stdin, chunk, ...rest);
  };
  stdin.end = (...rest) => {
    events.push(['eof', number]);
    return end.apply(stdin, rest);
  };
  // Listened to by no method that would set the stream going before the run is ready for it.
  const { emit } = stdout;
  stdout.emit = (event, ...rest) => {
    if (event === 'data') events.push(['lines', number, countOf(rest[0], lineFeed)]);
    return emit.call(stdout, event, ...rest);
  };
  return child;
};
const { kill } = process;
process.kill = (pid, signal) => {
  const number = numbers.get(Math.abs(pid));
  // The rest of a group that has ended is no concern of a client's.
  if (number !== undefined && signal !== 0 && !ended.has(number)) events.push(['signal', number, signal]);
  return kill.call(process, pid, signal);
};
syncBuiltinESMExports();

const requests = new WeakMap();
let sent = 0;

function flat(headers) {
  if (typeof headers === 'string') return headers;
  let text = '';
  for (let i = 0; i < headers.length; i += 2)
    for (const value of [headers[i + 1]].flat()) text += `${headers[i]}: ${value}\r\n`;
  return text;
}

subscribe('undici:request:create', ({ request }) => {
  const { origin, method, path, headers, body } = request;
  requests.set(request, sent);
  const text = body === null || body === undefined ? null : Buffer.from(body).toString('latin1');
  events.push(['request', sent++, { port: new URL(origin).port, method, path, headers: flat(headers), body: text }]);
});
subscribe('undici:request:headers', ({ request, response: { statusCode, headers } }) => {
  const at = headers.findIndex((each, i) => i % 2 === 0 && /^mcp-session-id$/i.test(String(each)));
  events.push(['head', requests.get(request), statusCode, at < 0 ? undefined : String(headers[at + 1])]);
});
subscribe('undici:request:bodyChunkReceived', ({ request, chunk }) => {
  events.push(['part', requests.get(request), countOf(chunk, lineFeed)]);
});
subscribe('undici:request:trailers', ({ request }) => events.push(['done', requests.get(request)]));
subscribe('undici:request:error', ({ request }) => events.push(['cut', requests.get(request)]));

process.on('exit', () => writeFileSync(process.env.BENCH_TRACE, JSON.stringify({ processes, events })));
