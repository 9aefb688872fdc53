import type { Report } from './report.ts';
import type { RunEvent } from './run-options.ts';

/** A run under way. Awaited it gives the report; iterated it tells what happens, from then on and to the end. */
export type ConformanceRun = Promise<Report> & AsyncIterable<RunEvent>;

// Characters of a server's stderr that wait for a reader: a server that floods it fills no memory of ours.
const mostStderr = 1 << 20;

/** What one reader of a run has not read yet. */
class Backlog {
  #events: RunEvent[] = [];
  #stderr = 0;
  #dropped = 0;
  #wake: (() => void) | undefined;

  push(event: RunEvent): void {
    if (event.type === 'stderr' && this.#stderr + event.text.length > mostStderr) {
      this.#dropped += event.text.length;
      return;
    }
    if (event.type === 'stderr') this.#stderr += event.text.length;
    this.#events.push(event);
    this.wake();
  }

  take(): RunEvent | undefined {
    const event = this.#events.shift();
    if (event?.type === 'stderr') this.#stderr -= event.text.length;
    if (event || this.#dropped === 0) return event;
    const text = `${this.#dropped} characters of the server's stderr were left out: they came faster than they were read`;
    this.#dropped = 0;
    return { type: 'note', text };
  }

  /** Resolves at the next event, or when `wake` is called. */
  change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}

/**
 * Starts a run that is both a promise and an iterable. Each reader gets every event; who leaves the loop early stops the run,
 * whose promise then gives what was found so far. A run that rejects makes the loop throw.
 */
export function underWay(
  start: (tell: (event: RunEvent) => void, stop: AbortSignal) => Promise<Report>,
): ConformanceRun {
  const readers = new Set<Backlog>();
  const stop = new AbortController();
  const tell = (event: RunEvent) => {
    for (const reader of readers) reader.push(event);
  };
  let ended = false;
  // Begun a turn later, so that who iterates at once misses nothing.
  const run = Promise.resolve().then(() => start(tell, stop.signal));
  const end = () => {
    ended = true;
    for (const reader of readers) reader.wake();
  };
  run.then(end, end);

  const iterate = (): AsyncIterator<RunEvent> => {
    const backlog = new Backlog();
    readers.add(backlog);
    // The loop throws what the run rejects with; nobody else has to listen for it.
    run.catch(() => {});
    return (async function* () {
      try {
        for (;;) {
          const event = backlog.take();
          if (event) yield event;
          else if (ended) break;
          else await backlog.change();
        }
        await run;
      } finally {
        readers.delete(backlog);
        if (!ended) stop.abort();
      }
    })();
  };
  return Object.assign(run, { [Symbol.asyncIterator]: iterate });
}
