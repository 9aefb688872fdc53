import { cases } from '../suites/index.ts';
import { type Allowed, type Broken, type Case, covers, expected, inRevision, rulesIn, scopeOf } from './case.ts';
import { writeUp } from './finding.ts';
import { LegRun } from './leg.ts';
import type { Mutant } from './mutate.ts';
import { plan } from './plan.ts';
import { type Over, openGround, type ProvingGround } from './reference/proving-ground.ts';
import type { Result } from './report.ts';
import { NotSpoken, Unreachable } from './session/legacy.ts';
import { type Revision, revisions } from './wire.ts';

/** What the proof found: `gaps` is empty when each case passes what it allows and reports what breaks it. */
export interface Proof {
  cases: number;
  revisions: number;
  mutants: number;
  gaps: string[];
  durationMs: number;
}

/** What to prove, and whom to tell. */
export interface ProofOptions {
  only?: string[];
  revisions?: readonly Revision[];
  /** How many cases are proven at a time, each on a ground of its own; most of a proof is waiting for what does not come. */
  atOnce?: number;
  onProgress?: (caseId: string, done: number, of: number) => void;
}

/** Proves cases on the reference server and on mutants of it, in every revision that they cover. */
export async function proveAll({
  only,
  revisions: wanted = revisions,
  atOnce = 8,
  onProgress,
}: ProofOptions = {}): Promise<Proof> {
  const begun = performance.now();
  const planned = plan(cases, only);
  let done = 0;
  const proofs = await onGrounds(planned, atOnce, async ({ id, definition }, ground) => {
    onProgress?.(id, done, planned.length);
    const proof = { mutants: 0, gaps: faultsOf(definition).map((gap) => `${id}: ${gap}`) };
    for (const revision of wanted) {
      const first = await proveCase(id, definition, revision, ground);
      // On a busy machine an answer may have been late: only what stays a gap with more time is one.
      const { mutants, gaps } =
        first.gaps.length === 0 ? first : await proveCase(id, definition, revision, patient(ground));
      proof.mutants += mutants;
      proof.gaps.push(...gaps.map((gap) => `${id} in ${revision}: ${gap}`));
    }
    done++;
    return proof;
  });
  return {
    cases: planned.length,
    revisions: wanted.length,
    mutants: proofs.reduce((sum, { mutants }) => sum + mutants, 0),
    gaps: proofs.flatMap(({ gaps }) => gaps),
    durationMs: Math.round(performance.now() - begun),
  };
}

/** The same ground with more time for each answer. */
export const patient = (ground: ProvingGround): ProvingGround => ({
  ...ground,
  limits: { ...ground.limits, timeout: 8 * ground.limits.timeout },
});

/** What is wrong with a case before it is run. */
export function faultsOf({ rules }: Case): string[] {
  const twice = rules.filter((rule, i) =>
    revisions.some((revision) =>
      rules.slice(0, i).some((each) => each.id === rule.id && [each, rule].every((one) => covers(one, revision))),
    ),
  );
  return [
    ...twice.map(({ id }) => `two wordings of ${id} bind in one revision`),
    ...(revisions.some((revision) => rules.some((rule) => covers(rule, revision))) ? [] : ['binds in no revision']),
  ];
}

/** Everything that stops a case from counting as proven in one revision; `mutants` counts the servers it was run on. */
export async function proveCase(
  id: string,
  definition: Case,
  revision: Revision,
  ground: ProvingGround,
): Promise<{ mutants: number; gaps: string[] }> {
  const rules = rulesIn(definition, revision);
  if (rules.length === 0) return { mutants: 0, gaps: [] };
  const gaps: string[] = [];
  const plain = await runOn({}, id, definition, revision, ground);

  const allows = inRevision<Allowed>(definition.allows, revision);
  let passed = 0;
  for (const [name, entry] of allows) {
    const { result, changed, thrown } = await runOn(mutantOf(entry), id, definition, revision, ground);
    if (thrown !== undefined) gaps.push(`allows "${name}" itself throws ${thrown}`);
    if (!changed) gaps.push(`allows "${name}" changes nothing`);
    const want = scopeOf(entry).inapplicable ? 'not-applicable' : 'pass';
    if (result.verdict !== want) gaps.push(`allows "${name}" but says ${said(result)}`);
    else if (want === 'pass') passed++;
  }
  if (allows.length === 0) gaps.push('no variation shows that it is not too strict');
  // Where the reference server has nothing to judge, a variation of it has to show what passes.
  const idle = plain.result.verdict === 'not-applicable' && passed > 0;
  if (plain.result.verdict !== 'pass' && !idle) gaps.push(`the reference server gets "${said(plain.result)}"`);

  const breaks = inRevision<Broken>(definition.breaks, revision);
  const shown = new Set<string>();
  for (const [name, entry] of breaks) {
    const rule = rules.find((each) => each.id === (scopeOf(entry).rule ?? rules[0]!.id));
    if (!rule) {
      gaps.push(`breaks "${name}" names a rule that does not bind in this revision`);
      continue;
    }
    const { result, changed, thrown } = await runOn(entry[0], id, definition, revision, ground);
    if (thrown !== undefined) gaps.push(`breaks "${name}" itself throws ${thrown}`);
    const want = expected(rule, scopeOf(entry));
    if (!changed) gaps.push(`breaks "${name}" changes nothing`);
    if (result.verdict !== want) gaps.push(`breaks "${name}" ends in ${said(result)}, not in ${want}`);
    else if (result.rules[0] !== rule.id)
      gaps.push(`breaks "${name}" is reported as ${result.rules[0]}, not as ${rule.id}`);
    else if (entry[1].trim() === '') gaps.push(`breaks "${name}" names no words that its report must contain`);
    else if (!result.reason.includes(entry[1]))
      gaps.push(`breaks "${name}" is reported for another reason: ${result.reason}`);
    else shown.add(rule.id);
  }
  for (const rule of rules) if (!shown.has(rule.id)) gaps.push(`no mutant shows that breaking ${rule.id} is found`);
  return { mutants: allows.length + breaks.length, gaps };
}

/** Runs one case alone on a mutant of the reference server. */
export async function runOn(
  mutant: Mutant,
  id: string,
  definition: Case,
  revision: Revision,
  ground: ProvingGround,
): Promise<{ result: Result; changed: boolean; thrown: unknown }> {
  // Over memory a whole leg runs between two turns of the event loop: sockets, pipes and timers of other proofs want their turn.
  await new Promise(setImmediate);
  const server = await ground.serve(mutant, revision, groundFor(definition, revision, mutant));
  try {
    const leg = new LegRun(server.connector, revision, { ...ground.limits, fixtures: server.fixtures });
    try {
      await leg.start();
    } catch (error) {
      // A server that cannot be talked to at all proves nothing of a case.
      if (!(error instanceof NotSpoken || error instanceof Unreachable)) throw error;
      const without = { verdict: 'untested', reason: `no session: ${error.message}`, lines: [] } as const;
      const result = writeUp({ id, definition }, revision, without, { durationMs: 0 });
      return { result, changed: server.changed(), thrown: server.thrown() };
    }
    const { results } = await leg.run([{ id, definition }]);
    return { result: results[0]!, changed: server.changed(), thrown: server.thrown() };
  } finally {
    await server.close();
  }
}

/**
 * How a case is proven in a revision: over what its rules bind to, and over memory where that is all one. A fault of bytes shows
 * only where there are some.
 */
export function groundFor({ transports }: Case, revision: Revision, { faults = [] }: Mutant = {}): Over {
  if (!transports || (transports.includes('stdio') && transports.length > 1)) {
    if (faults.some((name) => name.startsWith('stdio-'))) return 'stdio';
    return faults.some((name) => name.startsWith('http-')) && !transports ? 'http' : 'memory';
  }
  if (transports.includes('stdio')) return 'stdio';
  return transports.includes('sse') && revision === '2024-11-05' ? 'sse' : 'http';
}

/** The mutant of an `allows` entry. */
export const mutantOf = (entry: Allowed): Mutant => (Array.isArray(entry) ? entry[0] : entry) as Mutant;

const said = ({ verdict, reason }: Result): string => (reason ? `${verdict}: ${reason}` : verdict);

/** Does a piece of work on each item, some at a time, each on a ground of its own: cases write into the folder that a ground serves. */
export async function onGrounds<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, ground: ProvingGround) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    const ground = await openGround();
    try {
      for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i]!, ground);
    } finally {
      await ground.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
