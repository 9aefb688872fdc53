import type { Leg, Report, Result, Verdict } from '../harness/report.ts';
import type { TransportKind } from '../harness/transport/transport.ts';
import type { Revision } from '../harness/wire.ts';
import { plain } from './escape.ts';
import { rank } from './words.ts';

/** One case over all legs; a leg that has no result for it leaves its cell empty. */
export interface Row {
  case: string;
  title: string;
  cells: (Result | undefined)[];
}

/** The cases of one folder of suites. */
export interface Suite {
  name: string;
  rows: Row[];
  /** The one or more reasons, where no case of the suite applies to this server; else undefined. */
  notApplicable: string[] | undefined;
}

/** Cases by legs. */
export interface Matrix {
  legs: Leg[];
  suites: Suite[];
}

/** The suite of a case: the folder in its id. */
export const suiteOf = (caseId: string): string => caseId.slice(0, Math.max(0, caseId.indexOf('/'))) || caseId;

/** Lays the results out by suite, case and leg, in the order in which the report gives them. */
export function matrix(report: Report): Matrix {
  const rows = new Map<string, Row>();
  report.legs.forEach((leg, at) => {
    for (const result of leg.results) {
      let row = rows.get(result.case);
      if (!row) {
        row = { case: result.case, title: result.title, cells: report.legs.map(() => undefined) };
        rows.set(result.case, row);
      }
      row.cells[at] = result;
    }
  });
  const suites = new Map<string, Row[]>();
  for (const row of rows.values()) {
    const name = suiteOf(row.case);
    suites.set(name, [...(suites.get(name) ?? []), row]);
  }
  return {
    legs: report.legs,
    suites: [...suites].map(([name, all]) => ({ name, rows: all, notApplicable: onlyReasons(all) })),
  };
}

function onlyReasons(rows: Row[]): string[] | undefined {
  const results = rows.flatMap(({ cells }) => cells.filter((cell) => cell !== undefined));
  if (results.some(({ verdict }) => verdict !== 'not-applicable')) return undefined;
  return [...new Set(results.map(({ reason }) => plain(reason)))];
}

/** What gave one reason: cases, and the legs in which they gave it. */
export interface ReasonGroup {
  reason: string;
  cases: string[];
  revisions: Revision[];
  transports: TransportKind[];
  /** One result that stands for all, with its leg. */
  example: { leg: Leg; result: Result };
  /** Whether a rule that binds (no SHOULD) is among them. */
  binding: boolean;
}

/** The results with one verdict, gathered by their reason; what binds comes first, then what concerns most cases. */
export function byReason(report: Report, verdict: Verdict): ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const leg of report.legs) {
    for (const result of leg.results) {
      if (result.verdict !== verdict) continue;
      const reason = plain(result.reason);
      const found = groups.get(reason);
      const group: ReasonGroup = found ?? {
        reason,
        cases: [],
        revisions: [],
        transports: [],
        example: { leg, result },
        binding: false,
      };
      if (!found) groups.set(reason, group);
      if (!group.cases.includes(result.case)) group.cases.push(result.case);
      if (!group.revisions.includes(leg.revision)) group.revisions.push(leg.revision);
      if (!group.transports.includes(leg.transport)) group.transports.push(leg.transport);
      group.binding ||= !plain(result.level).startsWith('SHOULD');
    }
  }
  return [...groups.values()].sort(
    (one, other) =>
      rank([true, false], one.binding) - rank([true, false], other.binding) || other.cases.length - one.cases.length,
  );
}
