const nothing = Buffer.alloc(0);

/** Bytes that are appended piece by piece, in time linear in their number and at most twice their memory. */
export class GrowingBuffer {
  #held: Buffer = nothing;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#held.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, this.#held.length * 2));
      this.#held.copy(grown, 0, 0, this.#length);
      this.#held = grown;
    }
    this.#held.set(bytes, this.#length);
    this.#length = length;
  }

  /** The bytes so far; good until the next call of `append`. */
  view(): Buffer {
    return this.#held.subarray(0, this.#length);
  }

  /** Forgets the bytes and frees their memory. */
  clear(): void {
    this.#held = nothing;
    this.#length = 0;
  }
}
