import type { RunEvent } from '../run-options.ts';
import { type Io, mayMove, type Output } from './io.ts';

// A line that is written more often than a person can read costs the run time.
const interval = 50;

/** Shows where the run is, on one line of a terminal that it leaves clean; elsewhere it does nothing. */
export class LiveLine {
  readonly #output: Output | undefined;
  readonly #clock: () => number;
  readonly #legs = new Map<string, { done: number; of: number }>();
  #written = Number.NEGATIVE_INFINITY;
  #shown = false;
  #transport = '';

  constructor({ stderr, env }: Pick<Io, 'stderr' | 'env'>, quiet = false, clock = () => performance.now()) {
    this.#output = !quiet && mayMove(stderr, env) ? stderr : undefined;
    this.#clock = clock;
  }

  /** Takes an event of the run. */
  update(event: RunEvent): void {
    if (event.type === 'leg') {
      this.#transport = event.transport;
      this.#show(`${event.revision} ${event.transport}`);
    }
    if (event.type !== 'case') return;
    this.#legs.set(event.revision, event);
    const legs = [...this.#legs.values()];
    const done = legs.reduce((sum, leg) => sum + leg.done, 0);
    const of = legs.reduce((sum, leg) => sum + leg.of, 0);
    this.#show(`${event.revision}${this.#transport && ` ${this.#transport}`}  ${event.case}  ${done}/${of}`);
  }

  /** Clears the line, so that something else can be written; the next update shows it again. */
  clear(): void {
    if (this.#shown) this.#output?.write('\r\x1b[K');
    this.#shown = false;
    this.#written = Number.NEGATIVE_INFINITY;
  }

  #show(text: string): void {
    const now = this.#clock();
    if (!this.#output || now - this.#written < interval) return;
    // One column is left free, since a full line makes some terminals scroll.
    const room = Math.max((this.#output.columns || 80) - 1, 1);
    this.#output.write(`\r\x1b[K${text.slice(0, room)}`);
    this.#written = now;
    this.#shown = true;
  }
}
