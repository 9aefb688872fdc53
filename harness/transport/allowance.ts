import { constants } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { pieceMasker } from '../mask-pieces.ts';
import type { WireEvent } from './transport.ts';

/** Bytes in a KiB and in a MiB. */
export const KiB = 2 ** 10;
export const MiB = 2 ** 20;

/** The largest message that a transport takes, in bytes, unless an option says otherwise. */
export const defaultMaxMessage = 64 * MiB;

/** The largest message that a transport takes, in bytes: what is asked for, as far as a string can hold it. */
export const messageLimit = (asked = defaultMaxMessage): number => Math.min(asked, constants.MAX_STRING_LENGTH);

/** How much of one piece of noise is shown. */
export const excerptLength = 16 * KiB;

/** A text of its own: a piece cut from a long one would keep all of that in memory. */
export const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

// An event costs memory beside its text: a flood of empty ones must run dry too.
const perEvent = 64;

/** Says a number of bytes for people. */
export function size(bytes: number): string {
  const [unit, name] = bytes >= MiB ? [MiB, 'MiB'] : bytes >= KiB ? [KiB, 'KiB'] : [1, 'bytes'];
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`;
}

/** Lets the first `limit` characters of noise through, each piece cut to an excerpt, and counts what comes after. */
export class NoiseAllowance {
  #left: number;
  #dropped = 0;
  #droppedLength = 0;

  constructor(
    private readonly emit: (event: WireEvent) => void,
    limit = MiB,
    /** Is told of each piece, also of those that are not let through. */
    private readonly count: () => void = () => {},
  ) {
    this.#left = limit;
  }

  noise(text: string, why: string, exchange?: number): void {
    this.count();
    if (this.#left <= 0) {
      this.#dropped++;
      this.#droppedLength += text.length;
      return;
    }
    const cut = text.length > excerptLength;
    const shown = cut ? copyOf(text.slice(0, excerptLength)) : text;
    this.#left -= shown.length + perEvent;
    this.emit({
      type: 'noise',
      text: shown,
      why: cut ? `${why} (the first ${size(excerptLength)} of ${size(text.length)})` : why,
      ...(exchange === undefined ? {} : { exchange }),
    });
  }

  /** Tells once how much was dropped. */
  finish(exchange?: number): void {
    if (this.#dropped === 0) return;
    const why = `${this.#dropped} more pieces of noise (${size(this.#droppedLength)}) were dropped`;
    this.emit({ type: 'noise', text: '', why, ...(exchange === undefined ? {} : { exchange }) });
    this.#dropped = 0;
  }
}

// What is longer without a line's end is told in pieces.
const longestLine = 8 * KiB;

/**
 * Decodes a process's diagnostics, lets the first `limit` characters through, and counts what comes after. It tells whole lines, with
 * their secrets masked: what several processes write is mixed later, and the half of a secret could not be known any more.
 */
export class StderrAllowance {
  readonly #streams = new Map<unknown, { decoder: StringDecoder; rest: string }>();
  #left: number;
  #dropped = 0;

  constructor(
    private readonly emit: (event: WireEvent) => void,
    private readonly masking = pieceMasker([]),
    limit = 256 * KiB,
  ) {
    this.#left = limit;
  }

  /** Takes bytes of one of several streams; a character may be split over two chunks of the same stream. */
  push(chunk: Buffer, stream: unknown = undefined): void {
    if (this.#left <= 0) {
      this.#dropped += chunk.length;
      return;
    }
    const { decoder, rest } = this.#streams.get(stream) ?? { decoder: new StringDecoder('utf8'), rest: '' };
    const text = rest + decoder.write(chunk);
    const end = text.lastIndexOf('\n') + 1;
    this.#emit(this.masking.hide(text.slice(0, end)));
    this.#streams.set(stream, { decoder, rest: this.#shortened(text.slice(end)) });
  }

  /** Tells what came without a line's end, and once how much was dropped. */
  finish(): void {
    for (const { decoder, rest } of this.#streams.values()) this.#line(rest + decoder.end());
    this.#streams.clear();
    if (this.#dropped > 0) this.emit({ type: 'stderr', text: `[${size(this.#dropped)} more were dropped]\n` });
    this.#dropped = 0;
  }

  /** Tells the beginning of a line that is too long to wait for its end, and answers what is left of it. */
  #shortened(line: string): string {
    const { reach, cut } = this.masking;
    let rest = line;
    while (rest.length > longestLine + reach) {
      const at = cut(rest.slice(0, longestLine + reach), longestLine);
      this.#line(rest.slice(0, at));
      rest = rest.slice(at);
    }
    return rest;
  }

  #line(text: string): void {
    if (text !== '') this.#emit(`${this.masking.hide(text)}\n`);
  }

  #emit(text: string): void {
    if (text === '') return;
    const shown = text.slice(0, Math.max(this.#left, 0));
    this.#dropped += text.length - shown.length;
    this.#left -= shown.length + perEvent;
    if (shown !== '') this.emit({ type: 'stderr', text: shown });
  }
}
