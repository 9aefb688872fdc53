import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { caseFacts } from '../../harness/cli/case-facts.ts';
import type { Report } from '../../harness/report.ts';
import { sarif } from '../../reports/sarif.ts';
import { cases } from '../../suites/index.ts';
import { hostileReport, hostileStrings, misshapenReport } from './hostile.ts';
import { cleanReport, knownReport, sampleReport } from './sample.ts';

// The schema of SARIF 2.1.0, as a package for testing such files brings it.
const place = dirname(createRequire(import.meta.url).resolve('@microsoft/jest-sarif'));
// It names draft 4 of JSON Schema, and uses nothing that later drafts have changed.
const { $schema, id, ...schema } = JSON.parse(readFileSync(join(place, 'schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
const formats = {
  uri: (text: string) => URL.canParse(text),
  'uri-reference': (text: string) => URL.canParse(text, 'a://b/'),
  'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
};
if ($schema !== 'http://json-schema.org/draft-04/schema#' || !id) throw new Error('another schema than was read');
const validate = new Ajv({ strict: false, unicodeRegExp: false, formats }).compile(schema);

const read = (report: Report, options = {}) => JSON.parse(sarif(report, options));
const faults = (log: unknown) =>
  validate(log) ? [] : validate.errors!.map((error) => `${error.instancePath} ${error.message}`);
const all = caseFacts(cases);

describe('the SARIF report', () => {
  it.each([
    ['the sample', sampleReport()],
    ['a clean run', cleanReport()],
    ['known issues', knownReport()],
    ['hostile text', hostileReport()],
    ['values of the wrong kind', misshapenReport()],
    ['a run without legs', { ...sampleReport(), legs: [], headline: 'could not run' }],
  ] as [string, Report][])('fits the schema for %s', (_, report) => {
    expect(faults(read(report))).toEqual([]);
    expect(faults(read(report, { cases: all }))).toEqual([]);
  });

  it('is held to a schema that can be broken', () => {
    const log = read(sampleReport());
    log.runs[0].results[0].level = 'fatal';
    expect(faults(log).join()).toContain('/runs/0/results/0/level');
  });

  it('declares every case, also where nothing is wrong, and each result points at its own', () => {
    const ids = (log: any): string[] => log.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(ids(read(cleanReport(), { cases: all }))).toEqual(expect.arrayContaining(Object.keys(cases)));
    const log = read(sampleReport(), { cases: all });
    expect(new Set(ids(log)).size).toBe(ids(log).length);
    for (const { ruleId, ruleIndex } of log.runs[0].results) expect(ids(log)[ruleIndex]).toBe(ruleId);
  });

  it('has a result for each failure and warning of each leg', () => {
    const { summary } = sampleReport();
    const { results } = read(sampleReport()).runs[0];
    const levels = results.map(({ level }: { level: string }) => level);
    expect(levels.filter((level: string) => level === 'error')).toHaveLength(summary.fail);
    expect(levels.filter((level: string) => level === 'warning')).toHaveLength(summary.warn);
    const finding = results.find(({ ruleId, level }: any) => ruleId === 'not-found/code' && level === 'error');
    expect(finding).toMatchObject({
      message: { text: 'reading doc://nope: expected error -32602, got -32603 (2026-07-28 over stdio)' },
      properties: { revision: '2026-07-28', expected: 'error -32602', got: '-32603' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'server.js' } } }],
    });
  });

  it('has fingerprints that stay when words, times and order change, and that tell results apart', () => {
    const prints = (report: Report): Map<string, string> =>
      new Map(
        read(report).runs[0].results.map(({ ruleId, properties, partialFingerprints }: any) => [
          `${ruleId} ${properties.revision}`,
          partialFingerprints['caseOnLeg/v1'],
        ]),
      );
    const changed = sampleReport();
    for (const { results } of changed.legs)
      for (const result of results) if (result.reason !== '') result.reason += ' now';
    changed.legs.reverse();
    changed.startedAt = '2027-01-01T00:00:00.000Z';
    expect(Object.fromEntries(prints(changed))).toEqual(Object.fromEntries(prints(sampleReport())));
    const values = [...prints(sampleReport()).values()];
    expect(new Set(values).size).toBe(values.length);
  });

  it('has an id of its own for each target, and the same from run to run', () => {
    const id = (command: string[]): string => read({ ...sampleReport(), command }).runs[0].automationDetails.id;
    const name = 'mcp-resource-conformance';
    const ids = [
      id([name, '--stdio', 'node a.js']),
      id([name, '--stdio', 'node b.js']),
      id([name, '--stdio=node c.js']),
      id([name, '--url', 'https://a.example/mcp']),
      id([name, '--', 'node', 'd.js']),
      id([name, '--config', 'c.json', '--target', 'python']),
      id([name]),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(id([name, '--stdio', 'node a.js', '--strict', '--report', 'sarif=x'])).toBe(ids[0]);
    for (const each of ids) expect(each).toMatch(/^mcp-resource-conformance\/[A-Za-z0-9-]+\/$/);
  });

  it('suppresses what is known, with its why, and notes what does not hold and what is a fault of the suite', () => {
    const [run] = read(knownReport()).runs;
    const known = run.results.filter(({ suppressions }: any) => suppressions);
    expect(known).toHaveLength(4);
    expect(known[0].suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'the fix is in review (https://tracker.example/7)' },
    ]);
    const notes = JSON.stringify(run.invocations[0].toolExecutionNotifications);
    expect(notes).toContain('list/shape');
    expect(notes).toContain('messages/only-messages');
    expect(run.invocations[0].executionSuccessful).toBe(false);
    expect(read(cleanReport()).runs[0].invocations[0].executionSuccessful).toBe(true);
  });

  it('makes no placeholder, link or path of what a server says', () => {
    const report = sampleReport();
    for (const { results, server } of report.legs) {
      server.name = '../../etc/{0}';
      for (const result of results)
        if (result.reason !== '') result.reason = 'got {0} and [here](https://evil.example) \\[there](1)';
    }
    report.command = ['mcp-resource-conformance', '--stdio', 'x ../../secret.js /etc/passwd.js https://a.example/b.js'];
    const [run] = read(report).runs;
    expect(run.results[0].message.text).toContain('got {{0}} and [here] (https://evil.example) \\[there] (1)');
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'mcp-server/..%2F..%2Fetc%2F%7B0%7D',
    );
  });

  it.each(hostileStrings.map((hostile) => [JSON.stringify(hostile.slice(0, 40)), hostile]))(
    'stays valid and bounded whatever a server says: %s',
    (_, hostile) => {
      const text = sarif(hostileReport(hostile), { cases: all });
      expect(faults(JSON.parse(text))).toEqual([]);
      expect(text.length).toBeLessThan(1_500_000);
    },
  );
});
