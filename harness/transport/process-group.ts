import { atExit } from '../at-exit.ts';

const windows = process.platform === 'win32';
const alive = new Map<number, () => void>();

/** Sends a signal to every process of a group (on Windows: to the one process); false where nobody is left to take it. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(windows ? leader : -leader, signal);
  } catch {
    return false;
  }
}

/** From now on, the end of this process ends the group too: a group of its own does not hear the terminal's Ctrl-C. */
export function guardGroup(leader: number): void {
  if (!alive.has(leader))
    alive.set(
      leader,
      atExit(() => signalGroup(leader, 'SIGKILL')),
    );
}

/** The group is gone; once none is left, this process reacts to signals as if it had never launched one. */
export function releaseGroup(leader: number): void {
  alive.get(leader)?.();
  alive.delete(leader);
}
