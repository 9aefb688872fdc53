import { expect, test } from 'vitest';
import { NoiseAllowance } from '../../harness/transport/allowance.ts';
import { readMessage } from '../../harness/transport/json-message.ts';
import { MessageLines } from '../../harness/transport/message-lines.ts';
import type { WireEvent } from '../../harness/transport/transport.ts';

const read = (bytes: (string | Buffer)[], limit?: number) => {
  const events: WireEvent[] = [];
  const emit = (event: WireEvent) => events.push(event);
  const noise = new NoiseAllowance(emit);
  const reader = new MessageLines({ emit, noise }, limit);
  for (const chunk of bytes) reader.push(Buffer.from(chunk));
  reader.end();
  noise.finish();
  return events;
};

test('objects and arrays are messages, with their text', () => {
  expect(read(['{"id":0}\r\n[{"id":"é"}]\n'])).toEqual([
    { type: 'message', message: { id: 0 }, text: '{"id":0}' },
    { type: 'message', message: [{ id: 'é' }], text: '[{"id":"é"}]' },
  ]);
});

test.each([
  ['Server ready', 'not JSON'],
  ['{"id":1}{"id":2', 'not JSON'],
  ['{"id":1}x{"id":2}', 'not JSON'],
  ['}', 'not JSON'],
  ['"text"', 'a JSON value that is no object'],
  ['null', 'a JSON value that is no object'],
  ['0', 'a JSON value that is no object'],
  ['Content-Length: 52', 'Language Server Protocol'],
  ['content-length:52', 'Language Server Protocol'],
  ['{"jsonrpc":"2.0","id":1,"result":{}}Content-Length: 7', 'Language Server Protocol'],
  ['{"says":"Content-Length: 7"', 'not JSON'],
])('%s is noise: %s', (line, why) => {
  expect(read([`${line}\n`])).toEqual([{ type: 'noise', text: line, why: expect.stringContaining(why) }]);
});

test('invalid UTF-8 is noise, and a message in spite of it is read', () => {
  const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.of(0xff), Buffer.from('"}\n')]);
  expect(read([bytes])).toEqual([
    { type: 'noise', text: '{"a":"\uFFFD"}', why: 'invalid UTF-8' },
    { type: 'message', message: { a: '\uFFFD' }, text: '{"a":"\uFFFD"}' },
  ]);
});

test('invalid UTF-8 that is no message either is one fault', () => {
  expect(read([Buffer.of(0xff, 0xfe, 0x7b, 0x0a)])).toEqual([
    { type: 'noise', text: '\uFFFD\uFFFD{', why: 'invalid UTF-8' },
  ]);
});

test('a byte order mark is noise, and the message behind it is read', () => {
  expect(read(['\uFEFF{"id":1}\n'])).toMatchObject([
    { type: 'noise', why: expect.stringContaining('byte order mark') },
    { type: 'message', message: { id: 1 }, text: '{"id":1}' },
  ]);
});

test('blank lines are named', () => {
  expect(read(['\n  \t\r\n', '{"id":1}\n'])).toEqual([
    { type: 'noise', text: '', why: 'a blank line' },
    { type: 'noise', text: '  \t', why: 'a blank line' },
    { type: 'message', message: { id: 1 }, text: '{"id":1}' },
  ]);
});

test('several messages on a line are named, and read', () => {
  expect(read(['{"id":1,"a":"}{"} {"id":{}}{}\n'])).toMatchObject([
    { type: 'noise', why: 'several messages on one line' },
    { type: 'message', message: { id: 1, a: '}{' } },
    { type: 'message', message: { id: {} } },
    { type: 'message', message: {} },
  ]);
});

test.each([2, 4, '\t'])('a message spread over lines, indented by %j, is named, and read', (indent) => {
  const message = { id: 1, result: { contents: [{ text: 'a\nb' }, {}] } };
  expect(read([`{"id":0}\n${JSON.stringify(message, null, indent)}\n{"id":2}\n`])).toMatchObject([
    { type: 'message', message: { id: 0 } },
    { type: 'noise', why: 'a message spread over several lines' },
    { type: 'message', message },
    { type: 'message', message: { id: 2 } },
  ]);
});

test('lines that only begin as a spread message would are noise one by one, and hide nothing', () => {
  expect(read(['{\n  "id": 1,\n{"id":2}\n{\n  nope\n}\n{\n  "id": 3'])).toMatchObject([
    { type: 'noise', text: '{' },
    { type: 'noise', text: '  "id": 1,' },
    { type: 'message', message: { id: 2 } },
    { type: 'noise', text: '{' },
    { type: 'noise', text: '  nope' },
    { type: 'noise', text: '}' },
    { type: 'noise', text: '{' },
    { type: 'noise', text: '  "id": 3' },
  ]);
});

test('the last line counts without a newline, and noise there says that it is missing', () => {
  expect(read(['{"id":1}'])).toMatchObject([
    { type: 'noise', text: '{"id":1}', why: 'no newline ends the last message' },
    { type: 'message', message: { id: 1 } },
  ]);
  expect(read(['{"id":'])).toEqual([
    { type: 'noise', text: '{"id":', why: 'not JSON, and no newline ends the last line' },
  ]);
});

test('a line above the limit is one noise event', () => {
  expect(read(['x'.repeat(3 * 2 ** 20), '\n{"id":1}\n'], 2 ** 20)).toMatchObject([
    { type: 'noise', why: 'a line above 1 MiB' },
    { type: 'message' },
  ]);
});

test('long noise is cut, and says so', () => {
  const [event] = read([`${'x'.repeat(100_000)}\n`]);
  expect(event).toMatchObject({ type: 'noise', why: 'not JSON (the first 16 KiB of 97.7 KiB)' });
  expect((event as { text: string }).text).toHaveLength(16_384);
});

test.each([1, 100, 10_000])('a flood of noise in lines of %i is bounded, counted, and hides no message', (length) => {
  const lines = `${'x'.repeat(length)}\n`.repeat(Math.ceil(2_500_000 / length));
  const events = read([lines, '{"id":1}\n']);
  const kept = events.filter(({ type }) => type === 'noise').map((event) => (event as { text: string }).text);
  expect(kept.length).toBeLessThan(20_000);
  expect(kept.join('').length).toBeLessThan(1.1 * 2 ** 20);
  expect(events.at(-2)).toMatchObject({ type: 'message', message: { id: 1 } });
  expect(events.at(-1)).toMatchObject({ why: expect.stringMatching(/^\d+ more pieces of noise \(\d/) });
});

test('JSON nested so deep that it could exhaust the stack is noise', () => {
  const nested = (depth: number) => '[{"a":"]\\"]"},'.repeat(depth) + ']'.repeat(depth).replace(']', '0]');
  expect(readMessage(nested(1000))).toMatchObject({ why: expect.stringContaining('deeper than 1000') });
  expect(readMessage('['.repeat(100_000))).toMatchObject({ why: expect.stringContaining('deeper') });
  expect(readMessage(nested(500))).toHaveProperty('message');
  expect(readMessage(JSON.stringify({ text: '[{'.repeat(5000) }))).toHaveProperty('message');
  expect(readMessage(JSON.stringify({ text: '\\"[\\'.repeat(5000) }))).toHaveProperty('message');
});
