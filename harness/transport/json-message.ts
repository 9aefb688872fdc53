import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject } from '../wire.ts';
import type { NoiseAllowance } from './allowance.ts';
import { endOfString, framing } from './framing.ts';
import type { WireEvent } from './transport.ts';

/** Deepest nesting that is taken for a message: below it, recursive code on the value cannot exhaust the stack. */
export const maxDepth = 1000;

/** Most values that are taken for a message: small ones take many times more memory than their text. */
export const mostValues = 8_000_000;

const couldBeJson = /^[ \t\r\n]*(?:[{["\d-]|(?:true|false|null)[ \t\r\n]*$)/;
const byteOrderMark = '\uFEFF';
/** What is wrong with the header of another protocol's framing. */
export const lspFraming =
  'a Content-Length header: the server frames messages as the Language Server Protocol does; MCP wants one message a line';

/** Where messages and noise go, and which HTTP exchange they belong to. */
export interface MessageSink {
  emit: (event: WireEvent) => void;
  noise: NoiseAllowance;
  exchange?: number;
}

/**
 * Reads bytes that should be one JSON-RPC message (or a batch): emits it, or noise that tells why it is none. One that can be read
 * in spite of its encoding comes after the noise.
 */
export function emitMessage(bytes: Buffer, { emit, noise, exchange }: MessageSink, suffix = ''): void {
  let text = bytes.toString('utf8');
  const sound = isUtf8(bytes);
  if (!sound) noise.noise(text, framing.utf8 + suffix, exchange);
  if (text.startsWith(byteOrderMark)) {
    noise.noise(byteOrderMark, framing.byteOrderMark, exchange);
    text = text.slice(1);
  }
  const read = readMessage(text);
  if (!('why' in read))
    emit({ type: 'message', message: read.message, text, ...(exchange === undefined ? {} : { exchange }) });
  else if (sound) noise.noise(text, read.why + suffix, exchange);
}

/** Reads text that should be one JSON object or array; `why` tells what is wrong with it. */
export function readMessage(text: string): { message: JsonObject | unknown[] } | { why: string } {
  if (isTooDeep(text)) return { why: `JSON nested deeper than ${maxDepth} levels` };
  if (text.length > mostValues && hasMore(text, mostValues, ',', '{', '['))
    return { why: `JSON of more than ${mostValues} values` };
  let value: unknown;
  try {
    // Catching an error costs more than a look: a log on stdout must not slow the run down.
    value = couldBeJson.test(text) ? JSON.parse(text) : undefined;
  } catch {
    value = undefined;
  }
  if (value === undefined) return { why: isLspFrame(text) ? lspFraming : isWide(text) ? framing.utf16 : 'not JSON' };
  return isObject(value) || Array.isArray(value) ? { message: value } : { why: 'a JSON value that is no object' };
}

// The header comes first; later ones stand behind the JSON before them, since no newline ends that.
const isLspFrame = (text: string): boolean =>
  /^content-length: *\d/i.test(text.slice(0, 64)) || /content-length: *\d+$/i.test(text.slice(-64));

// Of ASCII text in UTF-16, every other byte is zero; cut at line feeds, its lines may begin with the second half of one.
const isWide = (text: string): boolean => /^\0?(?:[^\0]\0){8}/.test(text);

// JSON.parse itself does not recurse, but what is done with its value afterwards does.
function isTooDeep(text: string): boolean {
  if (!hasMore(text, maxDepth, '{', '[')) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at);
      if (at === -1) return false;
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}

// Whether characters occur more than so many times: a far cheaper question, which settles it for most messages.
function hasMore(text: string, most: number, ...characters: string[]): boolean {
  let count = 0;
  for (const character of characters) {
    for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
      if (++count > most) return true;
    }
  }
  return false;
}
