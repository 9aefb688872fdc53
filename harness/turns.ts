import { stateOf } from './folder-state.ts';
import type { Trigger } from './run-options.ts';

/**
 * What a case does to what the server serves: `read` leaves it as it is, `plant` adds files that only those who know their names
 * look for, and takes them away again, `change` has the server change it.
 */
export type Doing = 'read' | 'plant' | 'change';

const order: readonly Doing[] = ['read', 'plant', 'change'];

/** One leg's turn; ends when the case at hand is over. */
export interface Turn {
  readonly doing: Doing;
  /** Waits until more may be done than before; resolves at once where it may be done already. */
  become(doing: Doing): Promise<void>;
  /** Waits until the server may be made to change something, if other legs could see it. */
  change(trigger: Trigger): Promise<void>;
  end(): void;
}

/**
 * Keeps the legs of a run out of each other's way where they meet: in `folder`, which is served to all of them, and in what commands
 * do. Cases of several legs run side by side as long as they do the same, and one that has the server change something runs alone.
 */
export class Turns {
  #doing: Doing = 'read';
  #running = 0;
  readonly #waiting: { doing: Doing; start: () => void }[] = [];
  /** Whether a trigger left the folder as it was, by its text. */
  readonly #harmless = new Map<string, boolean>();

  constructor(readonly folder?: string) {}

  async begin(doing: Doing = 'read'): Promise<Turn> {
    await this.#enter(doing);
    const triggers = new Set<string>();
    let before: string | undefined;
    let now = doing;
    let over = false;
    let inside = true;
    const leave = () => {
      if (inside) this.#leave();
      inside = false;
    };
    const become = async (next: Doing) => {
      if (over || order.indexOf(next) <= order.indexOf(now)) return;
      // Left before the other is entered: two that wait for each other would wait for ever.
      leave();
      now = next;
      await this.#enter(next);
      inside = true;
      // A case may be over before its turn has come.
      if (over) leave();
    };
    return {
      get doing() {
        return now;
      },
      become,
      change: async (trigger) => {
        const key = JSON.stringify(trigger);
        if (trigger.command === undefined && (this.folder === undefined || this.#harmless.get(key))) return;
        await become('change');
        if (this.folder === undefined || triggers.has(key) || this.#harmless.has(key)) return;
        before ??= stateOf(this.folder);
        triggers.add(key);
      },
      end: () => {
        if (!over && triggers.size > 0) {
          const same = before !== undefined && stateOf(this.folder!) === before;
          for (const key of triggers) this.#harmless.set(key, same);
        }
        over = true;
        leave();
      },
    };
  }

  /** Does a piece of work that leaves what is served as it is, in a turn of its own. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const turn = await this.begin();
    try {
      return await work();
    } finally {
      turn.end();
    }
  }

  async #enter(doing: Doing): Promise<void> {
    // Whoever comes while others wait waits too, or a change might never get its turn.
    if (this.#waiting.length === 0 && this.#admits(doing)) {
      this.#admit(doing);
      return;
    }
    await new Promise<void>((start) => this.#waiting.push({ doing, start }));
  }

  #admits(doing: Doing): boolean {
    return this.#running === 0 || (doing === this.#doing && doing !== 'change');
  }

  #admit(doing: Doing): void {
    this.#doing = doing;
    this.#running++;
  }

  #leave(): void {
    this.#running--;
    for (let next = this.#waiting[0]; next && this.#admits(next.doing); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#admit(next.doing);
      next.start();
    }
  }
}
