import type { Case } from '../../harness/case.ts';
import { LegRun } from '../../harness/leg.ts';
import type { Mutant } from '../../harness/mutate.ts';
import { openGround } from '../../harness/reference/proving-ground.ts';
import type { Result } from '../../harness/report.ts';
import type { Fixtures } from '../../harness/run-options.ts';
import type { Connector } from '../../harness/transport/connector.ts';
import type { Revision } from '../../harness/wire.ts';

/** What a test may change of the run: the connector, or the fixtures. */
export interface Changes {
  connector?: (connector: Connector) => Connector;
  fixtures?: Fixtures;
  maxPages?: number;
}

/** The result of one case, alone on a mutant of the reference server. */
export async function judged(
  definition: Case,
  mutant: Mutant,
  revision: Revision,
  { connector = (same) => same, fixtures, maxPages = 100 }: Changes = {},
): Promise<Result> {
  const ground = await openGround();
  try {
    const server = await ground.serve(mutant, revision, 'memory');
    const options = { ...ground.limits, maxPages, fixtures: fixtures ?? server.fixtures };
    const leg = new LegRun(connector(server.connector), revision, options);
    await leg.start();
    const { results } = await leg.run([{ id: 'the/case', definition }]);
    await server.close();
    return results[0]!;
  } finally {
    await ground.close();
  }
}
