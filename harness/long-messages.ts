import { isDeepStrictEqual } from 'node:util';
import { MiB } from './transport/allowance.ts';
import { isObject, type JsonObject } from './wire.ts';

// How many characters of long messages are kept as messages, and how many of the same length are told apart.
const most = 128 * MiB;
const mostAlike = 4;

/** Bounds the memory of long messages: a result that a server gives again is kept once, and of different ones so many. */
export class LongMessages {
  #kept = 0;
  readonly #results = new Map<number, unknown[]>();

  /** Whether there is room for a long message; its result becomes the one that came before, where it is the same. */
  admit(message: JsonObject | unknown[], length: number): boolean {
    if (Array.isArray(message) || !isObject(message.result)) return this.#room(length);
    const { result } = message;
    // The id is what differs from one answer to the next.
    const weight = length - JSON.stringify(message.id ?? null).length;
    const alike = this.#results.get(weight) ?? [];
    const known = alike.find((each) => isDeepStrictEqual(each, result));
    if (known !== undefined) {
      message.result = known;
      return true;
    }
    if (!this.#room(length)) return false;
    if (alike.length < mostAlike) this.#results.set(weight, [...alike, result]);
    return true;
  }

  #room(length: number): boolean {
    if (this.#kept + length > most) return false;
    this.#kept += length;
    return true;
  }
}
