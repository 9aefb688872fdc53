import { expect, test } from 'vitest';
import { MiB } from '../../harness/transport/allowance.ts';
import { LineReader } from '../../harness/transport/line-reader.ts';

const read = (chunks: (string | Buffer)[], options: { limit?: number; ends?: 'lf' | 'any' } = {}) => {
  const lines: string[] = [];
  const reader = new LineReader(
    {
      line: (bytes, terminated) => lines.push(bytes.toString('utf8') + (terminated ? '' : '…')),
      tooLong: (excerpt) => lines.push(`too long: ${excerpt.toString('utf8')}`),
    },
    { limit: MiB, ...options },
  );
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  reader.end();
  return lines;
};

const bytewise = (text: string): Buffer[] => [...Buffer.from(text)].map((byte) => Buffer.of(byte));

test('a character split over chunks stays whole', () => {
  const text = 'grüße 世界 🚀\nzwei\n';
  expect(read(bytewise(text))).toEqual(['grüße 世界 🚀', 'zwei']);
});

test.each([
  ['in one chunk', (text: string) => [Buffer.from(text)]],
  ['byte by byte', bytewise],
])('LF and CRLF end lines, a lone CR does not, %s', (_, cut) => {
  expect(read(cut('a\r\nb\n\nc\rd\r\n'))).toEqual(['a', 'b', '', 'c\rd']);
});

test.each([
  ['in one chunk', (text: string) => [Buffer.from(text)]],
  ['byte by byte', bytewise],
])('with all line ends, LF, CRLF and CR end lines, %s', (_, cut) => {
  expect(read(cut('a\r\nb\n\nc\rd\r\re\r\n'), { ends: 'any' })).toEqual(['a', 'b', '', 'c', 'd', '', 'e']);
});

test('a line that ends in CR is handed out before the next byte comes', () => {
  const lines: string[] = [];
  const reader = new LineReader(
    { line: (bytes) => lines.push(bytes.toString()), tooLong() {} },
    { limit: 100, ends: 'any' },
  );
  reader.push(Buffer.from('one\r'));
  expect(lines).toEqual(['one']);
  reader.push(Buffer.from('\n'));
  reader.push(Buffer.from('two\r'));
  expect(lines).toEqual(['one', 'two']);
});

test('what follows the last line end is handed out as unterminated', () => {
  expect(read(['a\nb'])).toEqual(['a', 'b…']);
  expect(read(['a\n'])).toEqual(['a']);
});

test('a line above the limit is reported once, the rest of it dropped, and the next line read', () => {
  expect(read(['12345', '67890', 'abc\nnext\n'], { limit: 8 })).toEqual(['too long: 1234567890', 'next']);
  expect(read(['1234567890abc\nnext\n'], { limit: 8 })).toEqual(['too long: 1234567890abc', 'next']);
  expect(read(['12345678\nnext\n'], { limit: 8 })).toEqual(['12345678', 'next']);
});

test('an endless line keeps no more than its limit and a short excerpt', () => {
  const excerpts: number[] = [];
  const reader = new LineReader({ line() {}, tooLong: (excerpt) => excerpts.push(excerpt.length) }, { limit: MiB });
  const before = process.memoryUsage().arrayBuffers;
  const chunk = Buffer.alloc(64 * 1024, 'x');
  for (let n = 0; n < 4000; n++) reader.push(chunk);
  expect(excerpts).toEqual([16 * 1024]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * MiB);
});

test('a line of 20 MB in small chunks is copied a bounded number of times', () => {
  const text = Buffer.alloc(20_000_000, 'y');
  let length = 0;
  const reader = new LineReader(
    {
      line(bytes) {
        length = bytes.length;
      },
      tooLong() {},
    },
    { limit: 64 * MiB },
  );
  const copies: number[] = [];
  const { copy } = Buffer.prototype;
  Buffer.prototype.copy = function (this: Buffer, ...args: Parameters<typeof copy>) {
    const copied = copy.apply(this, args);
    copies.push(copied);
    return copied;
  };
  try {
    for (let at = 0; at < text.length; at += 65_536) reader.push(text.subarray(at, at + 65_536));
    reader.push(Buffer.from('\n'));
  } finally {
    Buffer.prototype.copy = copy;
  }
  expect(length).toBe(text.length);
  expect(copies.reduce((sum, each) => sum + each, 0)).toBeLessThan(2 * text.length);
});
