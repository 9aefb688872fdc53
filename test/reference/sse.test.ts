import { afterEach, describe, expect, it } from 'vitest';
import type { FaultName } from '../../harness/reference/faults.ts';
import { Reference } from '../../harness/reference/reference.ts';
import { serveSse } from '../../harness/reference/sse.ts';
import { connectSse } from '../../harness/transport/sse.ts';
import { Recording } from '../transport/recording.ts';
import { Site } from './http-client.ts';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A server, its stream, and what comes of two POSTs to its endpoint. */
async function talk(faults: FaultName[] = []) {
  const reference = new Reference({ faults });
  const site = Site.of(await serveSse(reference, { faults: reference.faults }));
  open.push(() => site.close());
  const stream = await site.send('GET', undefined, { accept: 'text/event-stream' }, '/sse');
  await stream.until('/messages');
  const path = /\/messages\?session=[0-9a-f-]+/.exec(stream.text)![0];
  const json = { 'content-type': 'application/json' };
  const answered = await site.send('POST', ping, json, path);
  const noted = await site.send('POST', initialized, json, path);
  if (!answered.text.includes('result')) await stream.until('result');
  stream.abort();
  const shown = stream.text.replaceAll(/session=[0-9a-f-]+/g, 'session').replaceAll(/127\.0\.0\.1:\d+/g, 'host');
  return { shown, posts: [answered.status, answered.text, noted.status], used: [...site.server.used], site, path };
}

describe('the reference server over HTTP+SSE', () => {
  it('names its endpoint, and answers on the stream', async () => {
    const { shown, posts, used, site } = await talk();
    expect(shown).toBe(
      'event: endpoint\ndata: /messages?session\n\nevent: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
    );
    expect([posts, used]).toEqual([[202, '', 202], []]);
    expect((await site.send('POST', ping, {}, '/sse')).status).toBe(405);
    expect((await site.send('GET', undefined, {}, '/messages?session=x')).status).toBe(405);
    expect((await site.send('POST', ping, {}, '/messages?session=x')).status).toBe(404);
    expect((await site.send('GET', undefined, { origin: 'http://evil.example' }, '/sse')).status).toBe(403);
  });

  it.each<[FaultName]>([
    ['sse-endpoint-json'],
    ['sse-endpoint-second'],
    ['sse-endpoint-absolute'],
    ['sse-post-200'],
    ['sse-post-refused'],
    ['sse-event-name'],
    ['sse-event-unnamed'],
    ['sse-answers-posts'],
  ])('%s', async (name) => {
    const right = await talk();
    const wrong = await talk([name]);
    expect(wrong.used).toEqual([name]);
    expect([wrong.shown, wrong.posts]).not.toEqual([right.shown, right.posts]);
  });
});

describe('the HTTP+SSE transport', () => {
  const connect = async (faults: FaultName[]) => {
    const reference = new Reference({ faults });
    const server = await serveSse(reference, { faults: reference.faults });
    open.push(() => server.close());
    const transport = await connectSse({ url: server.url, startTimeout: 1000 });
    open.push(() => transport.close());
    return { transport, recording: new Recording(transport) };
  };

  it.each<[FaultName[]]>([[[]], [['sse-endpoint-json']], [['sse-endpoint-absolute']], [['sse-endpoint-second']]])(
    'finds the endpoint with %j, and carries messages both ways',
    async (faults) => {
      const { transport, recording } = await connect(faults);
      const number = transport.send(JSON.stringify(ping));
      expect((await recording.first('message', ({ message }) => 'id' in message)).message).toMatchObject({ id: 1 });
      expect((await recording.exchange(number)).map(({ type }) => type)).toEqual(['head', 'end']);
      expect(recording.all('sse').find(({ event }) => event === 'endpoint')).toHaveProperty('data');
    },
  );

  it.each([
    ['text/html', '<p>', 'was answered with HTTP status 200 and text/html'],
    ['text/event-stream', '', 'ended before an endpoint event'],
    ['text/event-stream', 'event: endpoint\ndata: http://evil.example/messages\n\n', 'another origin'],
    ['text/event-stream', 'event: endpoint\ndata:\n\n', 'names no URI'],
    ['text/event-stream', 'event: endpoint\ndata: {"a":[1]}\n\n', 'names no URI'],
  ])('gives up on %s %j', async (type, body, why) => {
    const { createServer } = await import('node:http');
    const server = createServer((_, response) => response.writeHead(200, { 'Content-Type': type }).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(async () => server.close());
    const { port } = server.address() as { port: number };
    const transport = await connectSse({ url: `http://127.0.0.1:${port}/sse`, startTimeout: 1000 });
    expect(transport.exit?.error).toContain(why);
    expect((await new Recording(transport).first('exit')).exit.error).toContain(why);
  });

  it('waits for an endpoint no longer than it may', async () => {
    const { createServer } = await import('node:http');
    const server = createServer(
      (_, response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(async () => server.close().closeAllConnections());
    const { port } = server.address() as { port: number };
    const transport = await connectSse({ url: `http://127.0.0.1:${port}/sse`, startTimeout: 50 });
    expect(transport.exit?.error).toContain('no endpoint event came within 50 ms');
  });
});
