import { excerptLength } from './allowance.ts';
import { GrowingBuffer } from './growing-buffer.ts';

const lineFeed = 10;
const carriageReturn = 13;

/** Where the lines of a byte stream go. The bytes are only good until the call returns. */
export interface LineSink {
  /** A line without its end; `terminated` is false for what stands after the last line end. */
  line(bytes: Buffer, terminated: boolean): void;
  /** A line grew above the limit: here is its beginning, the rest of it is discarded. */
  tooLong(excerpt: Buffer): void;
}

/** How lines end and how long they may be. */
export interface LineOptions {
  /** The longest line, in bytes. */
  limit: number;
  /** `lf`: LF or CRLF ends a line. `any`: so does a lone CR. */
  ends?: 'lf' | 'any';
}

/** Cuts a byte stream into lines, in time linear in its length and in memory bounded by the limit. */
export class LineReader {
  readonly #held = new GrowingBuffer();
  #discarding = false;
  #skipLineFeed = false;

  constructor(
    private readonly sink: LineSink,
    private readonly options: LineOptions,
  ) {}

  push(chunk: Buffer): void {
    const any = this.options.ends === 'any';
    let start = 0;
    if (this.#skipLineFeed && chunk.length > 0) {
      this.#skipLineFeed = false;
      if (chunk[0] === lineFeed) start = 1;
    }
    let nextFeed = find(chunk, lineFeed, start);
    let nextReturn = any ? find(chunk, carriageReturn, start) : Number.POSITIVE_INFINITY;
    while (start < chunk.length) {
      const end = Math.min(nextFeed, nextReturn);
      if (end >= chunk.length) {
        this.#hold(chunk.subarray(start));
        return;
      }
      this.#finishLine(chunk.subarray(start, end));
      start = end + 1;
      if (end === nextReturn) {
        // The line is complete at the CR: waiting for a LF that may never come would withhold it.
        if (start === chunk.length) this.#skipLineFeed = true;
        else if (chunk[start] === lineFeed) start++;
      }
      if (nextFeed < start) nextFeed = find(chunk, lineFeed, start);
      if (nextReturn < start) nextReturn = find(chunk, carriageReturn, start);
    }
  }

  /** The stream is over: hands out what stands after the last line end. */
  end(): void {
    const rest = this.#held.view();
    const wanted = !this.#discarding && rest.length > 0;
    this.#release();
    if (wanted) this.sink.line(rest, false);
  }

  #finishLine(tail: Buffer): void {
    let line = tail;
    if (this.#held.length > 0 || this.#discarding || tail.length > this.options.limit) {
      this.#hold(tail);
      line = this.#held.view();
    }
    const wanted = !this.#discarding;
    this.#release();
    if (!wanted) return;
    const carriage = this.options.ends !== 'any' && line.at(-1) === carriageReturn;
    this.sink.line(carriage ? line.subarray(0, -1) : line, true);
  }

  // Copies, so that a server that writes single bytes costs no more than one that writes blocks.
  #hold(bytes: Buffer): void {
    if (this.#discarding) return;
    if (this.#held.length + bytes.length <= this.options.limit) {
      this.#held.append(bytes);
      return;
    }
    const beginning = Buffer.from(this.#held.view().subarray(0, excerptLength));
    const excerpt = Buffer.concat([beginning, bytes.subarray(0, excerptLength - beginning.length)]);
    this.#release();
    this.#discarding = true;
    this.sink.tooLong(excerpt);
  }

  #release(): void {
    this.#held.clear();
    this.#discarding = false;
  }
}

function find(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}
