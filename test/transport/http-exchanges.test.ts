import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { serve, serveRaw } from './http-servers.ts';

const json = { 'content-type': 'application/json' };

test('a refused connection is told with its address', async () => {
  const { transport, recording, origin, server } = await serve(() => {});
  await new Promise((resolve) => server.close(resolve));
  const number = transport.send('{}');
  const error = expect.stringContaining(`connection refused: nothing listens at ${origin}`);
  expect(await recording.exchange(number)).toEqual([{ type: 'end', exchange: number, error }]);
});

test.each([
  ['is reset', (socket: Socket) => socket.resetAndDestroy(), /reset the connection/],
  ['is closed', (socket: Socket) => socket.end(), /closed the connection before/],
  ['is no HTTP', (socket: Socket) => socket.end('hello\r\n\r\n'), /does not speak HTTP; mend the URL/],
  [
    'has too large a head',
    (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`),
    /headers are too large/,
  ],
])('a response that %s ends its exchange with an error', async (_, answer, why) => {
  const { transport, recording } = await serveRaw(answer);
  const number = transport.send('{}');
  expect(await recording.exchange(number)).toEqual([
    { type: 'end', exchange: number, error: expect.stringMatching(why) },
  ]);
});

test('a body that breaks off is noise and an error', async () => {
  const { transport, recording } = await serveRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"id":1}'),
  );
  expect((await recording.exchange(transport.send('{}'))).slice(1)).toMatchObject([
    { type: 'noise', text: '{"id":1}', why: 'the beginning of a body that broke off' },
    { type: 'end', error: expect.any(String) },
  ]);
});

test('a long event stream blocks no other exchange, and answers come in any order', async () => {
  const held: ServerResponse[] = [];
  const { transport, recording } = await serve((request, response) => {
    if (request.method === 'GET') response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
    else if (request.headers['x-hold']) held.push(response);
    else response.writeHead(200, json).end('{}');
  });
  const streams = Array.from({ length: 5 }, () => transport.send('', { method: 'GET' }));
  const slow = Array.from({ length: 5 }, () => transport.send('{}', { headers: { 'X-Hold': '1' } }));
  await Promise.all(streams.map((stream) => recording.first('head', ({ exchange }) => exchange === stream)));
  await Promise.all(Array.from({ length: 20 }, () => recording.exchange(transport.send('{}'))));
  expect(recording.all('message')).toHaveLength(20);
  for (const response of held.reverse()) response.writeHead(200, json).end('{}');
  await Promise.all(slow.map((number) => recording.exchange(number)));
  expect(new Set([...streams, ...slow]).size).toBe(10);
});

test('abort closes the stream on the server, ends without an error, and only once', async () => {
  let closed: Promise<unknown> | undefined;
  const { transport, recording } = await serve((_, response) => {
    closed = once(response, 'close');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\ndata: half');
  });
  const number = transport.send('{}');
  await recording.first('message');
  transport.abort(number);
  transport.abort(number);
  transport.abort(99);
  await closed;
  expect((await recording.exchange(number)).at(-1)).toEqual({ type: 'end', exchange: number });
  expect(recording.all('end')).toHaveLength(1);
  expect(recording.all('noise')).toEqual([]);
});

test('an exchange that is aborted before it began sends nothing', async () => {
  let requests = 0;
  const { transport, recording } = await serve((_, response) => {
    requests++;
    response.end();
  });
  const first = transport.send('{}');
  transport.abort(first);
  expect(await recording.exchange(first)).toEqual([{ type: 'end', exchange: first }]);
  await recording.exchange(transport.send('{}'));
  expect(requests).toBe(1);
});

test('close ends every exchange, then comes the exit, and nothing after it', async () => {
  const { transport, recording } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n');
  });
  const open = transport.send('{}');
  await recording.first('message');
  const [first, second] = await Promise.all([transport.close(), transport.close()]);
  expect([first, second]).toEqual([{}, {}]);
  expect(transport.exit).toEqual({});
  transport.send('{}');
  expect(recording.events.slice(-2)).toEqual([
    { type: 'end', exchange: open },
    { type: 'exit', exit: {} },
  ]);
});
