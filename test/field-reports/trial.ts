import { fileURLToPath } from 'node:url';
import { rulesIn } from '../../harness/case.ts';
import { LegRun } from '../../harness/leg.ts';
import { type Mutant, MutantHost } from '../../harness/mutate.ts';
import { plan } from '../../harness/plan.ts';
import { groundFor } from '../../harness/prove.ts';
import { serveHttp } from '../../harness/reference/http.ts';
import type { Over, ProvingGround, Served } from '../../harness/reference/proving-ground.ts';
import { Reference } from '../../harness/reference/reference.ts';
import type { Result } from '../../harness/report.ts';
import type { Fixtures } from '../../harness/run-options.ts';
import { NotSpoken, Unreachable } from '../../harness/session/legacy.ts';
import { discover } from '../../harness/session/negotiate.ts';
import { Transcript } from '../../harness/transcript.ts';
import { connectorFor } from '../../harness/transport/connector.ts';
import { isModern, type Revision } from '../../harness/wire.ts';
import { cases } from '../../suites/index.ts';
import { type Front, serveFront } from './front.ts';

/** A server to be tried: the reference server with something changed, or a program of its own. */
export interface Specimen {
  /** What is changed in the reference server; default: nothing. */
  server?: Mutant;
  /** What stands before it, over HTTP. */
  front?: Front;
  /** A program of this folder that speaks over its standard input and output, in place of the reference server. */
  fake?: string;
  /** What its operator tells the suite, beside what is told of the reference server. */
  fixtures?: Fixtures;
  /** Default: 2025-11-25. */
  revision?: Revision;
  /** Default: memory, or what the front or the program asks for. */
  over?: Over;
}

/** What the whole suite says of a server. */
export interface Trial {
  results: Result[];
  /** Why the server could not be judged in this revision. */
  absent?: string;
}

/** Runs the whole suite on a server, in one revision. */
export async function tryOut(
  { revision = '2025-11-25', ...specimen }: Specimen,
  ground: ProvingGround,
): Promise<Trial> {
  const { connector, fixtures, close } = await serve(specimen, revision, ground);
  const over = connector.kind;
  const planned = plan(cases).filter(
    ({ definition }) =>
      rulesIn(definition, revision).length > 0 && (over !== 'memory' || groundFor(definition, revision) !== 'stdio'),
  );
  try {
    const limits = { ...ground.limits, timeout: 1000, ...(specimen.fake && { startTimeout: 20_000 }) };
    const opened = isModern(revision) ? await discover(connector, revision, limits, new Transcript()) : undefined;
    const leg = new LegRun(connector, revision, { ...limits, fixtures: { ...fixtures, ...specimen.fixtures } }, opened);
    await leg.start();
    return { results: (await leg.run(planned)).results };
  } catch (error) {
    if (!(error instanceof NotSpoken || error instanceof Unreachable)) throw error;
    return { results: [], absent: error.message };
  } finally {
    await close();
  }
}

async function serve(
  { server = {}, front, fake, over = 'memory' }: Specimen,
  revision: Revision,
  ground: ProvingGround,
): Promise<Pick<Served, 'connector' | 'fixtures' | 'close'>> {
  if (fake) {
    const file = fileURLToPath(new URL(`fakes/${fake}`, import.meta.url));
    const connector = connectorFor({ stdio: [process.execPath, file] }, { startTimeout: 20_000 });
    return { connector, fixtures: {}, close: () => connector.close() };
  }
  if (!front) return ground.serve(server, revision, over);
  const reference = new Reference({ faults: (server.faults ?? []) as never });
  const behind = await serveHttp(new MutantHost(reference, server, revision), { faults: reference.faults });
  const before = await serveFront(front, behind.url);
  const connector = connectorFor({ url: before.url }, { startTimeout: ground.limits.startTimeout });
  return {
    connector,
    fixtures: {},
    async close() {
      await connector.close();
      await before.close();
      await behind.close();
    },
  };
}
