import { type Allowed, type Case, covers, inRevision, type Rule, rulesIn, scopeOf } from '../harness/case.ts';
import { type Revision, revisions } from '../harness/wire.ts';
import type { Row } from './ledger.ts';

/** A rule of a case. */
export interface Carried {
  caseId: string;
  rule: Rule;
}

/** A conforming variation that stands on a permission of the ledger. */
export interface Granted {
  caseId: string;
  name: string;
  revisions: Revision[];
}

/** What the suite does about each rule, by the rule's id. */
export interface Coverage {
  carried: Map<string, Carried[]>;
  granted: Map<string, Granted[]>;
  /** Why a rule cannot be seen. */
  explained: Map<string, string>;
}

/** Gathers from the cases what they carry and what they allow. */
export function coverageOf(
  cases: Readonly<Record<string, Case>>,
  notObservable: readonly { id: string; why: string }[],
): Coverage {
  const carried = new Map<string, Carried[]>();
  const granted = new Map<string, Granted[]>();
  for (const [caseId, definition] of Object.entries(cases)) {
    for (const rule of definition.rules) carried.set(rule.id, [...(carried.get(rule.id) ?? []), { caseId, rule }]);
    for (const revision of revisions) {
      // Where no rule of the case binds, its variations are never tried.
      if (rulesIn(definition, revision).length === 0) continue;
      for (const [name, entry] of inRevision<Allowed>(definition.allows, revision)) {
        const id = grantOf(entry);
        if (id === undefined) continue;
        const all = granted.get(id) ?? [];
        const known = all.find((each) => each.caseId === caseId && each.name === name);
        if (known) known.revisions.push(revision);
        else granted.set(id, [...all, { caseId, name, revisions: [revision] }]);
      }
    }
  }
  return { carried, granted, explained: new Map(notObservable.map(({ id, why }) => [id, why])) };
}

const grantOf = (entry: Allowed): string | undefined =>
  Array.isArray(entry) && typeof entry[1] === 'string' ? entry[1] : scopeOf(entry).rule;

/** What is missing or wrong about one row; empty where all is well. */
export function gapsOf(row: Row, { carried, granted, explained }: Coverage): string[] {
  const found = carried.get(row.id) ?? [];
  const why = explained.get(row.id);
  if (row.observable === 'no') {
    if (why === undefined) return ['has no reason in suites/not-observable.ts'];
    return found.map(({ caseId }) => `is called not observable, and yet ${caseId} carries it`);
  }
  const gaps = why === undefined ? [] : ['stands in suites/not-observable.ts, and the ledger calls it observable'];
  if (row.keyword === 'MAY') return [...gaps, ...permissionGaps(row, found, granted.get(row.id) ?? [])];
  for (const { caseId, name } of granted.get(row.id) ?? [])
    gaps.push(`is no permission, and yet ${caseId} allows "${name}" by it`);
  for (const { caseId, rule } of found) gaps.push(...wrongIn(rule, row).map((what) => `${what} in ${caseId}`));
  const bound = (test: (rule: Rule) => boolean) => (revision: Revision) =>
    found.some(({ rule }) => covers(rule, revision) && test(rule));
  const carriedIn = row.revisions.filter(bound(() => true));
  // Beside the case that decides the rule, others may warn of what breaks it by one step more.
  if (!isCapped(row)) {
    const weak = carriedIn.filter((revision) => !bound(({ derived }) => derived === undefined)(revision));
    if (weak.length > 0 && !row.keyword.startsWith('SHOULD'))
      gaps.push(`counts as a failure, and each case calls it derived in ${weak.join(', ')}`);
  }
  return [...gaps, ...lacking(row, (revision) => carriedIn.includes(revision), 'no case carries it')];
}

/** A permission is allowed by some case; where the ledger warns of its edge, a case may judge that instead. */
function permissionGaps(row: Row, found: readonly Carried[], granted: readonly Granted[]): string[] {
  const edge = found.filter(({ rule }) => row.penalty === 'WARN' && rule.derived !== undefined);
  const wrong = found.filter((each) => !edge.includes(each));
  const shown = (revision: Revision) =>
    granted.some(({ revisions }) => revisions.includes(revision)) || edge.some(({ rule }) => covers(rule, revision));
  return [
    ...wrong.map(({ caseId }) => `is a permission, and yet a rule of ${caseId}`),
    ...lacking(row, shown, 'no case allows it'),
  ];
}

/** Ids that cases or reasons name though the ledger does not know them. */
export function strangers(rows: readonly Row[], { carried, granted, explained }: Coverage): string[] {
  const known = new Set(rows.map(({ id }) => id));
  const by = [
    ...[...carried].map(([id, all]) => [id, `a rule of ${all[0]!.caseId}`] as const),
    ...[...granted].map(([id, all]) => [id, `allowed by ${all[0]!.caseId}`] as const),
    ...[...explained].map(([id]) => [id, 'explained in suites/not-observable.ts'] as const),
  ];
  return by.filter(([id]) => !known.has(id)).map(([id, where]) => `${id}: ${where}, and not in the ledger`);
}

function lacking(row: Row, has: (revision: Revision) => boolean, what: string): string[] {
  const without = row.revisions.filter((revision) => !has(revision));
  if (without.length === 0) return [];
  return [without.length === row.revisions.length ? what : `${what} in ${without.join(', ')}`];
}

function wrongIn(rule: Rule, row: Row): string[] {
  const wrong: string[] = [];
  if (rule.level !== row.keyword) wrong.push(`is ${row.keyword}, not ${rule.level} as`);
  const beyond = revisions.filter((revision) => covers(rule, revision) && !row.revisions.includes(revision));
  if (beyond.length > 0) wrong.push(`does not stand in ${beyond.join(', ')}, as it does`);
  if (isCapped(row) && rule.derived === undefined) wrong.push('counts as a warning, and lacks `derived`');
  return wrong;
}

/** Whether a breach counts for less than the keyword says; SHOULD warns by itself. */
const isCapped = ({ keyword, penalty }: Row): boolean => !keyword.startsWith('SHOULD') && penalty !== 'FAIL';
