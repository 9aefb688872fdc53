import { describe, expect, it } from 'vitest';
import { Channel } from '../../harness/session/channel.ts';
import { Transcript } from '../../harness/transcript.ts';
import type { Transport, TransportKind, WireEvent } from '../../harness/transport/transport.ts';
import type { JsonObject } from '../../harness/wire.ts';

/** A channel on a transport that carries nothing, and the means to say what the server said. */
function channelOver(kind: TransportKind) {
  let hear: (event: WireEvent) => void = () => {};
  let number = 0;
  const sent: JsonObject[] = [];
  const transport: Transport = {
    kind,
    exit: undefined,
    send: (body) => {
      sent.push(JSON.parse(String(body)));
      return kind === 'http' ? ++number : 0;
    },
    abort() {},
    signal() {},
    end() {},
    listen: (listener) => {
      hear = listener;
    },
    close: async () => ({ code: 0 }),
  };
  const transcript = new Transcript();
  const channel = new Channel(transport, transcript, 0);
  const ask = (id: string | number) => channel.open({ jsonrpc: '2.0', id, method: 'ping' });
  const say = (message: JsonObject, exchange?: number) =>
    hear({ type: 'message', message, text: JSON.stringify(message), ...(exchange !== undefined && { exchange }) });
  return { channel, transcript, sent, ask, say, hear: (event: WireEvent) => hear(event) };
}

describe('answers', () => {
  it('find their request in spite of a wrong type of id, unless another request has that very id', async () => {
    const { ask, say } = channelOver('stdio');
    const [number, text] = [ask(7), ask('7')];
    say({ jsonrpc: '2.0', id: '7', result: {} });
    say({ jsonrpc: '2.0', id: 7, result: {} });
    expect((await number.reply).message?.id).toBe(7);
    expect((await text.reply).message?.id).toBe('7');
    const other = ask('8');
    say({ jsonrpc: '2.0', id: 8, result: {} });
    expect((await other.reply).message?.id).toBe(8);
  });

  it('mean what is open where an answered request had the same id in another type', async () => {
    const { ask, say } = channelOver('stdio');
    ask(7);
    say({ jsonrpc: '2.0', id: 7, result: {} });
    const text = ask('7');
    say({ jsonrpc: '2.0', id: 7, result: { second: true } });
    expect((await text.reply).result).toEqual({ second: true });
  });

  it('are noted as second ones where nothing else is open', () => {
    const { ask, say, transcript } = channelOver('stdio');
    const { sent } = ask('a');
    say({ jsonrpc: '2.0', id: 'a', result: {} });
    say({ jsonrpc: '2.0', id: 'a', result: {} });
    expect([...transcript.requestOf.values()]).toEqual([sent.line, sent.line]);
  });

  it('belong over HTTP to the request on whose response they came, where their id is that of an answered one', async () => {
    const { ask, say, hear, transcript } = channelOver('http');
    const [first, second] = [ask('a'), ask('b')];
    say({ jsonrpc: '2.0', id: 'a', result: {} }, first.number);
    hear({ type: 'head', http: { status: 200, headers: {} }, exchange: second.number });
    say({ jsonrpc: '2.0', id: 'a', result: { late: true } }, second.number);
    hear({ type: 'end', exchange: second.number });
    expect((await second.reply).result).toEqual({ late: true });
    expect(transcript.requestOf.size).toBe(1);
  });
});

describe('silence', () => {
  it.each([
    [200, true],
    [202, true],
    [401, false],
    [503, false],
  ])('with HTTP status %i is overdue: %s', (status, overdue) => {
    const { ask, hear, transcript } = channelOver('http');
    const { number, sent } = ask('a');
    hear({ type: 'head', http: { status, headers: {} }, exchange: number });
    hear({ type: 'end', exchange: number });
    expect(transcript.overdue.has(sent.line)).toBe(overdue);
  });

  it('is none where we broke the exchange off', () => {
    const { ask, hear, transcript } = channelOver('http');
    const exchange = ask('a');
    hear({ type: 'head', http: { status: 200, headers: {} }, exchange: exchange.number });
    exchange.abort();
    hear({ type: 'end', exchange: exchange.number });
    expect(transcript.overdue.size).toBe(0);
  });
});

it('a notification with an id is not answered, a request is', () => {
  const { channel, say, sent } = channelOver('stdio');
  channel.answering = () => ({ result: {} });
  say({ jsonrpc: '2.0', id: null, method: 'notifications/resources/updated' });
  say({ jsonrpc: '2.0', id: 1, method: 'ping' });
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
});
