import { afterAll, beforeAll, expect, test } from 'vitest';
import { LegRun } from '../../harness/leg.ts';
import { fault } from '../../harness/mutate.ts';
import { plan } from '../../harness/plan.ts';
import { type Over, openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { Revision } from '../../harness/wire.ts';
import { cases } from '../../suites/index.ts';

let ground: ProvingGround;

beforeAll(async () => {
  ground = await openGround();
});

afterAll(() => ground.close());

/** The verdicts of the whole suite on a faulty server, for those cases that do not pass and are not beside the point. */
async function judged(
  faultName: string,
  revision: Revision,
  over: Over,
  only = ['subscriptions/*'],
): Promise<Record<string, string>> {
  const server = await ground.serve(fault(faultName), revision, over);
  // A shutdown ends all connections of a server inside this process: those cases are run apart.
  const ends = ['subscriptions/graceful-end', 'subscriptions/listen-result-shape'];
  const planned = /^shutdown/.test(faultName)
    ? plan(cases, [...ends, 'subscriptions/server-cancels'])
    : plan(cases, only, over === 'stdio' ? ends : []);
  try {
    const limits = { ...ground.limits, timeout: /^shutdown/.test(faultName) ? 250 : 1000, startTimeout: 5000 };
    const leg = new LegRun(server.connector, revision, { ...limits, fixtures: server.fixtures });
    await leg.start();
    const { results } = await leg.run(planned);
    return Object.fromEntries(
      results
        .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
        .map(({ case: id, verdict, reason }) => [id.slice('subscriptions/'.length), `${verdict}: ${reason}`]),
    );
  } finally {
    await server.close();
  }
}

const red = (verdicts: Record<string, string>): string[] =>
  Object.keys(verdicts).filter((id) => !verdicts[id]!.startsWith('untested: blocked by subscriptions/'));

test.each([
  ['stdio', '2025-11-25'],
  ['stdio', '2026-07-28'],
  ['http', '2025-11-25'],
  ['http', '2026-07-28'],
] as const)('nothing is held against a conforming server over %s in %s', async (over, revision) => {
  expect(await judged('http-sse-comments', revision, over)).toEqual({});
});

test.each([
  ['cancel-ignored', '2026-07-28', 'stdio', 'cancelled-stops'],
  ['cancel-answered', '2026-07-28', 'stdio', 'cancelled-stops'],
  ['listen-ids-mixed', '2026-07-28', 'stdio', 'subscription-id'],
  ['listen-second-refused', '2026-07-28', 'stdio', 'several-listens'],
  ['listen-second-ends-first', '2026-07-28', 'stdio', 'several-listens'],
  ['shutdown-silent', '2026-07-28', 'stdio', 'graceful-end'],
  ['shutdown-foreign-cancelled', '2026-07-28', 'stdio', 'server-cancels'],
  ['unsubscribe-ignored', '2025-11-25', 'stdio', 'unsubscribe-stops'],
  ['updates-to-all', '2025-11-25', 'stdio', 'updated-only-subscribed'],
  ['ack-never', '2026-07-28', 'stdio', 'acknowledged-first'],
  ['ack-late', '2026-07-28', 'http', 'acknowledged-first'],
  ['changes-without-listen', '2026-07-28', 'http', 'without-listen'],
  ['http-listen-json', '2026-07-28', 'http', 'listen-stream'],
  ['http-listen-log', '2026-07-28', 'http', 'listen-stream-messages'],
  ['subscribe-shared', '2025-11-25', 'http', 'updated-only-subscribed'],
  ['subscribe-replaces', '2025-11-25', 'http', 'updated-delivered'],
  ['unsubscribe-all', '2025-11-25', 'http', 'updated-delivered'],
  ['list-changed-never', '2025-11-25', 'http', 'list-changed-sent'],
] as const)('the fault %s in %s over %s is held against %s alone', async (name, revision, over, only) => {
  expect(red(await judged(name, revision, over))).toEqual([only]);
});

test('a server that refuses the GET for its news is told so', async () => {
  const { 'list-changed-sent': said } = await judged('http-get-405', '2025-11-25', 'http', [
    'subscriptions/list-changed-sent',
  ]);
  expect(said).toContain('the GET for a stream of news was answered with HTTP status 405');
});
