import { expect, test } from 'vitest';
import { SseReader } from '../../harness/transport/sse-reader.ts';

const read = (chunks: (string | Buffer)[], limit?: number) => {
  const seen: unknown[] = [];
  const reader = new SseReader(
    {
      event: ({ data, ...rest }) => seen.push({ ...rest, ...(data ? { data: data.toString('utf8') } : {}) }),
      fault: (text, why) => seen.push({ text, why }),
    },
    limit,
  );
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  reader.end();
  return seen;
};

const bytewise = (text: string): Buffer[] => [...Buffer.from(text)].map((byte) => Buffer.of(byte));

const stream = [
  ': a comment',
  'id: 7',
  'event: message',
  'data: {"größe":',
  'data: "世🚀"}',
  '',
  'retry: 1500',
  'id',
  '',
  'data:no space',
  '',
  'data:  two spaces',
  '',
  '',
];
const events = [
  { id: '7', event: 'message', data: '{"größe":\n"世🚀"}' },
  { id: '', retry: 1500 },
  { data: 'no space' },
  { data: ' two spaces' },
];

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('the grammar is read with %s as line end, in one chunk and byte by byte', (_, end) => {
  expect(read([stream.join(end)])).toEqual(events);
  expect(read(bytewise(stream.join(end)))).toEqual(events);
  expect(read(bytewise(`\uFEFF${stream.join(end)}`))).toEqual(events);
});

test('an event whose blank line ends in CR is dispatched at once', () => {
  const seen: string[] = [];
  const reader = new SseReader({ event: ({ data }) => seen.push(String(data)), fault() {} });
  reader.push(Buffer.from('data: a\r\r'));
  expect(seen).toEqual(['a']);
});

test('data fields without a value count as empty lines of data', () => {
  expect(read(['data\n\ndata\ndata\n\ndata:\n\n'])).toEqual([{ data: '' }, { data: '\n' }, { data: '' }]);
});

test('comments and blank lines alone make no event', () => {
  expect(read([': ping\n\n:\n\n\n\n'])).toEqual([]);
});

test('an id with NUL and a retry that is no number are ignored', () => {
  expect(read(['id: a\0b\nretry: 5s\ndata: x\n\n', 'retry: 99999999999999999999\ndata: y\n\n'])).toEqual([
    { data: 'x' },
    { data: 'y' },
  ]);
});

test('unknown fields and fields in other letters are ignored', () => {
  expect(read(['Data: x\ndatabase: y\ndata : z\ndata: 1\n\n'])).toEqual([{ data: '1' }]);
});

test.each(['data: {"id":1}\n', 'data: {"id":1}', 'data: a\n\ndata: {"id":1}\n'])(
  'an event that no blank line ends is discarded, but reported: %j',
  (text) => {
    expect(read([text]).at(-1)).toMatchObject({
      text: expect.stringContaining('{"id":1}'),
      why: expect.stringContaining('blank line'),
    });
  },
);

test('a stream that is no event stream at all is reported', () => {
  expect(read(['{"jsonrpc":"2.0"}\n'])).toEqual([
    { text: '{"jsonrpc":"2.0"}', why: expect.stringContaining('without one event') },
  ]);
  expect(read([': only a comment\n'])).toEqual([]);
  expect(read([''])).toEqual([]);
});

test('an event above the limit is reported once, in one line or in many, and the next one read', () => {
  const next = 'data: next\n\n';
  const large = [{ text: expect.any(String), why: 'an event above 0.0009765625 MiB' }, { data: 'next' }];
  expect(read([`data: ${'x'.repeat(5000)}\n\n${next}`], 1024)).toEqual(large);
  expect(read([`${'data: xxxxxxxxxxxxxxx\n'.repeat(500)}\n${next}`], 1024)).toEqual(large);
  expect(read([`${'data\n'.repeat(5000)}\n${next}`], 1024)).toEqual(large);
  expect(read([`data: ${'x'.repeat(1000)}\n\n`], 1024)).toEqual([{ data: 'x'.repeat(1000) }]);
});
