import { shorten, visible } from '../../reports/escape.ts';

const longestLine = 2000;
// A secret that a cut would halve could not be masked any more; lines up to here are masked whole.
const longestPiece = 64 * 1024;

/** The server's stderr in lines fit for our own: control characters visible, secrets masked, of bounded length. */
export class ServerOutput {
  #rest = '';

  /** `show` gets each line as it is complete. */
  constructor(
    private readonly hide: (text: string) => string,
    private readonly show: (line: string) => void,
  ) {}

  /** Takes a piece of any size. */
  add(text: string): void {
    const pieces = (this.#rest + text).split(/\r?\n/);
    this.#rest = pieces.pop()!;
    for (const line of pieces) this.#line(line);
    if (this.#rest.length > longestPiece) this.end();
  }

  /** Takes what came without a line's end as a line. */
  end(): void {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
  }

  #line(text: string): void {
    this.show(`server: ${shorten(visible(this.hide(text.slice(0, longestPiece))), longestLine)}`);
  }
}
