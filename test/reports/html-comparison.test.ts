import { describe, expect, it } from 'vitest';
import type { Report, Result } from '../../harness/report.ts';
import { renderComparison } from '../../reports/html/comparison.ts';
import { compare } from '../../reports/html/comparison-data.ts';
import { hostileReport, misshapenReport } from './hostile.ts';
import { sampleReport } from './sample.ts';

/** The sample, with the results of one case changed. */
function variant(id: string, change: (result: Result, revision: string) => Partial<Result>): Report {
  const report = sampleReport();
  for (const leg of report.legs)
    for (const result of leg.results) if (result.case === id) Object.assign(result, change(result, leg.revision));
  return report;
}
const named = (...reports: Report[]) => reports.map((report, at) => ({ name: `v${at + 1}`, report }));
const of = (id: string, ...reports: Report[]) => compare(named(...reports)).cases.find((each) => each.id === id)!;

describe('reports side by side', () => {
  it('have the worst verdict of each, and where it was', () => {
    const { outcomes, changes } = of('not-found/code', sampleReport(), sampleReport());
    expect(outcomes).toMatchObject([{ verdict: 'fail', where: ['2026-07-28'] }, { verdict: 'fail' }]);
    expect(changes).toEqual([undefined, undefined]);
  });

  it.each([
    ['pass', 'fail', 'worse'],
    ['fail', 'pass', 'better'],
    ['fail', 'warn', 'better'],
    ['untested', 'pass', 'better'],
    ['pass', 'untested', 'worse'],
    ['not-applicable', 'fail', 'worse'],
    ['fail', 'not-applicable', 'other'],
    ['not-applicable', 'pass', 'other'],
    ['pass', 'pass', undefined],
  ] as const)('from %s to %s are %s', (before, after, expected) => {
    const make = (verdict: Result['verdict']) => variant('read/shape', () => ({ verdict, reason: 'why' }));
    expect(of('read/shape', make(before), make(after)).changes[1]).toBe(expected);
  });

  it('are compared over the revisions that both ran', () => {
    const fewer = sampleReport();
    fewer.legs = fewer.legs.filter(({ revision }) => revision < '2026');
    const { changes, outcomes } = of('not-found/code', fewer, sampleReport());
    expect(outcomes.map((each) => each?.verdict)).toEqual(['warn', 'fail']);
    expect(changes[1]).toBeUndefined();
  });

  it('say what changed, in words and marks', () => {
    const after = variant('read/every-listed', (_, revision) =>
      revision > '2025-07' ? { verdict: 'fail', reason: 'got <b>error</b>' } : {},
    );
    const markup = renderComparison(named(sampleReport(), after));
    expect(markup).toContain('From <bdi>v1</bdi> to <bdi>v2</bdi><span>: 1 worse</span>');
    expect(markup).toContain(
      'was pass, is fail in 2025-11-25 and 2026-07-28. <span class="quiet"><bdi>got &lt;b&gt;error&lt;/b&gt;</bdi>',
    );
    expect(markup).toMatch(
      /<td class="fail changed"><span>fail, worse, was pass<\/span><b class="turn" aria-hidden="true">▼<\/b>/,
    );
    expect(renderComparison(named(sampleReport(), sampleReport()))).toContain('nothing changed');
  });

  it('of different servers are not called better or worse than each other', () => {
    const other = variant('read/shape', () => ({ verdict: 'fail', reason: 'why' }));
    for (const leg of other.legs) leg.server = { name: 'another', version: '1' };
    const markup = renderComparison(named(sampleReport(), other));
    expect(markup).not.toContain('What changed');
    expect(markup).toContain('Servers side by side');
    expect(markup).toContain('<span>fail, other, was pass</span>');
    expect(markup).not.toMatch(/worse|better|▲|▼/);
  });

  it('stand anything that a server sent, and many of them', () => {
    const many = Array.from({ length: 40 }, (_, at) => (at % 2 ? hostileReport() : misshapenReport()));
    const markup = renderComparison(named(...many));
    expect(Buffer.byteLength(markup)).toBeLessThan(350_000);
    expect(markup.match(/<script/g)).toHaveLength(1);
    expect(() => renderComparison([])).toThrow(/at least one report/);
  });
});
