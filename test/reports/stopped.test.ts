import { describe, expect, it } from 'vitest';
import type { Report } from '../../harness/report.ts';
import { notBegun, notReached } from '../../harness/stopped.ts';
import { headlineOf, summarise } from '../../harness/verdict.ts';
import { render } from '../../reports/index.ts';
import { headlineSentence } from '../../reports/words.ts';
import { cleanReport, sampleReport } from './sample.ts';

/** A clean report whose run was stopped before the last cases of its first leg, and before some revisions. */
function stoppedReport(cases: number, revisions: Report['absent'][number]['revision'][], demanded = false): Report {
  const report = structuredClone(cleanReport());
  for (const result of report.legs[0]!.results.slice(-cases || Number.POSITIVE_INFINITY))
    Object.assign(result, { verdict: 'untested', reason: notReached });
  const absent = revisions.map((revision) => ({ revision, why: notBegun }));
  return { ...report, absent, summary: summarise(report.legs), headline: headlineOf(report.legs, absent, demanded) };
}

describe('the headline of a run that was stopped', () => {
  it.each([
    [stoppedReport(2, []), 'the run was stopped: 2 cases were not put to the test.'],
    [
      stoppedReport(1, ['2025-03-26']),
      'the run was stopped: 1 case was not put to the test and 1 revision was not begun.',
    ],
    [stoppedReport(0, ['2025-03-26', '2024-11-05']), 'the run was stopped: 2 revisions were not begun.'],
    [stoppedReport(0, ['2025-03-26'], true), 'the run was stopped: 1 revision was not begun.'],
  ])('%#', (report, words) => {
    expect(report.headline).toBe('partly tested');
    expect(headlineSentence(report)).toContain(words);
  });

  it('is that of its failures, where it has some', () => {
    const { legs } = sampleReport();
    expect(headlineOf(legs, [{ revision: '2025-03-26', why: notBegun }], false)).toBe('not conformant');
  });
});

describe('a revision that was not begun', () => {
  it.each(['markdown', 'html', 'terminal', 'junit'] as const)('is not called unspoken in %s', async (format) => {
    const shown = await render(format, stoppedReport(1, ['2025-03-26'], true), { color: false, width: 200 });
    expect(shown).toContain('2025-03-26');
    expect(shown).toContain(notBegun);
    expect(shown).not.toMatch(/not spoken/i);
  });

  it('stands apart from one that is not spoken', async () => {
    const report = stoppedReport(1, ['2025-03-26']);
    report.absent.push({ revision: '2024-11-05', why: 'the server answered 2025-06-18' });
    const shown = await render('markdown', report);
    expect(shown).toContain('- Not spoken: 2024-11-05\n');
    expect(shown).toContain(`- Not judged: 2025-03-26 (${notBegun})\n`);
  });

  it('fails no test of JUnit, though it was asked for', async () => {
    const shown = await render('junit', stoppedReport(1, ['2025-03-26'], true));
    expect(shown).not.toContain('<failure');
    expect(shown).toContain(`<skipped message="${notBegun}"`);
  });
});
