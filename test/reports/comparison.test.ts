import { describe, expect, it } from 'vitest';
import type { Report, Result } from '../../harness/report.ts';
import { compareReports, type NamedReport } from '../../reports/comparison/changes.ts';
import { comparisonFormats, renderComparison } from '../../reports/comparison/index.ts';
import { hostileReport, hostileStrings, misshapenReport } from './hostile.ts';
import { cleanReport, sampleReport } from './sample.ts';

/** The sample with some results changed. */
function changed(fits: (result: Result, revision: string) => boolean, change: Partial<Result>): Report {
  const report = sampleReport();
  for (const { revision, results } of report.legs)
    for (const result of results) if (fits(result, revision)) Object.assign(result, change);
  return report;
}
const named = (...reports: Report[]): NamedReport[] => reports.map((report, at) => ({ name: `v${at + 1}`, report }));
const changesOf = (...reports: Report[]) => compareReports(named(...reports)).changes;

describe('a comparison', () => {
  it('finds nothing where nothing changed, whatever the times', () => {
    const later = { ...sampleReport(), startedAt: '2027-01-01T00:00:00.000Z', durationMs: 9 };
    const { changes, same } = compareReports(named(sampleReport(), later));
    expect(changes).toEqual([]);
    expect(same).toBe(sampleReport().legs.flatMap(({ results }) => results).length);
  });

  it('tells worse from better, once for revisions that changed alike', () => {
    const worse = changed(({ case: id }) => id === 'list/shape', { verdict: 'fail', reason: 'no name' });
    expect(changesOf(sampleReport(), worse)).toMatchObject([
      { case: 'list/shape', direction: 'worse', revisions: ['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28'] },
    ]);
    expect(changesOf(worse, sampleReport())).toMatchObject([{ case: 'list/shape', direction: 'better' }]);
    const one = changed(({ case: id }, revision) => id === 'list/shape' && revision === '2026-07-28', {
      verdict: 'warn',
      reason: 'x',
    });
    expect(changesOf(sampleReport(), one)).toMatchObject([{ direction: 'worse', revisions: ['2026-07-28'] }]);
  });

  it('puts what is worse first', () => {
    const both = changed(({ case: id }) => id === 'templates/shape', { verdict: 'fail', reason: 'x' });
    for (const { results } of both.legs)
      for (const result of results)
        if (result.case === 'list/size') Object.assign(result, { verdict: 'pass', reason: '' });
    expect(changesOf(sampleReport(), both).map(({ direction }) => direction)).toEqual(['worse', 'better']);
  });

  it('calls a failure of a new case worse, and a case or a revision that is gone neither', () => {
    const without = sampleReport();
    without.legs.pop();
    expect(new Set(changesOf(sampleReport(), without).map(({ direction }) => direction))).toEqual(new Set(['other']));
    expect(
      changesOf(without, sampleReport())
        .filter(({ direction }) => direction === 'worse')
        .map(({ case: id }) => id),
    ).toContain('traversal/dots');
  });

  it('takes what was not run, and what does not apply, for the same', () => {
    const partial = sampleReport();
    for (const leg of partial.legs) leg.results = leg.results.filter(({ verdict }) => verdict !== 'not-applicable');
    expect(changesOf(sampleReport(), partial)).toEqual([]);
  });

  it('shows of what is neither worse nor better as much as anybody reads', async () => {
    const others = (verdict: 'pass' | 'not-applicable') => {
      const report = cleanReport();
      const [leg] = report.legs;
      report.legs = [
        {
          ...leg!,
          results: Array.from({ length: 100 }, (_, at) => ({
            ...leg!.results[0]!,
            case: `list/case-${at}`,
            verdict,
            reason: 'x',
          })),
        },
      ];
      return report;
    };
    const text = await renderComparison('terminal', named(others('pass'), others('not-applicable')));
    expect(text).toContain('Changed otherwise  100 changes');
    expect(text).toContain('… 60 more changes; --report json has all');
  });

  it('takes another reason alone for no change, and a failure that became known for one', () => {
    const words = changed(({ verdict }) => verdict === 'fail', { reason: 'in other words' });
    expect(changesOf(sampleReport(), words)).toEqual([]);
    const known = changed(({ case: id }) => id === 'read/blob-base64', {
      knownIssue: { case: 'read/blob-base64', says: 'x', why: 'y' },
    });
    expect(changesOf(sampleReport(), known)).toMatchObject([{ case: 'read/blob-base64', direction: 'other' }]);
  });

  it('sets more than two side by side', () => {
    const [change] = changesOf(
      sampleReport(),
      changed(({ case: id }) => id === 'list/shape', { verdict: 'fail', reason: 'x' }),
      sampleReport(),
    );
    expect(change!.cells.map((cell) => cell?.verdict)).toEqual(['pass', 'fail', 'pass']);
  });
});

describe('the formats of a comparison', () => {
  const worse = changed(({ case: id }) => id === 'list/shape', {
    verdict: 'fail',
    reason: 'a resource without a name',
  });

  it('show what changed, and from what to what', async () => {
    const terminal = await renderComparison('terminal', named(cleanReport(), worse), { width: 100 });
    expect(terminal).toMatch(/1 {2}v1 {2}✓ conformant/);
    expect(terminal).toMatch(/2 {2}v2 {2}✗ not conformant/);
    expect(terminal).toMatch(/Worse[\s\S]*list\/shape +✓ +→ +✗ +2024-11-05, 2025-06-18/);
    expect(terminal).toContain('a resource without a name');
    const markdown = await renderComparison('markdown', named(cleanReport(), worse));
    expect(markdown).toMatch(
      /\| <code>list\/shape<\/code> \| [\d, -]+ \| ✓ pass \| ✗ fail \| a resource without a name \|/,
    );
    const json = JSON.parse(await renderComparison('json', named(cleanReport(), worse)));
    expect(json).toMatchObject({
      schemaVersion: 1,
      columns: [{ name: 'v1' }, { name: 'v2', headline: 'not conformant' }],
    });
    expect(json.changes.find((change: { case: string }) => change.case === 'list/shape').cells).toMatchObject([
      { verdict: 'pass' },
      { verdict: 'fail', reason: 'a resource without a name' },
    ]);
  });

  it('say that nothing changed', async () => {
    for (const format of ['terminal', 'markdown'])
      expect(await renderComparison(format, named(sampleReport(), sampleReport()))).toContain('Nothing changed');
  });

  it('know no other format', async () => {
    await expect(renderComparison('junit', named(sampleReport(), sampleReport()))).rejects.toThrow(
      /unknown format "junit"/,
    );
  });

  it.each(hostileStrings.map((hostile) => [JSON.stringify(hostile.slice(0, 40)), hostile]))(
    'stay harmless: %s',
    async (_, hostile) => {
      for (const format of comparisonFormats) {
        const text = await renderComparison(
          format,
          [{ name: hostile, report: sampleReport() }, ...named(hostileReport(hostile), misshapenReport())],
          { width: 100 },
        );
        // A page keeps tabs: there they are but space.
        expect(format === 'html' ? text.replaceAll('\t', ' ') : text, format).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u,
        );
        expect(text, format).not.toMatch(/^\s*::/m);
        expect(text, format).not.toContain('##[');
        if (format === 'markdown') expect(text.length).toBeLessThan(65_536);
        if (format === 'html') expect(text).not.toMatch(/<(?:img|h1>owned)/);
      }
    },
  );
});
