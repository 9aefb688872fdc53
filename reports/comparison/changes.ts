import type { Headline, Report, Result, Summary, Verdict } from '../../harness/report.ts';
import { type Revision, revisions } from '../../harness/wire.ts';
import { plain } from '../escape.ts';
import { rank } from '../words.ts';

/** One report among several, under a name of its own: a release, a server. */
export interface NamedReport {
  name: string;
  report: Report;
}

/** From the first report to the last: for the worse, for the better, or neither. */
export type Direction = 'worse' | 'better' | 'other';
/** The directions, in the order in which people want to read of them. */
export const directions: readonly Direction[] = ['worse', 'better', 'other'];

/** What one report says of a case in a revision. */
export interface Cell {
  verdict: Verdict;
  reason: string;
  known: boolean;
}

/** A case on which reports differ, in the revisions in which they differ alike. */
export interface Change {
  case: string;
  title: string;
  revisions: Revision[];
  direction: Direction;
  /** One for each report; undefined where it has no verdict on the case. */
  cells: (Cell | undefined)[];
}

/** Several reports side by side. */
export interface Comparison {
  columns: { name: string; server: string; headline: Headline; summary: Summary; revisions: Revision[] }[];
  /** Worse first, then in the order of the reports. */
  changes: Change[];
  /** How many verdicts, a case in a revision each, are the same in every report. */
  same: number;
}

// Worst first: a report with two legs of a revision is as good as the worse of them.
const severity: readonly Verdict[] = ['error', 'fail', 'warn', 'untested', 'not-applicable', 'pass'];
// What a change is worth: from untested to passed is a gain, and what does not apply any more is neither.
const worth: Partial<Record<Verdict, number>> = { fail: 0, warn: 1, untested: 2, pass: 3 };

const worst = (results: readonly Result[]): Result | undefined =>
  [...results].sort((one, other) => rank(severity, one.verdict) - rank(severity, other.verdict))[0];

const cellOf = (result: Result | undefined): Cell | undefined =>
  result && { verdict: result.verdict, reason: plain(result.reason), known: Boolean(result.knownIssue) };

function directionOf(cells: readonly (Cell | undefined)[]): Direction {
  const value = (cell: Cell | undefined) => (cell === undefined ? undefined : worth[cell.verdict]);
  const [first, last] = [value(cells[0]), value(cells.at(-1))];
  // A failure of a case that was not judged before is news of the worst kind.
  if (first === undefined && last !== undefined && last < 2) return 'worse';
  if (first === undefined || last === undefined || first === last) return 'other';
  return last < first ? 'worse' : 'better';
}

/** What is compared: that a case does not apply says as little as that it was not run. */
const wordOf = (cell: Cell | undefined): string =>
  cell === undefined || cell.verdict === 'not-applicable' ? '' : `${cell.verdict}${cell.known ? ' known' : ''}`;

/** The results of a report by revision and case. */
function indexOf({ legs }: Report): Map<string, Result[]> {
  const index = new Map<string, Result[]>();
  for (const { revision, results } of legs)
    for (const result of results) {
      const key = `${revision} ${result.case}`;
      index.set(key, [...(index.get(key) ?? []), result]);
    }
  return index;
}

/** Sets reports side by side; reasons are told, but another reason alone is no change. */
export function compareReports(reports: readonly NamedReport[]): Comparison {
  const indexes = reports.map(({ report }) => indexOf(report));
  const titles = new Map<string, string>();
  for (const { report } of reports)
    for (const { results } of report.legs) for (const result of results) titles.set(result.case, result.title);
  const changes = new Map<string, Change>();
  let same = 0;
  for (const [id, title] of titles) {
    for (const revision of revisions) {
      const cells = indexes.map((index) => cellOf(worst(index.get(`${revision} ${id}`) ?? [])));
      if (cells.every((cell) => cell === undefined)) continue;
      const words = cells.map(wordOf);
      if (new Set(words).size === 1) {
        same++;
        continue;
      }
      const key = JSON.stringify([id, ...words]);
      const change = changes.get(key);
      if (change) change.revisions.push(revision);
      else changes.set(key, { case: id, title, revisions: [revision], direction: directionOf(cells), cells });
    }
  }
  return {
    columns: reports.map(({ name, report }) => ({
      name,
      server: serverOf(report),
      headline: report.headline,
      summary: report.summary,
      revisions: [...new Set(report.legs.map(({ revision }) => revision))],
    })),
    changes: [...changes.values()].sort(
      (one, other) => rank(directions, one.direction) - rank(directions, other.direction),
    ),
    same,
  };
}

const serverOf = ({ legs }: Report): string =>
  [...new Set(legs.map(({ server }) => `${plain(server?.name)} ${plain(server?.version)}`.trim()))].join(', ');
