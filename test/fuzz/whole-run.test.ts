import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rulesIn } from '../../harness/case.ts';
import { LegRun } from '../../harness/leg.ts';
import { plan } from '../../harness/plan.ts';
import { groundFor, onGrounds } from '../../harness/prove.ts';
import type { ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { Leg, Verdict } from '../../harness/report.ts';
import type { RunEvent } from '../../harness/run-options.ts';
import { NotSpoken, Unreachable } from '../../harness/session/legacy.ts';
import { cases } from '../../suites/index.ts';
import { tries } from './property.ts';
import { mutantOf, type Strange, strangeServers } from './strange-servers.ts';

/** Milliseconds without an end of a case after which a run hangs; a case takes a fraction. */
const hangsAfter = 60_000;

interface Outcome {
  strange: Strange;
  /** How it ended: a leg, or the words why there is none. */
  leg?: Leg;
  unreachable?: string;
  /** What must not be. */
  faults: string[];
  ms: number;
}

/** Runs all cases of a revision on one strange server. */
async function judge(strange: Strange, ground: ProvingGround): Promise<Outcome> {
  const { revision } = strange;
  // Only 2024-11-05 has that transport.
  const over = strange.over === 'sse' && revision !== '2024-11-05' ? 'http' : strange.over;
  const mutant = mutantOf(strange);
  const server = await ground.serve(mutant, revision, over);
  const outcome: Outcome = { strange, faults: [], ms: 0 };
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let at = 'the start';
  const hangs = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the run hangs at ${at}`)), hangsAfter);
  });
  const onEvent = (event: RunEvent) => {
    if (event.type === 'case') at = event.case;
    timer?.refresh();
  };
  try {
    const planned = plan(cases).filter(
      ({ definition }) =>
        rulesIn(definition, revision).length > 0 && (over !== 'memory' || groundFor(definition, revision) !== 'stdio'),
    );
    const leg = new LegRun(server.connector, revision, {
      ...ground.limits,
      timeout: 60,
      fixtures: server.fixtures,
      onEvent,
    });
    const run = async () => {
      await leg.start();
      return leg.run(planned);
    };
    outcome.leg = await Promise.race([run(), hangs]);
    for (const { case: id, verdict, reason } of outcome.leg.results)
      if (verdict === 'error') outcome.faults.push(`${id} ends in an error of ours: ${reason}`);
    if (outcome.leg.results.length !== planned.length) outcome.faults.push('not every case has a verdict');
    JSON.stringify(outcome.leg);
  } catch (error) {
    if (error instanceof NotSpoken || error instanceof Unreachable) outcome.unreachable = error.message;
    else outcome.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    clearTimeout(timer);
    await server.close();
  }
  if (server.thrown() !== undefined)
    outcome.faults.push(`the fuzzer itself throws ${(server.thrown() as Error).stack}`);
  outcome.ms = performance.now() - begun;
  return outcome;
}

const shown = ({ strange, faults }: Outcome): string =>
  `${faults.join('\n')}\n  on ${JSON.stringify(strange, (_, value) => (typeof value === 'string' && value.length > 200 ? `${value.slice(0, 20)}… (${value.length})` : value)).slice(0, 2000)}`;

it('every strange server gets a verdict from each case, and none is an error of ours', {
  timeout: 3_600_000,
}, async () => {
  const wanted = fc.sample(strangeServers, tries(80));
  const outcomes = await onGrounds(wanted, 12, judge);
  const bad = outcomes.filter(({ faults }) => faults.length > 0);
  expect(bad.map(shown)).toEqual([]);
  expect((Object.prototype as Record<string, unknown>).polluted).toBeUndefined();

  // Most of them can be talked to, and are found out.
  const legs = outcomes.flatMap(({ leg }) => leg ?? []);
  const count = (verdict: Verdict) =>
    legs.filter(({ results }) => results.some((each) => each.verdict === verdict)).length;
  expect(legs.length).toBeGreaterThan(outcomes.length / 2);
  expect(count('fail')).toBeGreaterThan(legs.length / 3);
  expect(new Set(legs.map(({ revision }) => revision)).size).toBe(5);
  const slowest = Math.round(Math.max(...outcomes.map(({ ms }) => ms)));
  console.log(
    `${outcomes.length} strange servers, ${legs.length} legs, ${count('fail')} with failures; the slowest took ${slowest} ms`,
  );
});
