import { MiB } from './allowance.ts';

// More than any server logs between two messages, and little enough to be read in seconds.
const mostBytes = 256 * MiB;
const mostPieces = 500_000;

/** Notices a server that writes without end what is no message. */
export class FloodWatch {
  /** Whether any message came. */
  heard = false;
  #bytes = 0;
  #pieces = 0;

  /** A message came. */
  calm(): void {
    this.heard = true;
    this.#bytes = 0;
    this.#pieces = 0;
  }

  /** A piece came that is no message. */
  piece(): void {
    this.#pieces++;
  }

  /** So many bytes came; answers what is wrong once it is too much. */
  take(bytes: number): string | undefined {
    this.#bytes += bytes;
    if (this.#bytes > mostBytes) return `floods its standard output: ${mostBytes / MiB} MiB without a message`;
    if (this.#pieces > mostPieces) return `floods its standard output: ${mostPieces} lines without a message`;
    return undefined;
  }
}
