import type { Report, Result, StaleIssue, Verdict } from '../harness/report.ts';
import { isNotBegun } from '../harness/stopped.ts';
import { plain } from './escape.ts';
import { revisionList } from './words.ts';

/** An address that may stand as a link: a report may come from anywhere, and `javascript:` is one too. */
export const webAddress = (text: unknown): string | undefined =>
  /^https?:\/\//i.test(plain(text)) ? plain(text) : undefined;

/** Whether a result counts against the server: errors are of the suite, known issues are excused. */
export const counts = ({ verdict, knownIssue }: Result, strict: boolean): boolean =>
  !knownIssue && (verdict === 'fail' || (strict && (verdict === 'warn' || verdict === 'untested')));

/** Why a failure is known, with the address where it is followed up. */
export function knownInWords({ knownIssue }: Pick<Result, 'knownIssue'>): string {
  if (!knownIssue) return '';
  const why = plain(knownIssue.why);
  return knownIssue.issue ? `${why} (${plain(knownIssue.issue)})` : why;
}

/** How many results of a verdict are left aside as known issues. */
export const knownIn = ({ legs }: Report, verdict: Verdict): number =>
  legs.flatMap(({ results }) => results.filter((each) => each.verdict === verdict && each.knownIssue)).length;

/** The entries of the known issues that do not hold any more. */
export const staleIssues = ({ staleIssues: stale }: Report): readonly StaleIssue[] => stale ?? [];

/** One such entry in a sentence, and how to mend it. */
export function staleInWords({ case: id, seen, problem }: StaleIssue): string {
  const where = seen.length > 0 ? ` (${revisionList(seen)})` : '';
  return `the known issue ${plain(id)}${where} does not hold: ${plain(problem)}; mend the entry, or let --write-known-issues do it`;
}

/** Whether revisions were asked for by name and are not spoken: the one way to fail without a failure. */
export const demandedAbsent = (report: Report): boolean =>
  report.headline === 'not conformant' &&
  !report.absent.every(isNotBegun) &&
  !report.legs.some(({ results }) => results.some(({ verdict, knownIssue }) => verdict === 'fail' && !knownIssue));
