import { LongMessages } from './long-messages.ts';
import type { Line } from './report.ts';
import { copyOf } from './transport/allowance.ts';

/** A message above this many characters stands in the report as an excerpt. */
export const excerptAbove = 64 * 1024;

/** How much is kept of what a server sends unasked: enough for any honest server, and a bound for one that floods. */
const unaskedLines = 20_000;
const unaskedCharacters = 16 * 1024 * 1024;

/** The beginning of a message of so many characters. */
export const excerptOf = (text: string, length = text.length): string =>
  `${copyOf(text.slice(0, 4096))}… (${length} characters in all)`;

/** How much of a long message is written out to take an excerpt from it: more than what is shown, as masking makes texts shorter. */
const writtenOut = 256 * 1024;

/** The text of a message, which after the first part may have anything left out: a blob is not written once more to show its beginning. */
function beginningOf(message: unknown): string {
  let left = writtenOut;
  const take = (key: string, value: unknown): unknown => {
    if (left <= 0) return undefined;
    const taken = typeof value === 'string' ? value.slice(0, left) : value;
    left -= key.length + (typeof taken === 'string' ? taken.length : 4);
    return taken;
  };
  return JSON.stringify(message, take);
}

/** All traffic of one leg, in order: the single source of evidence. */
export class Transcript {
  readonly lines: Line[] = [];
  /** The line of each response by the line of its request, and the other way round. */
  readonly answerOf = new Map<number, number>();
  readonly requestOf = new Map<number, number>();
  /** The line of the HTTP request to whose response a line belongs. */
  readonly partOf = new Map<number, number>();
  /** The lines of requests that were waited for as long as a request may take, or whose HTTP response held no answer. */
  readonly overdue = new Set<number>();
  /** The texts of the wishes for input, as they came: a parsed message does not show what its text repeats. Bounded. */
  readonly texts = new Map<number, string>();
  /** What there is room for of messages whose text is long. */
  readonly long = new LongMessages();
  /** Characters of the messages whose text is long, by line. */
  readonly lengths = new Map<number, number>();
  /** Messages that came unasked, and those of them that there was no room for. */
  readonly #unasked = { lines: 0, characters: 0, leftOut: 0 };
  readonly #start = performance.now();
  readonly #listeners = new Set<(line: Line) => void>();

  /** Adds a line and answers its number, counted from 1. `length` is the size of the message's text in characters. */
  add(line: Omit<Line, 'n' | 'ms'>, length = 0): number {
    const n = this.lines.length + 1;
    const full: Line = { n, ms: Math.round((performance.now() - this.#start) * 10) / 10, ...line };
    this.lines.push(full);
    if (length > excerptAbove) this.lengths.set(n, length);
    for (const listener of this.#listeners) listener(full);
    return n;
  }

  /** Whether there is room for one more message that nobody asked for; those that are left out are counted. */
  admits(characters: number): boolean {
    const unasked = this.#unasked;
    if (unasked.lines >= unaskedLines || unasked.characters + characters > unaskedCharacters) {
      unasked.leftOut++;
      return false;
    }
    unasked.lines++;
    unasked.characters += characters;
    return true;
  }

  /** Notes that line `answer` answers line `request`. */
  pair(request: number, answer: number): void {
    this.answerOf.set(request, answer);
    this.requestOf.set(answer, request);
  }

  /** Calls `listener` for each further line until the returned function is called. */
  follow(listener: (line: Line) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The number of the last line, 0 before the first. */
  get end(): number {
    return this.lines.length;
  }

  /** The lines as a report keeps them: huge messages as excerpts that say what was left out. */
  forReport(mask = (text: string) => text): Line[] {
    const { leftOut } = this.#unasked;
    const rest = leftOut > 0 ? [this.#note(`${leftOut} further messages that nobody asked for were left out`)] : [];
    return [...this.lines, ...rest].map((line) => {
      const length = this.lengths.get(line.n);
      if (length === undefined || line.message === undefined) return line;
      const { message, ...others } = line;
      return { ...others, text: excerptOf(mask(beginningOf(message)), length) };
    });
  }

  #note(text: string): Line {
    const last = this.lines.at(-1);
    return { n: this.lines.length + 1, ms: last?.ms ?? 0, direction: 'event', session: last?.session ?? 0, text };
  }
}
