import type { Probe } from '../probe.ts';
import { journeys } from './journey.ts';
import { wishes } from './survey.ts';
import { type Wish, wishIn } from './wish.ts';

/** Every wish for input that was seen, also of clients that declare nothing and of later rounds; each is cited as it comes. */
export async function* everyWish(probe: Probe): AsyncGenerator<Wish> {
  for (const first of await wishes(probe)) {
    probe.cite(first.reply);
    yield first;
    const plain = wishIn(first.plain, first.uri);
    if (!plain) continue;
    probe.cite(first.plain);
    yield plain;
  }
  // Where a wish is malformed there is no way on; what is wrong with it is judged above.
  for (const { wishes: later } of await journeys(probe).catch(() => [])) {
    for (const wish of later) {
      probe.cite(wish.reply);
      yield wish;
    }
  }
}
