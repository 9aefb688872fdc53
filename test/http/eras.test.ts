import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modernOnly } from '../../harness/eras.ts';
import { LegRun } from '../../harness/leg.ts';
import { fault, type Mutant, onResult } from '../../harness/mutate.ts';
import { plan } from '../../harness/plan.ts';
import { openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import { cases } from '../../suites/index.ts';

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** Runs cases on a mutant over HTTP; gives their verdicts, and what was sent: the methods of messages, and HTTP methods without one. */
async function run(mutant: Mutant, only: string[]) {
  const server = await ground.serve(mutant, '2026-07-28', 'http');
  try {
    const leg = new LegRun(server.connector, '2026-07-28', { ...ground.limits, fixtures: server.fixtures });
    await leg.start();
    const { results, transcript } = await leg.run(plan(cases, only));
    const sent = transcript.flatMap(({ direction, message, http }) =>
      direction === 'out' ? [((message as { method?: string } | undefined)?.method ?? http?.method) as string] : [],
    );
    return { verdicts: Object.fromEntries(results.map((result) => [result.case, result.verdict])), sent };
  } finally {
    await server.close();
  }
}

const unlisted = onResult('server/discover', (result) => {
  result.supportedVersions = ['2026-07-28'];
});
const twoCases = ['http/method-unknown', 'http/modern-session-ignored'];
const count = (sent: string[], method: string) => sent.filter((each) => each === method).length;

describe('a server of both eras over HTTP', () => {
  it('is recognised by its list, without a handshake', async () => {
    const { sent } = await run(fault('http-session-id-modern'), twoCases);
    expect(count(sent, 'initialize')).toBe(0);
  });

  it('is recognised by initialize where it lists nothing older, once a session, and the session it opens is ended', async () => {
    const { verdicts, sent } = await run({ ...fault('http-session-id-modern'), ...unlisted }, twoCases);
    expect(verdicts).toEqual({ 'http/method-unknown': 'pass', 'http/modern-session-ignored': 'not-applicable' });
    expect([count(sent, 'initialize'), count(sent, 'DELETE')]).toEqual([1, 1]);
  });

  it('is told from a server of one era, which is judged', async () => {
    const { verdicts, sent } = await run({ ...modernOnly, ...fault('http-session-id-modern') }, twoCases);
    expect(verdicts).toEqual({ 'http/method-unknown': 'pass', 'http/modern-session-ignored': 'warn' });
    expect([count(sent, 'initialize'), count(sent, 'DELETE')]).toEqual([1, 0]);
  });
});

describe('requests with a header at fault', () => {
  it('are asked once for all the cases that look at them', async () => {
    const { sent } = await run({}, ['http/header-fault-answer']);
    const together = await run({}, [
      'http/header-fault-answer',
      'http/method-missing',
      'http/name-missing',
      'http/header-mismatch',
    ]);
    expect(count(together.sent, 'resources/list')).toBe(count(sent, 'resources/list'));
    expect(count(together.sent, 'resources/read')).toBe(count(sent, 'resources/read'));
  });
});
