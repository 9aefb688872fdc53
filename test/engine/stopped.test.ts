import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plan } from '../../harness/plan.ts';
import type { Report } from '../../harness/report.ts';
import { runConformance } from '../../harness/run.ts';
import type { RunEvent, RunOptions } from '../../harness/run-options.ts';
import { notBegun, notReached } from '../../harness/stopped.ts';
import { summarise } from '../../harness/verdict.ts';
import { render } from '../../reports/index.ts';
import { headlineSentence } from '../../reports/words.ts';
import { cases } from '../../suites/index.ts';

const script = fileURLToPath(new URL('servers/odd.mjs', import.meta.url));

/** Stops a run at an event of it. */
function stoppedAt(stops: (event: RunEvent) => boolean, options: Partial<RunOptions> = {}): Promise<Report> {
  const stop = new AbortController();
  return runConformance({
    target: { stdio: [process.execPath, script, 'plain'] },
    revisions: ['2025-11-25'],
    ...options,
    signal: stop.signal,
    onEvent: (event) => {
      if (stops(event)) setTimeout(() => stop.abort(), 1);
    },
  });
}

const atTwelve = (event: RunEvent) => event.type === 'case' && event.done === 12;
const untested = ({ legs }: Report) =>
  legs.flatMap(({ results }) => results.filter(({ verdict }) => verdict === 'untested'));

describe('a run that is stopped', () => {
  it('blames nothing on the server that it stops, and calls it no more than partly tested', async () => {
    const report = await stoppedAt(atTwelve);
    const verdicts = report.legs.flatMap(({ results }) => results.map(({ verdict }) => verdict));
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts).not.toContain('fail');
    expect(report.headline).toBe('partly tested');
  });

  it('tells of each case to which it did not come, those that only watch among them', async () => {
    const told: string[] = [];
    const report = await stoppedAt((event) => {
      if (event.type === 'result') told.push(event.result.case);
      return atTwelve(event);
    });
    const [leg] = report.legs;
    expect(leg!.results.map((result) => result.case)).toEqual(plan(cases).map(({ id }) => id));
    expect(told.sort()).toEqual(leg!.results.map((result) => result.case).sort());
    const left = untested(report).filter(({ reason }) => reason === notReached);
    expect(left.some((each) => cases[each.case]?.watch)).toBe(true);
    expect(left.some((each) => cases[each.case]?.run)).toBe(true);
    expect(report.summary).toEqual(summarise(report.legs));
    expect(report.summary.untested).toBeGreaterThan(left.length - 1);
    expect(headlineSentence(report)).toContain('the run was stopped');
    expect(headlineSentence(report)).not.toMatch(/\b0 cases/);
    expect(await render('junit', report)).toContain(notReached);
  });

  it('says of what cannot apply that it does not, stopped or not', async () => {
    const { legs } = await stoppedAt(atTwelve);
    const found = legs[0]!.results.find((result) => result.case === 'stdio/only-messages');
    expect(found).toMatchObject({ verdict: 'untested', reason: notReached });
    const other = legs[0]!.results.filter((result) => result.case.startsWith('http/'));
    expect(new Set(other.map(({ verdict }) => verdict))).toEqual(new Set(['not-applicable']));
  });

  it('holds no known issue against anybody, and is no more than partly tested with them either', async () => {
    const knownIssues = [{ case: 'read/shape', says: 'anything', why: 'for the test' }];
    const report = await stoppedAt((event) => event.type === 'leg', { knownIssues });
    expect(report.staleIssues).toBeUndefined();
    expect(report.headline).toBe('partly tested');
  });

  it('does not call a revision unspoken to which it did not come', async () => {
    const revisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
    const stop = new AbortController();
    const report = await runConformance({
      target: { stdio: [process.execPath, script, 'plain'] },
      revisions: [...revisions],
      signal: stop.signal,
      // The first leg begins while the others are in the midst of their handshakes, or have not begun.
      onEvent: ({ type }) => type === 'leg' && stop.abort(),
    });
    expect(report.legs.length + report.absent.length).toBe(revisions.length);
    expect(report.legs.length).toBeGreaterThan(0);
    for (const { why } of report.absent) expect(why).toBe(notBegun);
    expect(report.headline).toBe('partly tested');
  });

  it('before any leg began has nothing to say of the server', async () => {
    const report = await runConformance({
      target: { stdio: [process.execPath, script, 'plain'] },
      revisions: ['2025-11-25'],
      signal: AbortSignal.abort(),
    });
    expect(report).toMatchObject({ headline: 'could not run', legs: [], absent: [{ why: notBegun }] });
  });
});
