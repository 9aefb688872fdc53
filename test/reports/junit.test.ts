import { describe, expect, it } from 'vitest';
import type { Report } from '../../harness/report.ts';
import { junit } from '../../reports/junit.ts';
import { hostileReport, hostileStrings, misshapenReport } from './hostile.ts';
import { junitFaults } from './junit-rules.ts';
import { cleanReport, knownReport, sampleReport } from './sample.ts';
import { type Element, parseXml } from './xml-tree.ts';

const suitesOf = (report: Report, options = {}): Element[] => parseXml(junit(report, options)).children;
const testsOf = (suites: Element[], name: string): Element[] =>
  suites.flatMap(({ children }) => children).filter((test) => test.attributes.name?.startsWith(`${name}:`));
const outcomes = (suites: Element[], name: string): (string | undefined)[] =>
  testsOf(suites, name).map(({ children: [first] }) => first?.name);

describe('the JUnit report', () => {
  it.each([
    ['the sample', sampleReport()],
    ['a clean run', cleanReport()],
    ['known issues', knownReport()],
    ['hostile text', hostileReport()],
    ['values of the wrong kind', misshapenReport()],
    ['a run without legs', { ...sampleReport(), legs: [], headline: 'could not run' }],
  ] as [string, Report][])('fits the schemas that readers know, for %s', (_, report) => {
    for (const strict of [false, true]) expect(junitFaults(parseXml(junit(report, { strict })))).toEqual([]);
  });

  it('is held to rules that can be broken', () => {
    const broken = (change: (xml: string) => string) => junitFaults(parseXml(change(junit(sampleReport(), {}))));
    expect(broken((xml) => xml.replace(' hostname="localhost"', ''))).toContain('<testsuite> without hostname');
    expect(broken((xml) => xml.replace(/tests="\d+"/, 'tests="99"')).join()).toMatch(/tests is 99, and there are \d/);
    expect(broken((xml) => xml.replace('<system-err/>', ''))).toContain('the children of <testsuite>');
    expect(broken((xml) => xml.replace(/timestamp="([^"]+)"/, 'timestamp="$1Z"')).join()).toContain('timestamp');
    expect(() => parseXml('<a>\u0001</a>')).toThrow();
    expect(() => parseXml('<a>&b;</a>')).toThrow();
  });

  it('has a suite for each leg and folder of cases', () => {
    const names = suitesOf(sampleReport()).map(({ attributes }) => attributes.name!);
    expect(names).toContain('2024-11-05 stdio not-found');
    expect(names).toContain('2026-07-28 stdio read');
    expect(new Set(names).size).toBe(names.length);
    expect(suitesOf(sampleReport()).map(({ attributes }) => attributes.id)).toEqual(names.map((_, at) => String(at)));
  });

  it('fails with the reason, and with all that mends it', () => {
    const failed = testsOf(suitesOf(sampleReport()), 'not-found/code').at(-1)!.children[0]!;
    expect(failed.name).toBe('failure');
    expect(failed.attributes).toEqual({
      message: 'reading doc://nope: expected error -32602, got -32603',
      type: 'fail MUST',
    });
    for (const part of [
      '-> resources/read',
      '<- error -32603',
      'Look the URI up before reading it',
      'https://modelcontextprotocol.io/specification/2026-07-28/',
      'not-found-code',
      '--only not-found/code --revision 2026-07-28',
    ])
      expect(failed.text).toContain(part);
  });

  it('skips with the reason, tells of warnings beside, and takes them for failures when strict', () => {
    const suites = suitesOf(sampleReport());
    const skipped = testsOf(suites, 'list/size')[0]!.children[0]!;
    expect(skipped.name).toBe('skipped');
    expect(skipped.attributes.message).toBe('untested: no listed resource has a size; name one with --read <uri>');
    expect(testsOf(suites, 'list/title')[0]!.children[0]!.attributes.message).toMatch(/^not applicable: title came/);
    expect(outcomes(suites, 'not-found/code')).toEqual([undefined, undefined, undefined, 'failure']);
    const remarks = suites[0]!.children.concat(...suites.map(({ children }) => children)).map(({ text }) => text);
    expect(remarks.join('\n')).toContain('warning: not-found/code: reading doc://nope: expected error -32002');
    const strict = suitesOf(sampleReport(), { strict: true });
    expect(outcomes(strict, 'not-found/code')).toEqual(['failure', 'failure', 'failure', 'failure']);
    expect(outcomes(strict, 'list/size')).toContain('failure');
    expect(outcomes(strict, 'list/title')[0]).toBe('skipped');
  });

  it('is an error for a fault of the suite itself', () => {
    expect(outcomes(suitesOf(sampleReport()), 'messages/only-messages')).toContain('error');
  });

  it('skips what is known, with its why, and fails for what does not hold', () => {
    const suites = suitesOf(knownReport());
    const [known] = testsOf(suites, 'read/blob-base64');
    expect(known!.children[0]!.name).toBe('skipped');
    expect(known!.children[0]!.attributes.message).toBe(
      'known issue: the fix is in review (https://tracker.example/7)',
    );
    const stale = testsOf(suites, 'list/shape').find(({ attributes }) => attributes.classname === 'known-issues');
    expect(stale!.children[0]!).toMatchObject({ name: 'failure', attributes: { message: 'it passes now' } });
  });

  it('skips a revision that is not spoken, and fails where it was asked for', () => {
    const absent = (report: Report) => suitesOf(report).find(({ attributes }) => attributes.name === 'revisions')!;
    const outcome = (report: Report) => absent(report).children.find(({ name }) => name === 'testcase')!.children[0]!;
    expect(outcome(sampleReport())).toMatchObject({
      name: 'skipped',
      attributes: { message: 'not spoken: asked for 2025-03-26, the server answered 2025-06-18' },
    });
    const { absent: missing } = sampleReport();
    expect(outcome({ ...cleanReport(), absent: missing, headline: 'not conformant' }).name).toBe('failure');
    expect(outcome({ ...sampleReport(), legs: [], headline: 'could not run' }).name).toBe('error');
  });

  it.each(hostileStrings.map((hostile) => [JSON.stringify(hostile.slice(0, 40)), hostile]))(
    'stays XML whatever a server says: %s',
    (_, hostile) => {
      const xml = junit(hostileReport(hostile), { strict: true });
      expect(junitFaults(parseXml(xml))).toEqual([]);
      expect(xml).not.toMatch(/[^\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
      expect(xml.length).toBeLessThan(1_000_000);
    },
  );
});
