import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const variable = 'MCP_RESOURCE_CONFORMANCE_LAUNCH';
// How long they get to heed SIGTERM, in milliseconds.
const grace = 500;
const poll = 20;

/** All processes that come of one leg's servers, daemons included: they inherit a mark in their environment. */
export class Kin {
  readonly #mark = randomUUID();

  /** What a server needs in its environment to be known again. */
  get env(): Record<string, string> {
    return { [variable]: this.#mark };
  }

  /** Ends those that are left once their servers are gone, as far as the system (Linux) shows the environment of processes. */
  async end(): Promise<void> {
    if (!existsSync('/proc/self/environ')) return;
    let left = this.#left();
    for (const pid of left) signal(pid, 'SIGTERM');
    for (let waited = 0; left.length > 0 && waited < grace; waited += poll) {
      await new Promise((resolve) => setTimeout(resolve, poll));
      left = left.filter((pid) => this.#isOurs(pid));
    }
    for (const pid of left.length > 0 ? this.#left() : []) signal(pid, 'SIGKILL');
  }

  #left(): number[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => this.#isOurs(pid));
  }

  #isOurs(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${variable}=${this.#mark}`);
    } catch {
      // It has ended, or is somebody else's.
      return false;
    }
  }
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
