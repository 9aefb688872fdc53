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
  end(): void;
}

/**
 * Keeps the legs of a run out of each other's way where they meet in one folder: cases of several legs run side by side as long
 * as they do the same, and a case that has the server change something runs alone.
 */
export class Turns {
  #doing: Doing = 'read';
  #running = 0;
  readonly #waiting: { doing: Doing; start: () => void }[] = [];

  async begin(doing: Doing = 'read'): Promise<Turn> {
    await this.#enter(doing);
    let now = doing;
    let over = false;
    let inside = true;
    const leave = () => {
      if (inside) this.#leave();
      inside = false;
    };
    return {
      get doing() {
        return now;
      },
      become: async (next) => {
        if (over || order.indexOf(next) <= order.indexOf(now)) return;
        // Left before the other is entered: two that wait for each other would wait for ever.
        leave();
        now = next;
        await this.#enter(next);
        inside = true;
        // A case may be over before its turn has come.
        if (over) leave();
      },
      end: () => {
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
