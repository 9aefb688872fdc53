// Faults that others met in real servers and reported: the suite finds each, by the case that judges its rule.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onGrounds } from '../../harness/prove.ts';
import { cases } from '../../suites/index.ts';
import { groups } from './all.ts';
import type { FieldReport } from './rows/row.ts';
import { type Trial, tryOut, verdictOf } from './trial.ts';

const reports: readonly FieldReport[] = groups.flatMap((group) => group.reports);
const aside = groups.flatMap((group) => group.aside);

const trials = new Map<FieldReport, Trial>();

beforeAll(async () => {
  await onGrounds(reports, 6, async (report, ground) => trials.set(report, await tryOut(report, ground)));
}, 300_000);

afterAll(() => {
  const rows = reports.map((report) => {
    const [id, verdict] = report.found;
    const said = verdictOf(trials.get(report) ?? { results: [] }, id);
    return `${said === verdict ? 'found ' : 'MISSED'}  ${report.report.padEnd(58)} ${said.padEnd(14)} ${id}`;
  });
  const found = rows.filter((row) => row.startsWith('found')).length;
  const others = aside.map(({ report, why }) => `aside   ${report.padEnd(58)} ${why}`);
  console.log(
    [...rows, ...others, `${found} of ${reports.length} reported faults found, ${aside.length} set aside`].join('\n'),
  );
});

test('each report is told once', () => {
  const ids = [...reports, ...aside].map(({ report }) => report);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  expect(reports.filter(({ found: [id] }) => !Object.hasOwn(cases, id))).toEqual([]);
});

test.each(reports.map((report) => [report.report, report.gist, report] as const))('%s: %s', (_, __, report) => {
  const trial = trials.get(report)!;
  const [id, verdict] = report.found;
  const { verdict: said, reason } = trial.results.find((result) => result.case === id) ?? {
    verdict: 'not run',
    reason: trial.absent,
  };
  expect(`${id}: ${said}${said === verdict ? '' : ` (${reason})`}`).toBe(`${id}: ${verdict}`);
  expect(trial.results.filter((result) => result.verdict === 'error')).toEqual([]);
});
