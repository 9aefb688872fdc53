// How the bare clients wait: as a run did, and no longer where the same answer does not come again.

const patience = 2000;

/** Waits for one thing at a time; answers false for what did not come in time. */
export function pacer() {
  let waiting;
  let since = 0;
  const settle = (came) => {
    const { resolve } = waiting;
    waiting = undefined;
    resolve(came);
  };
  const watch = setInterval(() => waiting && Date.now() - since > patience && settle(false), 250);
  return {
    until: (done) =>
      new Promise((resolve) => {
        since = Date.now();
        waiting = { done, resolve };
      }),
    look: () => waiting?.done() && settle(true),
    end: () => clearInterval(watch),
  };
}

/** Works on items, at most `atOnce` at a time, in their order. */
export async function pool(items, atOnce, work) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
