import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { connectHttp, type HttpOptions } from '../../harness/transport/http.ts';
import type { Transport } from '../../harness/transport/transport.ts';
import { serve, serveRaw } from './http-servers.ts';
import { Recording } from './recording.ts';

const noContent = (socket: Socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n');

const lines = async (send: (transport: Transport) => number, headers?: HttpOptions['headers']) => {
  const { transport, recording, requests } = await serveRaw(noContent, { headers });
  await recording.exchange(send(transport));
  return requests[0]!.split('\r\n');
};

test('a POST carries the default headers and the body as it is', async () => {
  const request = await lines((transport) => transport.send('{"id":"é"}'));
  expect(request[0]).toBe('POST /mcp HTTP/1.1');
  expect(request).toContain('Content-Type: application/json');
  expect(request).toContain('Accept: application/json, text/event-stream');
  expect(request).toContain('content-length: 11');
  expect(request.at(-1)).toBe(Buffer.from('{"id":"é"}').toString('latin1'));
  expect(request.join()).not.toMatch(/accept-encoding|user-agent/i);
});

test('bytes go out as they are', async () => {
  expect((await lines((transport) => transport.send(Uint8Array.of(0xff, 0x7b)))).at(-1)).toBe('\xff{');
});

test('names keep their case, later sets replace earlier ones, undefined leaves out, an array repeats', async () => {
  const request = await lines(
    (transport) =>
      transport.send('{}', {
        headers: {
          'MCP-Protocol-Version': '2026-07-28',
          aCCept: 'x/y',
          'content-type': undefined,
          'X-Two': ['1', '2'],
        },
      }),
    { Authorization: 'Bearer secret', 'x-two': 'replaced', 'X-Mine': 'kept' },
  );
  expect(request.filter((line) => /^(mcp|accept|content-type|x-|auth)/i.test(line))).toEqual([
    'aCCept: x/y',
    'Authorization: Bearer secret',
    'X-Two: 1',
    'X-Two: 2',
    'X-Mine: kept',
    'MCP-Protocol-Version: 2026-07-28',
  ]);
});

test.each(['GET', 'DELETE'] as const)('%s sends no body and no type of one', async (method) => {
  const request = await lines((transport) => transport.send('{}', { method }));
  expect(request[0]).toBe(`${method} /mcp HTTP/1.1`);
  expect(request.at(-1)).toBe('');
  expect(request.join()).not.toMatch(/content-/i);
});

test('a Host of choice goes out', async () => {
  const request = await lines((transport) =>
    transport.send('{}', { headers: { Host: 'evil.example', Origin: 'http://evil.example' } }),
  );
  expect(request).toContain('host: evil.example');
  expect(request).toContain('Origin: http://evil.example');
});

test('a user and password in the URL become an Authorization header', async () => {
  const { recording, origin, requests } = await serveRaw(noContent);
  expect(recording.events).toEqual([]);
  const transport = await connectHttp({ url: origin.replace('//', '//me:p%40ss@') });
  await new Recording(transport).exchange(transport.send('{}'));
  await transport.close();
  expect(requests[0]).toContain(`Authorization: Basic ${Buffer.from('me:p@ss').toString('base64')}`);
});

test('a header that HTTP cannot carry is an error of its exchange', async () => {
  const { transport, recording } = await serve((_, response) => response.end());
  const number = transport.send('{}', { headers: { 'X-Bad': 'a\r\nb' } });
  expect(recording.events).toEqual([]);
  expect(await recording.exchange(number)).toEqual([
    { type: 'end', exchange: number, error: expect.stringContaining('X-Bad') },
  ]);
});

test.each(['ftp://x/', 'nonsense', ''])('%j is no HTTP URL', async (url) => {
  await expect(connectHttp({ url })).rejects.toThrow('not an HTTP URL');
});
