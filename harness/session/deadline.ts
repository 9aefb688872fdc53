const slices = 4;

/**
 * Calls `expire` once `ms` milliseconds have passed, and answers a function that calls it off.
 * The time is waited for in slices with a turn for arriving data after each: a process that was held up itself
 * does not take what lies unread for silence.
 */
export function deadline(ms: number, expire: () => void): () => void {
  let left = slices;
  let off = false;
  let timer: NodeJS.Timeout;
  const turn = () => {
    if (off) return;
    left--;
    if (left === 0) expire();
    else wait();
  };
  const wait = () => {
    timer = setTimeout(() => setImmediate(turn), ms / slices);
  };
  wait();
  return () => {
    off = true;
    clearTimeout(timer);
  };
}
