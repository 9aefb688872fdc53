import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NoiseAllowance } from '../../harness/transport/allowance.ts';
import { LineReader } from '../../harness/transport/line-reader.ts';
import { MessageLines } from '../../harness/transport/message-lines.ts';
import { SseReader } from '../../harness/transport/sse-reader.ts';
import type { WireEvent } from '../../harness/transport/transport.ts';
import { holds, inChunks, textOf } from './property.ts';

type Seen = { line: string; terminated: boolean } | 'too long';

/** What a reader of lines has to tell, found the slow way: on the whole stream at once. */
function linesOf(bytes: Buffer, limit: number, ends: 'lf' | 'any'): Seen[] {
  const text = bytes.toString('latin1');
  const pieces = ends === 'any' ? text.split(/\r\n|\r|\n/) : text.split('\n');
  return pieces.flatMap((piece, at): Seen[] => {
    const terminated = at < pieces.length - 1;
    if (piece.length > limit) return ['too long'];
    if (!terminated) return piece === '' ? [] : [{ line: piece, terminated }];
    return [{ line: ends === 'lf' ? piece.replace(/\r$/, '') : piece, terminated }];
  });
}

const lineBytes = fc.oneof(
  textOf('\n', '\r', '\r\n', 'abc', ' ', 'ä', '{"a":1}').map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 200 }),
);

describe('the reader of lines', () => {
  it.each(['lf', 'any'] as const)('finds the same lines in any pieces, ends: %s', (ends) => {
    const property = fc.property(inChunks(lineBytes), fc.integer({ min: 1, max: 30 }), ({ whole, chunks }, limit) => {
      const seen: Seen[] = [];
      const reader = new LineReader(
        {
          line: (bytes, terminated) => seen.push({ line: bytes.toString('latin1'), terminated }),
          tooLong: (excerpt) => {
            // What is shown of a line that is too long is bounded too.
            expect(excerpt.length).toBeLessThanOrEqual(16 * 1024);
            seen.push('too long');
          },
        },
        { limit, ends },
      );
      for (const chunk of chunks) reader.push(chunk);
      reader.end();
      expect(seen).toEqual(linesOf(whole, limit, ends));
    });
    holds(property, 3000);
  });
});

interface ModelEvent {
  id?: string;
  event?: string;
  retry?: number;
  data?: string;
}

/** The events of a stream by the steps of the WHATWG (decode, split into lines, process each), and what was left at its end. */
function eventsOf(bytes: Buffer): { events: ModelEvent[]; left: boolean } {
  const lines = new TextDecoder('utf-8').decode(bytes).split(/\r\n|\r|\n/);
  const last = lines.pop()!;
  const events: ModelEvent[] = [];
  let pending: ModelEvent = {};
  const process = (line: string) => {
    if (line === '') {
      if (Object.keys(pending).length > 0) events.push(pending);
      pending = {};
      return;
    }
    const [field, ...rest] = line.split(':');
    if (field === '') return;
    const value = rest.join(':').replace(/^ /, '');
    if (field === 'data') pending.data = pending.data === undefined ? value : `${pending.data}\n${value}`;
    if (field === 'event') pending.event = value;
    if (field === 'id' && !value.includes('\0')) pending.id = value;
    if (field === 'retry' && /^\d{1,15}$/.test(value)) pending.retry = Number(value);
  };
  for (const line of lines) process(line);
  if (last !== '') process(last);
  return { events, left: Object.keys(pending).length > 0 };
}

const streamPieces = [
  'data',
  'data:',
  'data: ',
  'id:',
  'id: 7',
  'event: x',
  'event',
  'retry: 12',
  'retry: x',
  ':',
  ' ',
];
const streams = fc.oneof(
  textOf(...streamPieces, '\n', '\r', '\r\n', '\n\n', '\r\r', '\ufeff', '\0', 'ä€😀').map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }),
);

describe('the reader of event streams', () => {
  it('finds the events that the WHATWG finds, in any pieces', () => {
    const property = fc.property(inChunks(streams), ({ whole, chunks }) => {
      const events: ModelEvent[] = [];
      const faults: string[] = [];
      const reader = new SseReader({
        event: ({ data, ...rest }) => events.push({ ...rest, ...(data && { data: data.toString('utf8') }) }),
        fault: (_, why) => faults.push(why),
      });
      for (const chunk of chunks) reader.push(chunk);
      reader.end();
      const model = eventsOf(whole);
      expect(events).toEqual(model.events);
      expect(faults.some((why) => why.includes('ended inside an event'))).toBe(model.left);
    });
    holds(property, 3000);
  });

  it('holds no more of an event than its limit, and goes on behind it', () => {
    const property = fc.property(inChunks(streams), fc.integer({ min: 0, max: 20 }), ({ chunks }, limit) => {
      const data: string[] = [];
      const reader = new SseReader({ event: (event) => data.push(String(event.data ?? '')), fault() {} }, limit);
      for (const chunk of [...chunks, Buffer.from('\n\ndata\n\n')]) reader.push(chunk);
      reader.end();
      for (const each of data) expect(Buffer.byteLength(each)).toBeLessThanOrEqual(Math.max(3, limit * 3 + 1));
      expect(data.at(-1)).toBe('');
    });
    holds(property, 1000);
  });
});

/** What comes of a stream that should be one message a line. */
function readMessages(chunks: readonly Buffer[]): WireEvent[] {
  const seen: WireEvent[] = [];
  const emit = (event: WireEvent) => seen.push(event);
  const noise = new NoiseAllowance(emit);
  const reader = new MessageLines({ emit, noise });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  noise.finish();
  return seen;
}

const messageObject = fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
const linePieces = [
  '{',
  '}',
  '[',
  ']',
  '{"a":1}',
  '{"b":"x\\"}{"}',
  '\n',
  '\r\n',
  ' ',
  '"',
  '\\',
  'log',
  '\ufeff',
  '{"c":',
];
const framed = (value: unknown) => {
  const body = JSON.stringify(value);
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

describe('the reader of messages', () => {
  it('takes each line for what it is, in any pieces', () => {
    const lines = fc.array(messageObject, { maxLength: 8 });
    const property = fc.property(
      lines.chain((messages) =>
        inChunks(fc.constant(Buffer.from(messages.map((each) => `${JSON.stringify(each)}\n`).join('')))).map(
          ({ chunks }) => ({ messages, chunks }),
        ),
      ),
      ({ messages, chunks }) => {
        const seen = readMessages(chunks);
        expect(seen.map((event) => (event.type === 'message' ? event.message : event))).toEqual(
          messages.map((each) => JSON.parse(JSON.stringify(each))),
        );
      },
    );
    holds(property, 1000);
  });

  it('reads several messages on one line, whatever their strings hold', () => {
    const text = textOf('"', '\\', '{', '}', '}{', '} {', '[', ']', '\n');
    const joined = fc.array(fc.tuple(text, text), { minLength: 2, maxLength: 5 });
    const property = fc.property(joined, fc.constantFrom('', ' '), (pairs, between) => {
      const messages = pairs.map(([name, value]) => ({ [name]: value, last: { [value]: name } }));
      const line = `${messages.map((each) => JSON.stringify(each)).join(between)}\n`;
      const seen = readMessages([Buffer.from(line)]);
      expect(seen.flatMap((event) => (event.type === 'message' ? [event.message] : []))).toEqual(
        messages.map((each) => JSON.parse(JSON.stringify(each))),
      );
      expect(seen.filter(({ type }) => type === 'noise')).toHaveLength(1);
    });
    holds(property, 1000);
  });

  it('makes the same of rubbish in any pieces, and never a message of anything but JSON', () => {
    const rubbish = fc.oneof(
      textOf(...linePieces).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 80 }),
    );
    const property = fc.property(inChunks(rubbish), ({ whole, chunks }) => {
      const seen = readMessages(chunks);
      expect(seen).toEqual(readMessages([whole]));
      for (const event of seen) {
        if (event.type !== 'message') continue;
        expect(typeof event.message).toBe('object');
        expect(event.message).toEqual(JSON.parse(event.text));
      }
    });
    holds(property, 3000);
  });

  it('knows the framing of the Language Server Protocol, and takes no message for it', () => {
    const some = fc.array(messageObject, { minLength: 1, maxLength: 5 });
    const told = (events: WireEvent[]) =>
      events.some((event) => event.type === 'noise' && event.why.includes('Content-Length header'));
    const property = fc.property(
      some.chain((messages) =>
        inChunks(fc.constant(Buffer.from(messages.map(framed).join('')))).map(({ chunks }) => chunks),
      ),
      some,
      (chunks, messages) => {
        expect(told(readMessages(chunks))).toBe(true);
        const quoting = messages.map((each) => `${JSON.stringify({ ...each, text: framed(each) })}\n`).join('');
        expect(told(readMessages([Buffer.from(quoting)]))).toBe(false);
      },
    );
    holds(property, 500);
  });
});
