import { expect, test } from 'vitest';
import { KiB, MiB } from '../../harness/transport/allowance.ts';
import type { WireEvent } from '../../harness/transport/transport.ts';
import { serve, serveRaw } from './http-servers.ts';

const json = { 'content-type': 'application/json' };
const types = (events: WireEvent[]) => events.map(({ type }) => type);

test('JSON is one message, between its head and its end', async () => {
  const { transport, recording } = await serve((request, response) => {
    response.writeHead(400, { 'Content-Type': 'Application/JSON; charset=utf-8', 'X-A': ['1', '2'] });
    response.end(JSON.stringify({ url: request.url }));
  });
  const number = transport.send('{}');
  expect(await recording.exchange(number)).toEqual([
    {
      type: 'head',
      http: {
        status: 400,
        headers: expect.objectContaining({ 'content-type': 'Application/JSON; charset=utf-8', 'x-a': '1, 2' }),
      },
      exchange: number,
    },
    { type: 'message', message: { url: '/mcp?a=1' }, text: '{"url":"/mcp?a=1"}', exchange: number },
    { type: 'end', exchange: number },
  ]);
});

test.each([202, 204, 200])('a %i without a body has a head and an end', async (status) => {
  const { transport, recording } = await serve((_, response) => response.writeHead(status, json).end());
  expect(types(await recording.exchange(transport.send('{}')))).toEqual(['head', 'end']);
});

test.each([
  ['text/html', '<p>', 'a body of type text/html; MCP wants application/json or text/event-stream'],
  ['text/plain', '{', 'a body of type text/plain'],
  ['text/plain', '"{}"', 'a body of type text/plain'],
  ['application/json', '<p>', 'not JSON'],
  ['application/json', '1', 'a JSON value that is no object'],
  ['application/json', Buffer.of(0x22, 0xff, 0x22), 'invalid UTF-8'],
  [undefined, 'x', 'a body without a Content-Type'],
])('a body of type %s is noise where it is no message', async (type, body, why) => {
  const { transport, recording } = await serve((_, response) => {
    response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body);
  });
  const number = transport.send('{}');
  const events = await recording.exchange(number);
  expect(types(events)).toEqual(['head', 'noise', 'end']);
  expect(events[1]).toEqual({
    type: 'noise',
    text: body.toString('utf8'),
    why: expect.stringContaining(why),
    exchange: number,
  });
});

test.each([
  ['text/plain', 'a body of type text/plain'],
  [undefined, 'a body without a Content-Type'],
])('a message under the label %s is noise, and is read all the same', async (type, why) => {
  const { transport, recording } = await serve((_, response) => {
    response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end('{"id":1}');
  });
  expect((await recording.exchange(transport.send('{}'))).slice(1, 3)).toMatchObject([
    { type: 'noise', text: '{"id":1}', why: expect.stringContaining(why) },
    { type: 'message', message: { id: 1 } },
  ]);
});

test('a compressed body, which nobody asked for, is named', async () => {
  const { transport, recording } = await serve((_, response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('x'),
  );
  const events = await recording.exchange(transport.send('{}'));
  expect(events[1]).toMatchObject({ type: 'noise', why: expect.stringContaining('content encoding gzip') });
});

test('a redirect is reported, not followed', async () => {
  let requests = 0;
  const { transport, recording, origin } = await serve((_, response) => {
    requests++;
    response.writeHead(307, { location: '/elsewhere', ...json }).end('{}');
  });
  const events = await recording.exchange(transport.send('{}'));
  expect(types(events)).toEqual(['head', 'noise', 'end']);
  expect(events[0]).toMatchObject({ http: { status: 307 } });
  expect(events[1]).toMatchObject({ text: '/elsewhere', why: expect.stringContaining('a redirect') });
  expect([requests, origin]).toEqual([1, origin]);
});

test('provisional responses are passed over', async () => {
  const { transport, recording } = await serveRaw((socket) =>
    socket.end('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
  );
  const events = await recording.exchange(transport.send('{}'));
  expect(events).toMatchObject([{ type: 'head', http: { status: 204 } }, { type: 'end' }]);
});

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('an event stream with %s as line end gives events and messages as they come', async (_, end) => {
  let finish = () => {};
  const { transport, recording } = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream;charset=utf-8' });
    response.write(`: hello${end}id: 1${end}retry: 10${end}data:${end}${end}`);
    response.write(`id: 2${end}event: message${end}data: {"id":${end}data: 1}${end}${end}data: nope${end}${end}`);
    finish = () => response.end(`data: {"id":2}${end}`);
  });
  const number = transport.send('{}', { method: 'GET' });
  await recording.first('noise');
  finish();
  expect((await recording.exchange(number)).slice(1)).toEqual([
    { type: 'sse', id: '1', retry: 10, empty: true, exchange: number },
    { type: 'sse', id: '2', event: 'message', empty: false, exchange: number },
    { type: 'message', message: { id: 1 }, text: '{"id":\n1}', exchange: number },
    { type: 'sse', empty: false, exchange: number },
    { type: 'noise', text: 'nope', why: 'not JSON', exchange: number },
    { type: 'noise', text: '{"id":2}\n', why: expect.stringContaining('blank line'), exchange: number },
    { type: 'end', exchange: number },
  ]);
});

test.each(['application/json', 'text/plain', 'text/event-stream'])(
  '%s without end is broken off at the limit',
  async (type) => {
    const { transport, recording } = await serve(
      (_, response) => {
        response.writeHead(200, { 'content-type': type });
        if (type === 'text/event-stream') response.write('data: ');
        const chunk = Buffer.alloc(64 * KiB, '1');
        const more = () => {
          while (!response.destroyed && response.write(chunk));
          response.once('drain', more);
        };
        more();
      },
      { maxMessage: MiB },
    );
    const number = transport.send('{}');
    const noise = await recording.first('noise');
    expect(noise.text.length).toBeLessThanOrEqual(16 * KiB);
    if (type === 'text/event-stream') {
      expect(noise.why).toBe('an event above 1 MiB');
      transport.abort(number);
    } else expect((await recording.exchange(number)).at(-1)).toMatchObject({ error: 'a body above 1 MiB' });
    expect(types(await recording.exchange(number))).toEqual(['head', 'noise', 'end']);
  },
);

test('the noise of one exchange does not hide that of the next', async () => {
  const { transport, recording } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${'x'.repeat(10_000)}\n\n`.repeat(20));
  });
  for (let n = 0; n < 3; n++) {
    const noise = (await recording.exchange(transport.send('{}'))).filter(({ type }) => type === 'noise');
    expect(noise.length).toBeLessThan(10);
    expect(noise.at(-1)).toMatchObject({ text: '', why: expect.stringMatching(/^1\d more pieces of noise/) });
  }
});
