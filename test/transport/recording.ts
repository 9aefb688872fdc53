import { spawnSync } from 'node:child_process';
import type { Transport, WireEvent } from '../../harness/transport/transport.ts';

type Of<T extends WireEvent['type']> = Extract<WireEvent, { type: T }>;

/** Listens to a transport, keeps its events, and waits for them. */
export class Recording {
  readonly events: WireEvent[] = [];
  #waiting: (() => void)[] = [];

  constructor(transport: Transport) {
    transport.listen((event) => {
      this.events.push(event);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  all<T extends WireEvent['type']>(type: T): Of<T>[] {
    return this.events.filter((event): event is Of<T> => event.type === type);
  }

  /** The first event of a type, that `test` accepts, once it has come. */
  async first<T extends WireEvent['type']>(type: T, test: (event: Of<T>) => boolean = () => true): Promise<Of<T>> {
    for (;;) {
      const found = this.all(type).find(test);
      if (found) return found;
      if (this.events.at(-1)?.type === 'exit') throw new Error(`no such ${type} in ${JSON.stringify(this.events)}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** All events of an HTTP exchange, once it is over. */
  async exchange(number: number): Promise<WireEvent[]> {
    await this.first('end', ({ exchange }) => exchange === number);
    return this.events.filter((event) => 'exchange' in event && event.exchange === number);
  }
}

/** Whether a process runs; one that is dead but not yet reaped does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

/** Waits until a process has ended. */
export async function ended(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The command line of a server written in a few lines of JavaScript. */
export const script = (code: string): string[] => [process.execPath, '-e', code];
