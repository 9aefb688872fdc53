import { isDeepStrictEqual } from 'node:util';
import { type Allowed, type Broken, type Case, inRevision, rulesIn, scopeOf } from './case.ts';
import { LegRun } from './leg.ts';
import type { Mutant } from './mutate.ts';
import { type Planned, plan } from './plan.ts';
import { groundFor, mutantOf, onGrounds, patient } from './prove.ts';
import type { Over, ProvingGround } from './reference/proving-ground.ts';
import type { Result } from './report.ts';
import { NotSpoken, Unreachable } from './session/legacy.ts';
import type { Revision } from './wire.ts';

/** One mutant of the reference server, and what all cases make of it. */
export interface MatrixRow {
  revision: Revision;
  /** The case that names the mutant, and whether it has to report or to accept it. */
  case: string;
  kind: 'breaks' | 'allows';
  name: string;
  /** Other cases disturb it, so that what its own case says means nothing. */
  alone: boolean;
  over: Over;
  /** What the case itself says when all cases run on the mutant. */
  own: Result | undefined;
  /** Other cases that fail or warn; those that name the very same mutant are not counted. */
  red: Result[];
  /** Cases that end in an error of ours. */
  errors: Result[];
  /** Why no leg could be run, where the mutant cannot be talked to. */
  unreachable?: string;
  /** What the mutant itself threw, which it should not whatever it is asked. */
  thrown?: unknown;
  durationMs: number;
}

/** What to run, and whom to tell. */
export interface MatrixOptions {
  /** The mutants of these cases only; every mutant meets every case all the same. */
  only?: string[];
  kinds?: readonly MatrixRow['kind'][];
  /** Runs only one of so many mutants, evenly spread; default: all. */
  every?: number;
  /** How many mutants are run at a time; default 6. */
  atOnce?: number;
  onRow?: (row: MatrixRow, done: number, of: number) => void;
}

/** A mutant that has yet to be run, with all that name it. */
interface Entry {
  mutant: Mutant;
  over: Over;
  by: Pick<MatrixRow, 'case' | 'kind' | 'name' | 'alone'>[];
}

/** Runs every mutant of every case against every case, in one revision. */
export async function killMatrix(
  cases: Readonly<Record<string, Case>>,
  revision: Revision,
  { only, kinds = ['breaks', 'allows'], every = 1, atOnce = 6, onRow }: MatrixOptions = {},
): Promise<MatrixRow[]> {
  const planned = plan(cases).filter(({ definition }) => rulesIn(definition, revision).length > 0);
  const wanted = (each: Entry['by'][number]) => kinds.includes(each.kind) && (!only || only.includes(each.case));
  const entries = entriesOf(planned, revision)
    .filter(({ by }) => by.some(wanted))
    .filter((_, i) => i % every === 0);
  let done = 0;
  const rows = await onGrounds(entries, atOnce, async (entry, ground) => {
    const first = await runAll(entry, planned, revision, ground);
    // On a busy machine an answer may have been late: only what stands out with more time does.
    const found = first.some(standsOut) ? await runAll(entry, planned, revision, patient(ground)) : first;
    done++;
    for (const row of found) onRow?.(row, done, entries.length);
    return found;
  });
  return rows.flat();
}

/** All mutants of a revision; one that several cases name, as faults of the server alone, is run once. */
function entriesOf(planned: readonly Planned[], revision: Revision): Entry[] {
  const entries: Entry[] = [];
  const add = (mutant: Mutant, over: Over, by: Entry['by'][number]) => {
    const same = entries.find((each) => each.over === over && isSame(each.mutant, mutant));
    if (same) same.by.push(by);
    else entries.push({ mutant, over, by: [by] });
  };
  for (const { id, definition } of planned) {
    const over = (mutant: Mutant) => groundFor(definition, revision, mutant);
    const by = (kind: MatrixRow['kind'], name: string, entry: Allowed | Broken) => {
      const { alone = false } = scopeOf(entry);
      return { case: id, kind, name, alone };
    };
    for (const [name, entry] of inRevision<Broken>(definition.breaks, revision))
      add(entry[0], over(entry[0]), by('breaks', name, entry));
    for (const [name, entry] of inRevision<Allowed>(definition.allows, revision)) {
      const mutant = mutantOf(entry);
      add(mutant, over(mutant), by('allows', name, entry));
    }
  }
  return entries;
}

const isSame = (a: Mutant, b: Mutant): boolean =>
  a === b || (!rewrites(a) && !rewrites(b) && isDeepStrictEqual(a.faults, b.faults));

const rewrites = ({ incoming, outgoing }: Mutant): boolean => incoming !== undefined || outgoing !== undefined;

async function runAll(
  { mutant, over, by }: Entry,
  planned: readonly Planned[],
  revision: Revision,
  ground: ProvingGround,
): Promise<MatrixRow[]> {
  const begun = performance.now();
  const server = await ground.serve(mutant, revision, over);
  let results: Result[] = [];
  let unreachable: string | undefined;
  try {
    const leg = new LegRun(server.connector, revision, { ...ground.limits, fixtures: server.fixtures });
    await leg.start();
    // Where there are no bytes, nothing can be said of them.
    const judged = planned.filter(({ definition }) => over !== 'memory' || groundFor(definition, revision) !== 'stdio');
    ({ results } = await leg.run(judged));
  } catch (error) {
    if (!(error instanceof NotSpoken || error instanceof Unreachable)) throw error;
    unreachable = error.message;
  } finally {
    await server.close();
  }
  const naming = new Set(by.map((each) => each.case));
  const durationMs = performance.now() - begun;
  return by.map((each) => ({
    revision,
    ...each,
    over,
    own: results.find((result) => result.case === each.case),
    red: results.filter(({ case: id, verdict }) => !naming.has(id) && (verdict === 'fail' || verdict === 'warn')),
    errors: results.filter(({ verdict }) => verdict === 'error'),
    ...(unreachable !== undefined && { unreachable }),
    ...(server.thrown() !== undefined && { thrown: server.thrown() }),
    durationMs,
  }));
}

/** The most other cases that a violation may turn red: beyond that, one of them should be blocked by another. */
export const mostOthers = 3;

/**
 * Whether a row shows a fault of the suite: an error, a mutant that throws, too many others that turn red, or a violation that
 * its own case does not report, unless that is blocked by one which does.
 */
export function standsOut({ kind, own, red, errors, unreachable, thrown, alone }: MatrixRow): boolean {
  if (errors.length > 0 || thrown !== undefined) return true;
  if (unreachable !== undefined) return false;
  const failed = own?.verdict === 'fail' || own?.verdict === 'warn';
  const blocker = /^blocked by (\S+):/.exec(own?.reason ?? '')?.[1];
  const blocked = own?.verdict === 'untested' && red.some(({ case: id }) => id === blocker);
  const wrong = kind === 'breaks' ? !failed && !blocked : failed;
  return (wrong && !alone) || red.length > mostOthers;
}

/** How many others turn red: the middle of all, and the most. */
export function spreadOf(rows: readonly MatrixRow[]): { median: number; most: number } {
  const counts = rows.map(({ red }) => red.length).sort((a, b) => a - b);
  return { median: counts[Math.floor(counts.length / 2)] ?? 0, most: counts.at(-1) ?? 0 };
}
