const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const works = new Set<() => void>();

const doAll = () => {
  for (const work of works) work();
};

// A signal's default action runs no exit handler.
function dieBySignal(signal: NodeJS.Signals): void {
  // Somebody else listens as well, and decides whether this process ends.
  if (process.listenerCount(signal) > 1) return;
  doAll();
  for (const each of signals) process.off(each, dieBySignal);
  process.kill(process.pid, signal);
}

/**
 * From now on, `work` is done at the end of this process, by a signal too, until the function that is returned is called. It must not
 * wait for anything. Once nothing is left to do, this process reacts to signals as if there had never been anything.
 */
export function atExit(work: () => void): () => void {
  if (works.size === 0) {
    process.on('exit', doAll);
    for (const signal of signals) process.on(signal, dieBySignal);
  }
  works.add(work);
  return () => {
    if (!works.delete(work) || works.size > 0) return;
    process.off('exit', doAll);
    for (const signal of signals) process.off(signal, dieBySignal);
  };
}
