import { afterAll, beforeAll, expect, test } from 'vitest';
import { LegRun } from '../../harness/leg.ts';
import { all, fault, type Mutant, onRequest } from '../../harness/mutate.ts';
import { plan } from '../../harness/plan.ts';
import { Crash } from '../../harness/reference/failure.ts';
import { openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { Leg } from '../../harness/report.ts';
import { cases } from '../../suites/index.ts';
import { found, reasonOf } from './world.ts';

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const crashOn = (meant: (uri: string) => boolean): Mutant =>
  onRequest('resources/read', (request) => {
    if (meant(String(request.params?.uri))) throw new Crash('boom');
    return request;
  });

async function judge(mutant: Mutant): Promise<Leg> {
  const server = await ground.serve(mutant, '2026-07-28', 'stdio');
  try {
    const leg = new LegRun(server.connector, '2026-07-28', { ...ground.limits, fixtures: server.fixtures });
    await leg.start();
    return await leg.run(plan(cases, ['traversal/*'], ['traversal/malformed-uris']));
  } finally {
    await server.close();
  }
}

test('a server that a NUL ends is judged by other paths all the same', async () => {
  const nul = crashOn((uri) => uri.includes('\0'));
  expect(found(await judge(nul))).toEqual({ nul: 'fail' });
  const leg = await judge(all(nul, fault('traversal-prefix')));
  expect(found(leg)).toMatchObject({ nul: 'fail', 'prefix-sibling': 'fail' });
  expect(reasonOf(leg, 'prefix-sibling')).toContain('whose name only begins alike');
});

test('a server that every path ends is at fault once', async () => {
  const leg = await judge(crashOn((uri) => /canary|\.\.|%2e|beside/i.test(uri)));
  const verdicts = Object.values(found(leg));
  expect(verdicts.filter((verdict) => verdict === 'fail')).toHaveLength(1);
  expect(verdicts).not.toContain('error');
});
