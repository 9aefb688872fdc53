const windows = process.platform === 'win32';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const alive = new Set<number>();

/** Sends a signal to every process of a group (on Windows: to the one process); false where nobody is left to take it. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(windows ? leader : -leader, signal);
  } catch {
    return false;
  }
}

/** From now on, the end of this process ends the group too. */
export function guardGroup(leader: number): void {
  if (alive.size === 0) {
    process.on('exit', killAll);
    for (const signal of signals) process.on(signal, dieBySignal);
  }
  alive.add(leader);
}

/** The group is gone; once none is left, this process reacts to signals as if it had never launched one. */
export function releaseGroup(leader: number): void {
  if (!alive.delete(leader) || alive.size > 0) return;
  process.off('exit', killAll);
  for (const signal of signals) process.off(signal, dieBySignal);
}

function killAll(): void {
  for (const leader of alive) signalGroup(leader, 'SIGKILL');
}

// A group of its own does not hear the terminal's Ctrl-C, and a signal's default action runs no exit handler.
function dieBySignal(signal: NodeJS.Signals): void {
  // Somebody else listens as well, and decides whether this process ends.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  for (const each of signals) process.off(each, dieBySignal);
  process.kill(process.pid, signal);
}
