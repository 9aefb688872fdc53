// What becomes of the verdicts where a server is slow, answers in another order, or leaves requests unanswered.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LegRun } from '../../harness/leg.ts';
import { all, fault, type Mutant } from '../../harness/mutate.ts';
import { plan, suiteOrder } from '../../harness/plan.ts';
import { type Over, openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { Result } from '../../harness/report.ts';
import type { JsonObject, Revision } from '../../harness/wire.ts';
import { cases } from '../../suites/index.ts';

let ground: ProvingGround;

beforeAll(async () => {
  ground = await openGround();
});

afterAll(() => ground.close());

/** Each answer comes so many milliseconds late; that to a listen is said when the server ends, and there is no later then. */
const slowed = (ms: number): Mutant => ({
  outgoing(message, { request, send }) {
    if (!request || request.method === 'subscriptions/listen') return [message];
    setTimeout(send, ms, message);
    return [];
  },
});

/** Answers that are due at about the same time come in the opposite order; notifications keep their place. */
function shuffled(): Mutant {
  const held = new Map<number, { message: JsonObject; send: (message: JsonObject) => void }[]>();
  const flush = (connection: number) => {
    for (const { message, send } of (held.get(connection) ?? []).toReversed()) send(message);
    held.delete(connection);
  };
  return {
    outgoing(message, { connection, send }) {
      if ('method' in message) {
        flush(connection);
        return [message];
      }
      const waiting = held.get(connection);
      if (waiting) waiting.push({ message, send });
      else {
        held.set(connection, [{ message, send }]);
        setTimeout(flush, 10, connection);
      }
      return [];
    },
  };
}

/** Every so-many-th answer never comes; a session can be opened all the same. */
function leaky(every: number): Mutant {
  let count = 0;
  return {
    outgoing(message, { request }) {
      if (!request || ['initialize', 'server/discover'].includes(request.method)) return [message];
      count++;
      return count % every === 0 ? [] : [message];
    },
  };
}

async function judged(mutant: Mutant, revision: Revision, over: Over, timeout: number, only?: string[]) {
  const server = await ground.serve(mutant, revision, over);
  try {
    const limits = { ...ground.limits, timeout, startTimeout: 10_000 };
    const leg = new LegRun(server.connector, revision, { ...limits, fixtures: server.fixtures });
    await leg.start();
    return (await leg.run(plan(cases, only))).results;
  } finally {
    await server.close();
  }
}

const told = (results: Result[]) => results.map(({ case: id, verdict, reason }) => `${id} ${verdict} ${reason}`);

/** A few cases of each suite. */
const some = suiteOrder.flatMap((suite) =>
  plan(cases, [suite])
    .map(({ id }) => id)
    .filter((_, i) => i % 4 === 0),
);

/** What the server does wrong, so that there is something to be found. */
const faulty = fault('traversal-raw-join', 'list-changed-never', 'refuses-double-dots', 'cursor-single-use');

describe.concurrent.each([
  ['2025-11-25', 'stdio'],
  ['2026-07-28', 'stdio'],
  ['2026-07-28', 'http'],
] as const)('in %s over %s', (revision, over) => {
  it('a server that takes 50 ms longer for each answer gets the same verdicts', { timeout: 300_000 }, async () => {
    expect(new Set(some.map((id) => id.split('/')[0])).size).toBe(suiteOrder.length);
    for (const server of [{}, faulty]) {
      const prompt = await judged(server, revision, over, 10_000, some);
      const slow = await judged(all(server, slowed(50)), revision, over, 10_000, some);
      expect(told(slow)).toEqual(told(prompt));
    }
  });

  // Over HTTP each answer has a response of its own.
  it.runIf(over === 'stdio')('the order of answers changes no verdict', { timeout: 300_000 }, async () => {
    for (const server of [{}, faulty]) {
      const ordered = await judged(server, revision, over, 10_000);
      expect(told(await judged(all(server, shuffled()), revision, over, 10_000))).toEqual(told(ordered));
    }
  });
});

describe.concurrent.each([
  ['2025-11-25', 'stdio', 5],
  ['2026-07-28', 'stdio', 13],
] as const)('in %s over %s, where each %i-th answer is missing', (revision, over, every) => {
  it('nothing that was not seen passes, and no case ends in a fault of ours', { timeout: 300_000 }, async () => {
    for (const server of [{}, faulty]) {
      const whole = new Map((await judged(server, revision, over, 2000)).map((each) => [each.case, each]));
      const partial = await judged(all(server, leaky(every)), revision, over, 100);
      expect(partial.filter(({ verdict }) => verdict === 'error')).toEqual([]);
      expect(partial.filter(({ verdict }) => verdict === 'untested').length).toBeGreaterThan(10);
      const turned = partial.filter((each) => {
        const before = whole.get(each.case)!.verdict;
        const better = each.verdict === 'pass' && before !== 'pass';
        return better || (each.verdict === 'not-applicable' && before !== 'not-applicable');
      });
      expect(turned).toEqual([]);
    }
  });
});
