// A server that answers nothing until the client is ready: one finding, of one case, and the others do without that ping.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LegRun } from '../../harness/leg.ts';
import type { Mutant } from '../../harness/mutate.ts';
import { openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import { cases } from '../../suites/index.ts';

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

test('a ping that waits for notifications/initialized is the finding of its own case alone', async () => {
  let held = 0;
  const mutant: Mutant = {
    incoming(message, { memory, connection }) {
      if (message.method === 'notifications/initialized') memory.set(`ready ${connection}`, true);
      if (message.method !== 'ping' || memory.get(`ready ${connection}`)) return [message];
      held++;
      return [];
    },
  };
  const { connector, close } = await ground.serve(mutant, '2025-11-25', 'stdio');
  const leg = new LegRun(connector, '2025-11-25', { ...ground.limits, fixtures: {} });
  await leg.start();
  const ids = ['ping', 'same-version', 'nothing-before-initialize', 'requests-before-initialized', 'initialize-answer'];
  const plan = ids.map((id) => ({ id: `capabilities/${id}`, definition: cases[`capabilities/${id}`]! }));
  const { results } = await leg.run(plan);
  await close();
  const [ping, ...others] = results;
  expect(ping).toMatchObject({ case: 'capabilities/ping', verdict: 'fail' });
  expect(ping!.reason).toContain('ping before notifications/initialized');
  expect(others.map(({ case: id, verdict, reason }) => `${id}: ${verdict} ${reason}`.trim())).toEqual(
    ids.slice(1).map((id) => `capabilities/${id}: pass`),
  );
  expect(held).toBeLessThanOrEqual(6);
});
