import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { harms } from '../../harness/case.ts';
import { type Report, verdicts } from '../../harness/report.ts';
import { revisions } from '../../harness/wire.ts';
import { json } from '../../reports/json.ts';
import { hostileReport } from './hostile.ts';
import { cleanReport, sampleReport } from './sample.ts';

const schema = JSON.parse(readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
const faults = (report: unknown): string[] =>
  validate(report) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

/** The sample with one change to its first leg's last result or to the report itself. */
const changed = (change: (report: any) => void): Report => {
  const report = sampleReport();
  change(report);
  return report;
};

describe('the schema of the report', () => {
  it.each([
    ['the sample', sampleReport()],
    ['a clean run', cleanReport()],
    ['a run without legs', { ...sampleReport(), legs: [], headline: 'could not run' }],
    ['hostile text', hostileReport()],
  ] as [string, Report][])('accepts %s as it is written', (_, report) => {
    expect(faults(JSON.parse(json(report, {})))).toEqual([]);
  });

  it('accepts a known issue, a message that is a batch, and an HTTP head', () => {
    const report = changed(({ legs: [leg] }) => {
      leg.results[0].knownIssue = { case: 'read/shape', says: 'got', why: 'fix in review', revisions: ['2026-07-28'] };
      leg.transcript[0].message = [{}, {}];
      leg.transcript[1].http = { status: 200, headers: {} };
    });
    expect(faults(report)).toEqual([]);
  });

  it.each([
    [
      'an unknown verdict',
      (report: any) => {
        report.legs[0].results[0].verdict = 'maybe';
      },
      '/legs/0/results/0/verdict',
    ],
    [
      'an unknown headline',
      (report: any) => {
        report.headline = 'fine';
      },
      '/headline',
    ],
    [
      'an unknown level',
      (report: any) => {
        report.legs[0].results[0].level = 'MAY';
      },
      '/legs/0/results/0/level',
    ],
    [
      'an unknown harm',
      (report: any) => {
        report.legs[0].results[0].harm = 'hurts';
      },
      '/legs/0/results/0/harm',
    ],
    [
      'an unknown revision',
      (report: any) => {
        report.legs[0].revision = '2030-01-01';
      },
      '/legs/0/revision',
    ],
    [
      'an unknown transport',
      (report: any) => {
        report.legs[0].transport = 'pigeon';
      },
      '/legs/0/transport',
    ],
    [
      'an unknown direction',
      (report: any) => {
        report.legs[0].transcript[0].direction = 'up';
      },
      '/legs/0/transcript/0/direction',
    ],
    [
      'another schema version',
      (report: any) => {
        report.schemaVersion = 2;
      },
      '/schemaVersion',
    ],
    [
      'a missing summary',
      (report: any) => {
        delete report.summary;
      },
      "'summary'",
    ],
    [
      'a fraction as a count',
      (report: any) => {
        report.summary.pass = 1.5;
      },
      '/summary/pass',
    ],
    [
      'a failure without a reason',
      (report: any) => {
        Object.assign(report.legs[0].results[0], { verdict: 'fail', reason: '' });
      },
      '/legs/0/results/0/reason',
    ],
    [
      'a verdict without a rule',
      (report: any) => {
        report.legs[0].results[0].rules = [];
      },
      '/legs/0/results/0/rules',
    ],
    [
      'a link that is none',
      (report: any) => {
        report.legs[0].results[0].link = 'see the spec';
      },
      '/legs/0/results/0/link',
    ],
    [
      'an id without a suite',
      (report: any) => {
        report.legs[0].results[0].case = 'shape';
      },
      '/legs/0/results/0/case',
    ],
    [
      'a member of no meaning',
      (report: any) => {
        report.legs[0].results[0].extra = 1;
      },
      '/legs/0/results/0',
    ],
    [
      'an absent revision without a reason',
      (report: any) => {
        report.absent[0].why = '';
      },
      '/absent/0/why',
    ],
  ] as [string, (report: any) => void, string][])('rejects %s', (_, change, where) => {
    expect(faults(changed(change)).join('\n')).toContain(where);
  });

  it('names the verdicts, harms and revisions that the code has', () => {
    expect(schema.$defs.verdict.enum).toEqual([...verdicts]);
    expect(schema.$defs.result.properties.harm.enum).toEqual([...harms]);
    expect(schema.$defs.revision.enum).toEqual([...revisions]);
  });
});
