import { mask } from './mask.ts';
import type { KnownIssue, Report, Result, StaleIssue } from './report.ts';
import { headlineOf } from './verdict.ts';
import type { Revision } from './wire.ts';

/** What stands as the reason of an entry that was written for somebody to complete. */
export const unexplained = 'not explained yet';

/** What judging the known issues needs beside the report. */
export interface KnownIssueTerms {
  /** The ids of all cases that there are, run or not. */
  cases: Iterable<string>;
  /** Whether the absent revisions were asked for by name. */
  demanded: boolean;
  /** Hides secrets: the words of an issue were taken from a report that has none. */
  mask?: ((text: string) => string) | undefined;
}

/** Whether `says` stands in a reason; what is masked in it stands for any text. */
export function says(reason: string, words: string): boolean {
  if (reason.includes(words)) return true;
  const parts = words.split(mask);
  if (parts.length === 1) return false;
  let from = 0;
  return parts.every((part) => {
    const at = reason.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

/** The verdicts that can be known: an error is ours and never excused, and of the others nothing is wrong. */
const excusable = ({ verdict }: Result): boolean => verdict === 'fail' || verdict === 'warn';

const covers = ({ revisions }: KnownIssue, revision: Revision): boolean => !revisions || revisions.includes(revision);

/** A result, and the revision of its leg. */
interface Seen {
  revision: Revision;
  result: Result;
}

const seenOf = ({ legs }: Pick<Report, 'legs'>, id: string): Seen[] =>
  legs.flatMap(({ revision, results }) =>
    results.filter((result) => result.case === id).map((result) => ({ revision, result })),
  );

/**
 * The report with its known failures marked and a headline that leaves them out; entries that do not hold are its stale issues.
 * An entry that names revisions has to hold in each of them that was judged; one that names none, in at least one.
 * A case that was not judged (not chosen, untested, not applicable, an error of ours) says nothing about its entry.
 */
export function withKnownIssues(report: Report, issues: readonly KnownIssue[], terms: KnownIssueTerms): Report {
  const hide = terms.mask ?? ((text: string) => text);
  const holds = (issue: KnownIssue, { revision, result }: Seen) =>
    issue.case === result.case &&
    covers(issue, revision) &&
    excusable(result) &&
    (says(result.reason, issue.says) || says(hide(result.reason), issue.says));
  const legs = report.legs.map((leg) => ({
    ...leg,
    results: leg.results.map((result) => ({
      ...result,
      knownIssue: issues.find((issue) => holds(issue, { revision: leg.revision, result })) ?? null,
    })),
  }));
  const ids = new Set(terms.cases);
  const stale = issues.flatMap((issue) => staleness(issue, seenOf(report, issue.case), ids, holds) ?? []);
  const { staleIssues: _, ...rest } = report;
  return {
    ...rest,
    headline: report.headline === 'could not run' ? report.headline : headlineOf(legs, report.absent, terms.demanded),
    legs,
    ...(stale.length > 0 && { staleIssues: stale }),
  };
}

function staleness(
  issue: KnownIssue,
  all: readonly Seen[],
  ids: ReadonlySet<string>,
  holds: (issue: KnownIssue, seen: Seen) => boolean,
): StaleIssue | undefined {
  if (!ids.has(issue.case)) return { ...issue, seen: [], problem: 'there is no such case' };
  const judged = all.filter(
    (seen) => covers(issue, seen.revision) && (excusable(seen.result) || seen.result.verdict === 'pass'),
  );
  const broken = judged.filter((seen) => !holds(issue, seen));
  const bad = issue.revisions || broken.length === judged.length ? broken : [];
  if (bad.length === 0) return undefined;
  const seen = [...new Set(bad.map(({ revision }) => revision))];
  const other = bad.find(({ result }) => result.verdict !== 'pass');
  return {
    ...issue,
    seen,
    problem: other ? `it fails with other words: ${other.result.reason}` : 'it passes now',
  };
}

/**
 * The known issues as they have to be for this report to have no other failure: entries that hold stay as they are, what this
 * run did not judge stays too, and what passes now or names no case goes. What the report has as known already needs no entry. `strict`: warnings
 * count as failures.
 */
export function updatedIssues(
  report: Report,
  old: readonly KnownIssue[],
  { cases, strict }: { cases: Iterable<string>; strict: boolean },
): KnownIssue[] {
  const ids = new Set(cases);
  const failing = report.legs.flatMap(({ revision, results }) =>
    results
      .filter((result) => result.knownIssue === null)
      .filter(
        (result) =>
          result.verdict === 'fail' || (result.verdict === 'warn' && (strict || named(old, revision, result))),
      )
      .map((result) => ({ revision, result })),
  );
  const taken = new Set<Seen>();
  const kept = old.flatMap((issue) => {
    if (!ids.has(issue.case)) return [];
    const mine = failing.filter(
      (seen) =>
        !taken.has(seen) &&
        seen.result.case === issue.case &&
        covers(issue, seen.revision) &&
        says(seen.result.reason, issue.says),
    );
    for (const seen of mine) taken.add(seen);
    const judged = new Set(
      seenOf(report, issue.case).flatMap(({ revision, result }) =>
        excusable(result) || result.verdict === 'pass' ? revision : [],
      ),
    );
    if (!issue.revisions) return mine.length > 0 || judged.size === 0 ? [issue] : [];
    const still = new Set(mine.map(({ revision }) => revision));
    const revisions = issue.revisions.filter((revision) => still.has(revision) || !judged.has(revision));
    return revisions.length > 0 ? [{ ...issue, revisions }] : [];
  });
  const fresh = new Map<string, KnownIssue & { revisions: Revision[] }>();
  for (const { revision, result } of failing.filter((seen) => !taken.has(seen))) {
    const key = JSON.stringify([result.case, result.reason]);
    const entry = fresh.get(key);
    if (entry) entry.revisions = [...new Set([...entry.revisions, revision])].sort();
    else fresh.set(key, { ...newIssue(result, revision, old) });
  }
  const all: KnownIssue[] = [...kept, ...fresh.values()];
  return all.sort((one, other) => (one.case < other.case ? -1 : one.case > other.case ? 1 : 0));
}

const named = (issues: readonly KnownIssue[], revision: Revision, { case: id }: Result): boolean =>
  issues.some((issue) => issue.case === id && covers(issue, revision));

/** An entry for a failure; what was known of the case in other words is the best guess at its why. */
function newIssue(
  result: Result,
  revision: Revision,
  old: readonly KnownIssue[],
): KnownIssue & { revisions: Revision[] } {
  const known = old.find((issue) => issue.case === result.case && covers(issue, revision));
  return {
    case: result.case,
    revisions: [revision],
    says: result.reason,
    why: known?.why ?? unexplained,
    ...(known?.issue !== undefined && { issue: known.issue }),
  };
}
