import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { type LaunchHttpOptions, launchHttp } from '../../harness/transport/launch-http.ts';
import type { Transport } from '../../harness/transport/transport.ts';
import { isRunning, Recording, script } from './recording.ts';

const open: Transport[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
});

const launch = async (code: string, options: Partial<LaunchHttpOptions> = {}, args: string[] = []) => {
  const transport = await launchHttp({ argv: [...script(code), ...args], ...options });
  open.push(transport);
  return { transport, recording: new Recording(transport) };
};

const answer = `(request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.headers['x-exit']) { console.error('going'); process.exit(3); }
    if (request.headers['x-last']) response.end('{"last":1}', () => process.exit(5));
    else response.end(JSON.stringify({ url: request.url, mine: request.headers['x-mine'], pid: process.pid }));
  }`;
const server = (host = '127.0.0.1', port = 'process.env.PORT') =>
  `console.log('starting'); require('http').createServer(${answer}).listen(Number(${port}), '${host}');`;

test('a server is launched on the port in $PORT, answers, and is stopped', async () => {
  const { transport, recording } = await launch(server());
  expect(transport.kind).toBe('http');
  expect(transport.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  // No port that a system gives to whoever asks for any: a stranger on it would be taken for the server.
  expect(Number(new URL(transport.url).port)).toBeLessThan(32_768);
  await recording.exchange(transport.send('{}'));
  const { message } = recording.all('message')[0]!;
  expect(message).toMatchObject({ url: '/mcp' });
  expect(recording.all('stderr')).toEqual([{ type: 'stderr', text: 'starting\n' }]);
  expect(await transport.close()).toEqual({ signal: 'SIGTERM' });
  expect(recording.events.at(-1)).toEqual({ type: 'exit', exit: { signal: 'SIGTERM' } });
  expect(isRunning((message as { pid: number }).pid)).toBe(false);
});

test('{port} stands for the port in arguments and path, and headers go with each request', async () => {
  const { transport, recording } = await launch(
    server('127.0.0.1', 'process.argv[1].slice(7)'),
    { path: 'at/{port}', headers: { 'X-Mine': '1' } },
    ['--', '--port={port}'],
  );
  await recording.exchange(transport.send('{}'));
  const port = new URL(transport.url).port;
  expect(recording.all('message')[0]!.message).toMatchObject({ url: `/at/${port}`, mine: '1' });
});

test('{port} as the whole value of a variable is the port, and a part of a value is left as it is', async () => {
  const { transport, recording } = await launch(
    `process.stderr.write(process.env.PART + '\\n'); ${server('127.0.0.1', 'process.env.MY_PORT')}`,
    { env: { MY_PORT: '{port}', PART: 'a{port}' } },
  );
  const events = await recording.exchange(transport.send('{}'));
  expect(events.at(-1)).not.toHaveProperty('error');
  expect(recording.all('stderr').map(({ text }) => text)).toContain('a{port}\n');
});

test('a server that takes its time is waited for', async () => {
  const { transport, recording } = await launch(`setTimeout(() => { ${server()} }, 300)`);
  const events = await recording.exchange(transport.send('{}'));
  expect(events.at(-1)).not.toHaveProperty('error');
});

const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
test.skipIf(!hasIpv6)('a server that listens on IPv6 only is found there', async () => {
  const { transport, recording } = await launch(server('::1'));
  expect(new URL(transport.url).hostname).toBe('[::1]');
  const events = await recording.exchange(transport.send('{}'));
  expect(events.at(-1)).not.toHaveProperty('error');
});

test('several servers get ports of their own', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => launch(server())));
  expect(new Set(all.map(({ transport }) => transport.url)).size).toBe(4);
});

test('a server that exits before it listens comes with its words and the reason', async () => {
  const { transport, recording } = await launch(`console.error('no such config'); process.exit(2)`);
  const error = expect.stringMatching(/^exited with code 2 before it listened on port \d+$/);
  expect(transport.exit).toEqual({ code: 2, error });
  expect(recording.events).toEqual([
    { type: 'stderr', text: 'no such config\n' },
    { type: 'exit', exit: { code: 2, error } },
  ]);
});

test('a server that never listens is stopped, with the mend', async () => {
  const { transport, recording } = await launch(`console.log(process.pid); setInterval(() => {}, 1000)`, {
    startTimeout: 500,
  });
  expect(transport.exit?.error).toMatch(/^did not listen on 127\.0\.0\.1:\d+ within 0\.5 s; .*\{port\}/);
  const pid = Number(recording.all('stderr')[0]?.text);
  expect(isRunning(pid)).toBe(false);
});

test('a command that does not exist is named', async () => {
  const transport = await launchHttp({ argv: ['no-such-command-here', '{port}'] });
  expect(transport.exit?.error).toContain('command not found: no-such-command-here');
});

test('a server that dies breaks its exchanges, and then comes the exit', async () => {
  const { transport, recording } = await launch(server());
  const number = transport.send('{}', { headers: { 'X-Exit': '1' } });
  expect((await recording.first('exit')).exit).toEqual({ code: 3 });
  expect(await recording.exchange(number)).toEqual([{ type: 'end', exchange: number, error: expect.any(String) }]);
  expect(recording.all('stderr').at(-1)!.text).toBe('going\n');
  expect(transport.exit).toEqual({ code: 3 });
  transport.send('{}');
  expect(await transport.close()).toEqual({ code: 3 });
  expect(recording.events.at(-1)!.type).toBe('exit');
});

test('the answer that a server gave before it exited is not lost', async () => {
  const { transport, recording } = await launch(server());
  const number = transport.send('{}', { headers: { 'X-Last': '1' } });
  expect((await recording.first('exit')).exit).toEqual({ code: 5 });
  expect((await recording.exchange(number)).map(({ type }) => type)).toEqual(['head', 'message', 'end']);
});
