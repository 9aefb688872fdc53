// Faults that others met in real servers and reported: the suite finds each, by the case that judges its rule.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onGrounds } from '../../harness/prove.ts';
import { cases } from '../../suites/index.ts';
import { groups } from './all.ts';
import type { FieldReport } from './rows/row.ts';
import { type Trial, tryOut } from './trial.ts';

const reports: readonly FieldReport[] = groups.flatMap((group) => group.reports);
const aside = groups.flatMap((group) => group.aside);

const trials = new Map<FieldReport, Trial>();

beforeAll(async () => {
  await onGrounds(reports, 6, async (report, ground) => trials.set(report, await tryOut(report, ground)));
}, 300_000);

/** What came of a report, and what should have. */
function outcome(report: FieldReport): { where: string; got: string; want: string; reason: string } {
  const trial = trials.get(report) ?? { results: [] };
  const [id, verdict] = report.found;
  const absent = trial.absent ?? 'judged';
  if (typeof id !== 'string')
    return { where: 'no session', got: id.test(absent) ? 'told' : 'untold', want: 'told', reason: absent };
  const { verdict: got = 'not run', reason = absent } = trial.results.find((result) => result.case === id) ?? {};
  return { where: id, got, want: verdict!, reason };
}

afterAll(() => {
  const found = reports.map((report) => {
    const { where, got, want } = outcome(report);
    return `${got === want ? 'found ' : 'MISSED'}  ${report.report.padEnd(58)} ${got.padEnd(9)} ${where}`;
  });
  const others = aside.map(({ report, why }) => `aside   ${report.padEnd(58)} ${why}`);
  const count = found.filter((row) => row.startsWith('found')).length;
  console.log(
    [...found, ...others, `${count} of ${reports.length} reported faults found, ${aside.length} set aside`].join('\n'),
  );
});

test('each report is told once', () => {
  const ids = [...reports, ...aside].map(({ report }) => report);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  expect(reports.filter(({ found: [id] }) => typeof id === 'string' && !Object.hasOwn(cases, id))).toEqual([]);
});

test.each(reports.map((report) => [report.report, report.gist, report] as const))('%s: %s', (_, __, report) => {
  const { where, got, want, reason } = outcome(report);
  expect(`${where}: ${got}${got === want ? '' : ` (${reason})`}`).toBe(`${where}: ${want}`);
  expect(trials.get(report)!.results.filter((result) => result.verdict === 'error')).toEqual([]);
});
