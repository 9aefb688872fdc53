import { type Allowed, type Broken, type Case, inRevision, type PerRevision, rulesIn, scopeOf } from '../case.ts';
import { ruleLink } from '../link.ts';
import { type Planned, plan } from '../plan.ts';
import { type Revision, revisions } from '../wire.ts';

/** One case as `list --json` gives it. */
export interface CatalogueEntry {
  id: string;
  title: string;
  rules: { id: string; level: string; since: Revision; until: Revision | null; link: string; derived: string | null }[];
  needs: readonly string[];
  /** What conforms and must pass; `rule` is the permission of the ledger that it stands on. */
  allows: { name: string; rule?: string }[];
  /** What must be reported, in these words. */
  breaks: { name: string; says: string; rule?: string }[];
}

/** All cases in the order of the report. */
export const inOrder = (cases: Readonly<Record<string, Case>>): Planned[] => plan(cases);

/** The mutants of a set in all revisions that a case binds, each name once. */
function merged<T extends Allowed | Broken>(definition: Case, mutants: PerRevision<T>): [string, T][] {
  const bound = revisions.filter((revision) => rulesIn(definition, revision).length > 0);
  return [...new Map(bound.flatMap((revision) => inRevision<T>(mutants, revision)))];
}

function ruleOf(entry: Allowed | Broken): { rule?: string } {
  const rule = Array.isArray(entry) && typeof entry[1] === 'string' && entry.length === 2 ? entry[1] : undefined;
  return scopeOf(entry).rule === undefined ? (rule === undefined ? {} : { rule }) : { rule: scopeOf(entry).rule! };
}

/** Describes one case. */
export function describe({ id, definition }: Planned): CatalogueEntry {
  const { title, rules, needs = [], allows, breaks } = definition;
  return {
    id,
    title,
    rules: rules.map((rule) => ({
      id: rule.id,
      level: rule.level,
      since: rule.since,
      until: rule.until ?? null,
      link: ruleLink(rule, rule.until ?? revisions.at(-1)!),
      derived: rule.derived ?? null,
    })),
    needs,
    allows: merged<Allowed>(definition, allows).map(([name, entry]) => ({ name, ...ruleOf(entry) })),
    breaks: merged<Broken>(definition, breaks).map(([name, entry]) => {
      const { rule } = scopeOf(entry);
      return { name, says: entry[1], ...(rule !== undefined && { rule }) };
    }),
  };
}

/** The levels of a case by revision, equal neighbours together: "SHOULD to 2025-11-25, MUST from 2026-07-28". */
export function levelsOf(definition: Case): string {
  const runs: { level: string; from: Revision; to: Revision }[] = [];
  for (const revision of revisions) {
    const [rule] = rulesIn(definition, revision);
    if (!rule) continue;
    const level = `${rule.level}${rule.derived === undefined ? '' : '*'}`;
    const last = runs.at(-1);
    const follows = last && revisions.indexOf(last.to) + 1 === revisions.indexOf(revision);
    if (last?.level === level && follows) last.to = revision;
    else runs.push({ level, from: revision, to: revision });
  }
  return runs.map(({ level, from, to }) => `${level}${span(from, to)}`).join(', ');
}

function span(from: Revision, to: Revision): string {
  const [first, last] = [revisions[0], revisions.at(-1)!];
  if (from === first && to === last) return '';
  if (from === to) return ` in ${from}`;
  if (from === first) return ` to ${to}`;
  return to === last ? ` from ${from}` : ` from ${from} to ${to}`;
}
