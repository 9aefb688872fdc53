import type { Harm, Level } from '../../harness/case.ts';
import type { Result, Verdict } from '../../harness/report.ts';
import type { NamedReport } from '../comparison/changes.ts';
import { plain } from '../escape.ts';
import { suiteOf } from '../matrix.ts';
import { foremostVerdict } from './parts.ts';

/** A case in one report: the worst of its verdicts, and where it was given when others differ. */
export interface Outcome {
  verdict: Verdict;
  /** The legs with that verdict; empty where all that judged agree. */
  where: string[];
  reason: string;
  unstable: boolean;
  known: boolean;
  /** The verdict of each revision and transport, by its name. */
  legs: ReadonlyMap<string, Verdict>;
}

/** How a case fares from one report to the next. */
export type Change = 'better' | 'worse' | 'other' | undefined;

/** A case over all reports. */
export interface ComparedCase {
  id: string;
  suite: string;
  title: string;
  level: Level;
  harm: Harm;
  outcomes: (Outcome | undefined)[];
  /** By column: what changed from the one before it. */
  changes: Change[];
}

/** Cases by reports. */
export interface Comparison {
  cases: ComparedCase[];
  /** Whether all are of one server, so that one column may be called better than another. */
  releases: boolean;
}

// What weighs against a server, in order; what does not apply is neither better nor worse than what does.
const weight: Partial<Record<Verdict, number>> = { pass: 0, untested: 1, warn: 2, fail: 3 };

function step(then: Verdict, now: Verdict): number {
  const [from, to] = [weight[then], weight[now]];
  // A failure of what was not judged before is news of the worst kind.
  if (from === undefined) return now === 'fail' || now === 'warn' ? 1 : 0;
  return to === undefined ? 0 : Math.sign(to - from);
}

function changeOf(before: Outcome | undefined, after: Outcome | undefined): Change {
  if (!before || !after) return undefined;
  const shared = [...after.legs].filter(([leg]) => before.legs.has(leg));
  // Over what both ran: a revision that only one of them speaks is no change of a verdict.
  const pairs =
    shared.length > 0
      ? shared.map(([leg, now]) => [before.legs.get(leg)!, now] as const)
      : [[before.verdict, after.verdict] as const];
  const moved = pairs.filter(([then, now]) => then !== now);
  if (moved.length === 0) return undefined;
  const steps = moved.map(([then, now]) => step(then, now));
  if (steps.includes(1)) return 'worse';
  return steps.includes(-1) ? 'better' : 'other';
}

function outcomeOf(seen: readonly { leg: string; result: Result }[]): Outcome {
  const judged = seen.filter(({ result }) => result.verdict !== 'not-applicable');
  const verdict = foremostVerdict(seen.map(({ result }) => result.verdict)) ?? 'error';
  const worst = seen.filter(({ result }) => result.verdict === verdict);
  return {
    verdict,
    where: verdict === 'not-applicable' || worst.length === judged.length ? [] : worst.map(({ leg }) => leg),
    reason: plain(worst[0]?.result.reason),
    unstable: worst.some(({ result }) => result.unstable),
    known: worst.length > 0 && worst.every(({ result }) => result.knownIssue),
    legs: new Map(seen.map(({ leg, result }) => [leg, result.verdict])),
  };
}

const serverOf = ({ report }: NamedReport): string =>
  [...new Set(report.legs.map(({ server }) => plain(server?.name)))].join();

/** Lays several reports side by side, case by case, in the order of the first that has each. */
export function compare(reports: readonly NamedReport[]): Comparison {
  const found = new Map<string, { newest: Result; revision: string; seen: { leg: string; result: Result }[][] }>();
  for (const [column, { report }] of reports.entries()) {
    const transports = new Set(report.legs.map(({ transport }) => transport));
    for (const { revision, transport, results } of report.legs) {
      const leg = transports.size > 1 ? `${plain(revision)} ${plain(transport)}` : plain(revision);
      for (const result of results) {
        const entry = found.get(result.case) ?? { newest: result, revision, seen: reports.map(() => []) };
        if (revision >= entry.revision) Object.assign(entry, { newest: result, revision });
        entry.seen[column]!.push({ leg, result });
        found.set(result.case, entry);
      }
    }
  }
  const releases = new Set(reports.map(serverOf)).size <= 1;
  // Between different servers there is no better and worse, only other.
  const between = (before: Outcome | undefined, after: Outcome | undefined): Change => {
    const change = changeOf(before, after);
    return releases ? change : change && 'other';
  };
  const cases = [...found].map(([id, { newest, seen }]): ComparedCase => {
    const outcomes = seen.map((each) => (each.length === 0 ? undefined : outcomeOf(each)));
    return {
      id,
      suite: suiteOf(id),
      title: newest.title,
      level: newest.level,
      harm: newest.harm,
      outcomes,
      changes: outcomes.map((outcome, at) => (at === 0 ? undefined : between(outcomes[at - 1], outcome))),
    };
  });
  return { cases, releases };
}
