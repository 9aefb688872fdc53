import { defaultMaxMessage, MiB } from './allowance.ts';
import { GrowingBuffer } from './growing-buffer.ts';
import { LineReader } from './line-reader.ts';

/** One event of a stream, dispatched by the blank line behind it. */
export interface SseEvent {
  id?: string;
  event?: string;
  retry?: number;
  /** The data as bytes of UTF-8, lines joined by LF; undefined where the event has no data field. */
  data: Buffer | undefined;
}

/** Where the events of a stream go, and what is wrong with it. */
export interface SseSink {
  event(event: SseEvent): void;
  /** Text of the stream that made no event; `why` tells the reason. */
  fault(text: string, why: string): void;
}

const unterminated = 'the event stream ended inside an event, which is discarded: a blank line must end each event';
const formless = "an event stream without one event: none of its lines has the form 'field: value'";
const shown = 1024;
const nothing = Buffer.alloc(0);
const lineFeed = Buffer.from('\n');

/** Reads Server-Sent Events from bytes, by the grammar of the WHATWG; a 64 MiB limit on an event's data bounds its memory. */
export class SseReader {
  readonly #lines: LineReader;
  #first = true;
  #pending: SseEvent = { data: undefined };
  #touched = false;
  readonly #data = new GrowingBuffer();
  #tooLarge = false;
  #useful = false;
  #unknown = '';

  constructor(
    private readonly sink: SseSink,
    private readonly limit = defaultMaxMessage,
  ) {
    this.#lines = new LineReader(
      { line: (bytes, terminated) => this.#line(bytes, terminated), tooLong: (excerpt) => this.#refuse(excerpt) },
      // Room for the field name: the limit is on the data.
      { limit: limit + 16, ends: 'any' },
    );
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  /** The stream is over: an event that no blank line ended is reported and discarded. */
  end(): void {
    this.#lines.end();
    if (this.#touched) this.sink.fault(this.#data.view().toString('utf8'), unterminated);
    else if (!this.#useful && this.#unknown !== '') this.sink.fault(this.#unknown, formless);
    this.#reset();
  }

  #line(bytes: Buffer, terminated: boolean): void {
    let line = bytes;
    if (this.#first) {
      this.#first = false;
      if (line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf) line = line.subarray(3);
    }
    if (line.length === 0) {
      if (terminated) this.#dispatch();
      return;
    }
    const colon = line.indexOf(0x3a);
    if (colon === 0) {
      this.#useful = true;
      return;
    }
    // No known field has a longer name; do not decode what a hostile server puts there.
    const name = line.toString('latin1', 0, Math.min(colon === -1 ? line.length : colon, 8));
    let value = colon === -1 ? nothing : line.subarray(colon + 1);
    if (value[0] === 0x20) value = value.subarray(1);
    this.#field(name, value, line);
  }

  #field(name: string, value: Buffer, line: Buffer): void {
    switch (name) {
      case 'data':
        this.#appendData(value);
        break;
      case 'id':
        if (value.includes(0)) return;
        this.#pending.id = value.toString('utf8');
        break;
      case 'event':
        this.#pending.event = value.toString('utf8');
        break;
      case 'retry': {
        const digits = value.toString('latin1', 0, 16);
        if (value.length > 15 || !/^\d+$/.test(digits)) return;
        this.#pending.retry = Number(digits);
        break;
      }
      default:
        if (this.#unknown === '') this.#unknown = line.toString('utf8', 0, shown);
        return;
    }
    this.#touched = true;
  }

  #appendData(value: Buffer): void {
    if (this.#tooLarge) return;
    if (this.#data.length + value.length > this.limit) {
      this.#refuse(value.subarray(0, shown));
      return;
    }
    this.#data.append(value);
    this.#data.append(lineFeed);
  }

  #dispatch(): void {
    const event = this.#pending;
    const wanted = this.#touched && !this.#tooLarge;
    if (wanted && this.#data.length > 0) event.data = this.#data.view().subarray(0, -1);
    this.#reset();
    if (!wanted) return;
    this.#useful = true;
    this.sink.event(event);
  }

  #refuse(excerpt: Buffer): void {
    if (this.#tooLarge) return;
    this.#tooLarge = true;
    this.#useful = true;
    this.#data.clear();
    this.sink.fault(excerpt.toString('utf8'), `an event above ${this.limit / MiB} MiB`);
  }

  #reset(): void {
    this.#pending = { data: undefined };
    this.#touched = false;
    this.#data.clear();
    this.#tooLarge = false;
  }
}
