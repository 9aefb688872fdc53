import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { serve } from './http-servers.ts';

/** A server that drops a connection on its second request, and answers every first one. */
const dropping = (drop: (request: IncomingMessage) => void) => {
  const seen: string[] = [];
  const asked = new Map<unknown, number>();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const count = (asked.get(request.socket) ?? 0) + 1;
    asked.set(request.socket, count);
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push(body);
      if (count === 2) drop(request);
      else response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
  };
  return { seen, handle };
};

test.each([
  ['closes', ({ socket }: IncomingMessage) => socket.destroy()],
  ['resets', ({ socket }: IncomingMessage) => socket.resetAndDestroy()],
])('a request that meets a connection which the server %s is sent once more, on a new one', async (_, drop) => {
  const { seen, handle } = dropping(drop);
  const { transport, recording } = await serve(handle);
  await recording.exchange(transport.send('{"id":"first"}'));
  const number = transport.send('{"id":"second"}');
  expect(await recording.exchange(number)).toMatchObject([
    { type: 'head', http: { status: 200 } },
    { type: 'message', message: { id: 'second' } },
    { type: 'end' },
  ]);
  expect(seen).toEqual(['{"id":"first"}', '{"id":"second"}', '{"id":"second"}']);
  expect(recording.all('end').every(({ error }) => error === undefined)).toBe(true);
});

test('a request that no connection answers is sent twice and no more, and its error is the first one', async () => {
  const { seen, handle } = dropping(({ socket }) => socket.resetAndDestroy());
  let dead = false;
  const { transport, recording } = await serve((request, response) => {
    if (!dead) return handle(request, response);
    seen.push('again');
    request.socket.destroy();
  });
  await recording.exchange(transport.send('{"id":"first"}'));
  dead = true;
  const number = transport.send('{"id":"second"}');
  expect(await recording.exchange(number)).toEqual([
    { type: 'end', exchange: number, error: expect.stringMatching(/closed the connection/) },
  ]);
  expect(seen).toEqual(['{"id":"first"}', 'again', 'again']);
});

test('a first request is not sent twice', async () => {
  let count = 0;
  const { transport, recording } = await serve(({ socket }) => {
    count++;
    socket.destroy();
  });
  await recording.exchange(transport.send('{}'));
  expect(count).toBe(1);
});
