import { MiB } from './allowance.ts';

/** What can be wrong with the lines of a stream though its messages can be read: the words of the noise that says so. */
export const framing = {
  spread: 'a message spread over several lines',
  joined: 'several messages on one line',
  blank: 'a blank line',
  unterminated: 'no newline ends the last message',
  byteOrderMark: 'a byte order mark, which JSON text must not begin with',
  utf8: 'invalid UTF-8',
  utf16: 'not JSON in UTF-8, but what looks like UTF-16',
} as const;

const openBrace = 0x7b;
const joint = ['}{', '} {'];
const mostMessages = 1000;
const mostLines = 100_000;
const largestSpread = 16 * MiB;

/** The messages of a line that holds several, as texts; undefined where it does not. */
export function splitJoined(bytes: Buffer): string[] | undefined {
  // The common line, one message, costs no more than this look.
  if (bytes[0] !== openBrace || !joint.some((each) => bytes.includes(each))) return undefined;
  const text = bytes.toString('utf8');
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      at = endOfString(text, at);
      if (at === -1) return undefined;
    } else if (character === '{') depth++;
    else if (character === '}') {
      if (--depth > 0) continue;
      parts.push(text.slice(start, at + 1).trim());
      start = at + 1;
      if (parts.length > mostMessages) return undefined;
    } else if (depth === 0 && character.trim() !== '') return undefined;
  }
  return depth === 0 && parts.length > 1 ? parts : undefined;
}

/** Collects the lines that may be one indented JSON value: an opening bracket alone, indented lines, the closing bracket. */
export class SpreadMessage {
  #lines: Buffer[] = [];
  #length = 0;

  /** Keeps a line if it can be a part; answers whether it can, and whether it is the last one. */
  take(line: Buffer): 'part' | 'last' | undefined {
    const open = this.#lines.length > 0;
    const first = line[0];
    const alone = line.length === 1 || (line.length === 2 && (line[1] === 0x20 || line[1] === 0x0d));
    const opens = !open && alone && (first === 0x7b || first === 0x5b);
    const closes = open && alone && (first === 0x7d || first === 0x5d);
    const indented = open && (first === 0x20 || first === 0x09);
    if (!(opens || closes || indented)) return undefined;
    const fits = this.#lines.length < mostLines && this.#length + line.length < largestSpread;
    if (!fits) return undefined;
    this.#lines.push(Buffer.from(line));
    this.#length += line.length;
    return closes ? 'last' : 'part';
  }

  /** Hands out the lines kept so far, and forgets them. */
  release(): Buffer[] {
    const lines = this.#lines;
    this.#lines = [];
    this.#length = 0;
    return lines;
  }
}

/** The index of the quote that closes the string opened at `from`, or -1. */
export function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}
