import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LegRun } from '../../harness/leg.ts';
import { plan } from '../../harness/plan.ts';
import type { Leg } from '../../harness/report.ts';
import type { Fixtures } from '../../harness/run-options.ts';
import { type Connector, connectorFor, memoryConnector } from '../../harness/transport/connector.ts';
import type { Host } from '../../harness/transport/host.ts';
import { cases } from '../../suites/index.ts';

const planned = plan(cases, ['traversal/*'], ['traversal/malformed-uris']);

/** A folder to serve, with one file in it, alone in a folder of its own; `clear` removes both. */
export function folder(): { root: string; around: string; clear: () => void } {
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'traversal-test-')));
  const root = join(around, 'served');
  mkdirSync(root);
  writeFileSync(join(root, 'known.txt'), 'A file that is served.\n');
  return { root, around, clear: () => rmSync(around, { recursive: true, force: true }) };
}

/** The cases of the suite on a server in this process, or on one that is launched. */
export async function judge(server: Host | { stdio: string[] }, fixtures: Fixtures = {}, timeout = 2000): Promise<Leg> {
  const startTimeout = 20_000;
  const connector: Connector = 'stdio' in server ? connectorFor(server, { startTimeout }) : memoryConnector(server);
  const leg = new LegRun(connector, '2026-07-28', { timeout, startTimeout, maxPages: 100, sample: 100, fixtures });
  await leg.start();
  return leg.run(planned);
}

/** The verdicts other than pass and not applicable, by case without its suite. */
export const found = ({ results }: Leg): Record<string, string> =>
  Object.fromEntries(
    results
      .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
      .map(({ case: id, verdict }) => [id.replace('traversal/', ''), verdict]),
  );

/** The reason of one case. */
export const reasonOf = ({ results }: Leg, id: string): string =>
  results.find((result) => result.case === `traversal/${id}`)?.reason ?? '';
