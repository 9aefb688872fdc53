import { expect, it } from 'vitest';
import { exitCode } from '../../harness/cli/exit-code.ts';
import type { Report } from '../../harness/report.ts';
import { notBegun } from '../../harness/stopped.ts';
import { reportOf, result } from './world.ts';

const known = { case: 'read/shape', says: 'x', why: 'y' };
const barred = {
  verdict: 'untested',
  reason: 'the server stopped taking the credentials in mid-run: 4 requests got HTTP status 401',
} as const;
const absent = [{ revision: '2025-03-26', why: 'unknown to it' }] as const;

const rows: [name: string, report: Report, plain: number, strict: number][] = [
  ['all kept', reportOf(), 0, 0],
  ['not applicable', reportOf([result(), result({ verdict: 'not-applicable' })]), 0, 0],
  ['a warning', reportOf([result({ verdict: 'warn' })]), 0, 1],
  ['a known warning', reportOf([result({ verdict: 'warn', knownIssue: known })]), 0, 0],
  ['an untested SHOULD', reportOf([result({ verdict: 'untested', level: 'SHOULD' })]), 0, 1],
  ['partly tested', reportOf([result({ verdict: 'untested' })], { headline: 'partly tested' }), 0, 1],
  ['nothing to judge', reportOf([], { headline: 'nothing to judge' }), 0, 1],
  ['a failure', reportOf([result({ verdict: 'fail' })]), 1, 1],
  ['a known failure', reportOf([result({ verdict: 'fail', knownIssue: known })], { headline: 'conformant' }), 0, 0],
  ['an absent revision', reportOf([result()], { absent: [...absent] }), 0, 0],
  ['no server', reportOf([], { headline: 'could not run', legs: [] }), 3, 3],
  ['credentials that ran out', reportOf([result(), result(barred)], { headline: 'partly tested' }), 3, 3],
  ['a 401 of another kind', reportOf([result({ ...barred, reason: 'the server answered 401' })]), 0, 1],
  ['a failure before credentials ran out', reportOf([result({ verdict: 'fail' }), result(barred)]), 1, 1],
  ['an error', reportOf([result({ verdict: 'error' })]), 4, 4],
  ['an error beside a failure', reportOf([result({ verdict: 'fail' }), result({ verdict: 'error' })]), 4, 4],
  ['an error that is called known', reportOf([result({ verdict: 'error', knownIssue: known })]), 4, 4],
];

it.each(rows)('%s', (_, report, plain, strict) => {
  expect([exitCode(report), exitCode(report, { strict: true })]).toEqual([plain, strict]);
});

it('a revision that was asked for has to be spoken', () => {
  const report = reportOf([result()], { absent: [...absent] });
  expect(exitCode(report, { revisions: ['2025-03-26'] })).toBe(1);
  expect(exitCode(report, { revisions: ['2026-07-28'] })).toBe(0);
});

it('a revision that was asked for and not begun, since the run was stopped, is no failure of the server', () => {
  const report = reportOf([result()], {
    absent: [{ revision: '2025-03-26', why: notBegun }],
    headline: 'partly tested',
  });
  expect(exitCode(report, { revisions: ['2025-03-26'] })).toBe(0);
  expect(exitCode(report, { revisions: ['2025-03-26'], strict: true })).toBe(1);
});
