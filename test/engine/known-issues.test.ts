import { describe, expect, it } from 'vitest';
import { says, unexplained, updatedIssues, withKnownIssues } from '../../harness/known-issues.ts';
import type { KnownIssue, Report, Result } from '../../harness/report.ts';
import type { Revision } from '../../harness/wire.ts';
import { reportOf, result } from '../cli/world.ts';

const reason = 'reading doc://nope: expected error -32602, got -32603';
const failing = (over: Partial<Result> = {}): Result =>
  result({ case: 'not-found/code', verdict: 'fail', reason, ...over });
const issue = (over: Partial<KnownIssue> = {}): KnownIssue => ({
  case: 'not-found/code',
  says: 'got -32603',
  why: 'in review',
  ...over,
});

/** A report with one result of the same case in each of these revisions. */
function inRevisions(results: Partial<Record<Revision, Result>>): Report {
  const report = reportOf([]);
  const [leg] = report.legs;
  const legs = Object.entries(results).map(([revision, each]) => ({
    ...leg!,
    revision: revision as Revision,
    results: [each],
  }));
  return { ...report, legs };
}

const terms = { cases: ['not-found/code', 'read/shape'], demanded: false };
const judged = (report: Report, ...issues: KnownIssue[]): Report => withKnownIssues(report, issues, terms);
const known = ({ legs }: Report) =>
  legs.flatMap(({ results }) => results.map(({ knownIssue }) => knownIssue?.why ?? null));
const problems = ({ staleIssues = [] }: Report) => staleIssues.map(({ problem }) => problem);

describe('a known issue', () => {
  it('excuses the failure whose reason has its words, and no other', () => {
    const report = judged(reportOf([failing(), result({ verdict: 'fail', reason: 'x' })]), issue());
    expect(known(report)).toEqual(['in review', null]);
    expect(report.headline).toBe('not conformant');
    expect(judged(reportOf([failing(), result()]), issue())).toMatchObject({ headline: 'conformant' });
    expect(judged(reportOf([failing()]), issue())).not.toHaveProperty('staleIssues');
  });

  it('excuses a warning too, and never an error', () => {
    expect(known(judged(reportOf([failing({ verdict: 'warn' })]), issue()))).toEqual(['in review']);
    const erred = judged(reportOf([failing({ verdict: 'error' })]), issue());
    expect(known(erred)).toEqual([null]);
    expect(problems(erred)).toEqual([]);
  });

  it('does not hold where the case passes', () => {
    const report = judged(reportOf([result({ case: 'not-found/code' })]), issue());
    expect(report.staleIssues).toMatchObject([{ ...issue(), seen: ['2026-07-28'], problem: 'it passes now' }]);
  });

  it('does not hold where the case fails with other words, which are no excuse', () => {
    const report = judged(reportOf([failing({ reason: 'answered a result' })]), issue());
    expect(known(report)).toEqual([null]);
    expect(report.headline).toBe('not conformant');
    expect(problems(report)).toEqual(['it fails with other words: answered a result']);
  });

  it('does not hold where there is no such case', () => {
    expect(problems(judged(reportOf(), issue({ case: 'not-found/cod' })))).toEqual(['there is no such case']);
  });

  it.each(['untested', 'not-applicable'] as const)('is neither kept nor broken where the case is %s', (verdict) => {
    const report = judged(reportOf([failing({ verdict })]), issue());
    expect(known(report)).toEqual([null]);
    expect(problems(report)).toEqual([]);
  });

  it('says nothing of a case or a revision that was not run', () => {
    expect(problems(judged(reportOf([result()]), issue()))).toEqual([]);
    expect(problems(judged(reportOf([failing()]), issue({ revisions: ['2025-06-18'] })))).toEqual([]);
    expect(known(judged(reportOf([failing()]), issue({ revisions: ['2025-06-18'] })))).toEqual([null]);
  });

  it('that names revisions has to hold in each, and one that names none in one', () => {
    const report = inRevisions({ '2025-11-25': failing(), '2026-07-28': result({ case: 'not-found/code' }) });
    const both = judged(report, issue({ revisions: ['2025-11-25', '2026-07-28'] }));
    expect(known(both)).toEqual(['in review', null]);
    expect(both.staleIssues).toMatchObject([{ seen: ['2026-07-28'], problem: 'it passes now' }]);
    expect(problems(judged(report, issue()))).toEqual([]);
  });

  it('leaves an earlier judgement behind', () => {
    const once = judged(reportOf([result({ case: 'not-found/code' })]), issue());
    expect(judged(once)).not.toHaveProperty('staleIssues');
    expect(known(judged(judged(reportOf([failing()]), issue())))).toEqual([null]);
  });

  it('was written with secrets masked, and is found all the same', () => {
    expect(says('token s3cret refused for s3cret!', 'token •••• refused for ••••!')).toBe(true);
    expect(says('refused for s3cret, token x', 'token •••• refused')).toBe(false);
    expect(says('token s3cret', 'taken')).toBe(false);
    const mask = (text: string) => text.replaceAll('s3cret', '••••');
    const report = withKnownIssues(reportOf([failing({ reason: 'a s3cret b' })]), [issue({ says: 'a •••• b' })], {
      ...terms,
      mask,
    });
    expect(known(report)).toEqual(['in review']);
  });
});

describe('the known issues that are written', () => {
  const updated = (report: Report, old: KnownIssue[] = [], strict = false) =>
    updatedIssues(report, old, { cases: terms.cases, strict });

  it('are today’s failures, one for revisions that fail alike', () => {
    const report = inRevisions({
      '2025-11-25': failing({ verdict: 'warn' }),
      '2025-06-18': failing(),
      '2026-07-28': failing(),
    });
    expect(updated(report)).toEqual([
      { case: 'not-found/code', revisions: ['2025-06-18', '2026-07-28'], says: reason, why: unexplained },
    ]);
    expect(updated(report, [], true)[0]!.revisions).toEqual(['2025-06-18', '2025-11-25', '2026-07-28']);
  });

  it('leave nothing that fails a run over the same report', () => {
    const report = inRevisions({ '2025-11-25': failing({ reason: 'a' }), '2026-07-28': failing() });
    const after = judged(report, ...updated(report, [issue({ says: 'gone' }), issue({ case: 'read/gone' })]));
    expect(after.headline).not.toBe('not conformant');
    expect(after).not.toHaveProperty('staleIssues');
  });

  it('keep the whys, the words and the links that are there', () => {
    const old = issue({ revisions: ['2026-07-28'], issue: 'https://tracker.example/7' });
    expect(updated(reportOf([failing()]), [old])).toEqual([old]);
  });

  it('drop what passes now, keep what was not run, and narrow what holds in fewer revisions', () => {
    const passes = result({ case: 'not-found/code' });
    expect(updated(reportOf([passes]), [issue()])).toEqual([]);
    expect(updated(reportOf([result()]), [issue()])).toEqual([issue()]);
    const wide = issue({ revisions: ['2024-11-05', '2025-11-25', '2026-07-28'] });
    const report = inRevisions({ '2025-11-25': failing(), '2026-07-28': passes });
    expect(updated(report, [wide])).toEqual([{ ...wide, revisions: ['2024-11-05', '2025-11-25'] }]);
  });

  it('take over the why where the words changed', () => {
    const [entry] = updated(reportOf([failing({ reason: 'other words' })]), [
      issue({ issue: 'https://tracker.example/7' }),
    ]);
    expect(entry).toEqual({
      case: 'not-found/code',
      revisions: ['2026-07-28'],
      says: 'other words',
      why: 'in review',
      issue: 'https://tracker.example/7',
    });
  });

  it('keep a warning that was known, and never hold an error', () => {
    const warned = reportOf([failing({ verdict: 'warn' })]);
    expect(updated(warned, [issue()])).toEqual([issue()]);
    expect(updated(reportOf([failing({ verdict: 'error' })]))).toEqual([]);
  });

  it('leave out what is known from elsewhere', () => {
    expect(updated(judged(reportOf([failing()]), issue()))).toEqual([]);
  });
});
