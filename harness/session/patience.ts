import type { Transcript } from '../transcript.ts';
import type { Channel } from './channel.ts';
import type { Reply } from './reply.ts';

/** How often one request is made again. */
const mostTimes = 5;
/** How long a leg waits for such requests in all, in milliseconds. */
const mostInAll = 60_000;

const waited = new WeakMap<Transcript, number>();

/** Asks, and asks again where a server that has too much to do says when: after at most `most` milliseconds, else its refusal stands. */
export async function patiently(ask: () => Promise<Reply>, channel: Channel, most: number): Promise<Reply> {
  let reply = await ask();
  for (let times = 0; times < mostTimes; times++) {
    const pause = pauseOf(reply, most);
    const before = waited.get(channel.transcript) ?? 0;
    if (pause === undefined || before + pause > mostInAll || channel.exit) break;
    waited.set(channel.transcript, before + pause);
    channel.note(`the server asks to come again, which is done after ${pause} ms`);
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, pause);
    });
    await Promise.race([over, channel.exited]);
    clearTimeout(timer);
    reply = await ask();
  }
  return reply;
}

/** The milliseconds of a Retry-After, in seconds or as a date; undefined where there is none, or a longer one than `most`. */
export function pauseOf({ http }: Pick<Reply, 'http'>, most: number, now = Date.now()): number | undefined {
  if (http?.status !== 429 && http?.status !== 503) return undefined;
  const text = http.headers['retry-after']?.trim() ?? '';
  const pause = /^\d{1,9}$/.test(text)
    ? Number(text) * 1000
    : Math.max(Date.parse(/GMT$/.test(text) ? text : '') - now, 0);
  return pause <= most ? pause : undefined;
}
