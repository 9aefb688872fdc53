import { cases } from '../suites/index.ts';
import { type Allowed, type Broken, type Case, expected, inRevision, rulesIn, scopeOf } from './case.ts';
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
  onProgress?: (caseId: string, done: number, of: number) => void;
}

/** Proves cases on the reference server and on mutants of it, in every revision that they cover. */
export async function proveAll({ only, revisions: wanted = revisions, onProgress }: ProofOptions = {}): Promise<Proof> {
  const begun = performance.now();
  const planned = plan(cases, only);
  const proof: Proof = { cases: planned.length, revisions: wanted.length, mutants: 0, gaps: [], durationMs: 0 };
  const ground = await openGround();
  try {
    for (const [done, { id, definition }] of planned.entries()) {
      onProgress?.(id, done, planned.length);
      for (const revision of wanted) {
        const { mutants, gaps } = await proveCase(id, definition, revision, ground);
        proof.mutants += mutants;
        proof.gaps.push(...gaps.map((gap) => `${id} in ${revision}: ${gap}`));
      }
      if (!wanted.some((revision) => rulesIn(definition, revision).length > 0))
        proof.gaps.push(`${id} binds in no revision`);
    }
  } finally {
    await ground.close();
  }
  return { ...proof, durationMs: Math.round(performance.now() - begun) };
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
    const { result, changed } = await runOn(mutantOf(entry), id, definition, revision, ground);
    if (!changed) gaps.push(`allows "${name}" changes nothing`);
    if (result.verdict !== 'pass') gaps.push(`allows "${name}" but says ${said(result)}`);
    else passed++;
  }
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
    const { result, changed } = await runOn(entry[0], id, definition, revision, ground);
    const want = expected(rule, scopeOf(entry));
    if (!changed) gaps.push(`breaks "${name}" changes nothing`);
    if (result.verdict !== want) gaps.push(`breaks "${name}" ends in ${said(result)}, not in ${want}`);
    else if (result.rules[0] !== rule.id)
      gaps.push(`breaks "${name}" is reported as ${result.rules[0]}, not as ${rule.id}`);
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
): Promise<{ result: Result; changed: boolean }> {
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
      return { result, changed: server.changed() };
    }
    const { results } = await leg.run([{ id, definition }]);
    return { result: results[0]!, changed: server.changed() };
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
