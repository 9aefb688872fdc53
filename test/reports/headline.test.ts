import { describe, expect, it } from 'vitest';
import type { KnownIssue, Leg, Report, Result, Verdict } from '../../harness/report.ts';
import { headlineOf, summarise } from '../../harness/verdict.ts';
import { render } from '../../reports/index.ts';
import { headlineSentence } from '../../reports/words.ts';
import { knownReport, sampleReport } from './sample.ts';

const known: KnownIssue = { case: 'messages/batch', says: '', why: 'fix in review' };

const result = (id: string, verdict: Verdict, knownIssue: KnownIssue | null = null): Result => ({
  ...{ case: id, title: id, verdict, level: 'MUST', harm: 'breaks', rules: [id], reason: 'why', hint: '', link: '' },
  ...{ transcript: [], durationMs: 0, unstable: false, knownIssue },
});

/** The headline of a run of one leg and the sentence below it. */
function said(results: Result[], capabilities: Leg['capabilities'] = { resources: {} }): [string, string] {
  const server = { name: 'a', version: '1' };
  const leg: Leg = {
    ...{ revision: '2025-03-26', transport: 'stdio', server, capabilities, durationMs: 0, results, transcript: [] },
  };
  const headline = headlineOf([leg], [], false);
  const report: Report = {
    ...{ schemaVersion: 1, tool: { name: 'a', version: '1' }, command: [], startedAt: '', durationMs: 0 },
    ...{ headline, summary: summarise([leg]), legs: [leg], absent: [] },
  };
  return [headline, headlineSentence(report)];
}

it('says what fails the run beside the verdicts: known issues that do not hold', () => {
  const report = knownReport();
  expect(report.staleIssues).toHaveLength(1);
  expect(headlineSentence(report)).toMatch(/ 1 known issue does not hold any more, which fails the run\.$/);
  const { staleIssues: _, ...rest } = report;
  expect(headlineSentence(rest)).not.toContain('any more');
});

it('counts on the terminal what is known apart', async () => {
  const report = knownReport();
  const [known] = report.legs.map(({ results }) => results.filter((each) => each.knownIssue).length);
  expect(known).toBeGreaterThan(0);
  const last = (await render('terminal', report, { color: false, width: 200 })).trimEnd().split('\n').at(-1);
  expect(last).toMatch(/ fail \(\d+ known\)/);
  expect(
    (await render('terminal', sampleReport(), { color: false, width: 200 })).trimEnd().split('\n').at(-1),
  ).not.toContain('known');
});

describe('where there was nothing to judge, it is said why', () => {
  it('the server declares no resources', () => {
    const [headline, sentence] = said([result('messages/json-rpc', 'pass')], { tools: {} });
    expect(headline).toBe('nothing to judge');
    expect(sentence).toContain('declares no resources');
  });

  it.each(['pass', 'fail'] as const)('only cases on other things were run, with %s', (verdict) => {
    const [headline, sentence] = said([result('messages/batch', verdict, verdict === 'fail' ? known : null)]);
    expect(headline).toBe('nothing to judge');
    expect(sentence).toContain('No case on resources was run');
    expect(sentence).not.toContain('declares');
    expect(sentence.includes('Known issues of 1 case are left aside')).toBe(verdict === 'fail');
  });

  it('no case on resources came to a verdict', () => {
    const [headline, sentence] = said([result('read/shape', 'untested'), result('messages/json-rpc', 'pass')]);
    expect(headline).toBe('nothing to judge');
    expect(sentence).toContain('no case on them passed or failed');
  });
});

it.each([
  ['not conformant', [result('messages/batch', 'fail'), result('read/shape', 'pass')]],
  ['conformant', [result('messages/batch', 'fail', known), result('read/shape', 'pass')]],
  ['partly tested', [result('read/text', 'untested'), result('read/shape', 'pass')]],
] as const)('%s is said without a word of nothing to judge', (headline, results) => {
  const [is, sentence] = said([...results]);
  expect(is).toBe(headline);
  expect(sentence).not.toContain('declare');
});
