import type { Leg, Report, Result } from '../harness/report.ts';
import { isNotBegun } from '../harness/stopped.ts';
import type { Revision } from '../harness/wire.ts';
import { shorten, visible, type Html as Xml, html as xml } from './escape.ts';
import { exchangeOf, indexLines, type LineIndex } from './exchange.ts';
import { counts, demandedAbsent, knownInWords, staleInWords, staleIssues } from './known.ts';
import { suiteOf } from './matrix.ts';
import type { Reporter, ReportOptions } from './options.ts';
import { rerunCommand } from './rerun.ts';
import { harmWords, plural } from './words.ts';

/** One test case, not yet written. */
interface Test {
  name: string;
  classname: string;
  ms: number;
  outcome?: { element: 'failure' | 'error' | 'skipped'; message: string; type: string; body?: string };
}

interface Suite {
  name: string;
  tests: Test[];
  properties: [name: string, value: string][];
  /** What is no failure, and has to be seen all the same. */
  remarks: string[];
}

const line = (text: unknown, most = 1_000): string => visible(shorten(text, most));

/** The report as JUnit XML: a suite per leg and folder of cases. Warnings are remarks of their suite; with `strict`, failures. */
export const junit: Reporter = (report, options) => {
  const suites = [...report.legs.flatMap((leg) => legSuites(report, leg, options)), ...runSuites(report)];
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
${suites.map((suite, at) => suiteElement(report, suite, at))}</testsuites>
`.markup;
};

function legSuites(report: Report, leg: Leg, options: ReportOptions): Suite[] {
  const { revision, transport, server } = leg;
  const index = indexLines(leg);
  const suites = new Map<string, Suite>();
  for (const result of leg.results) {
    const name = suiteOf(result.case);
    const classname = `${revision}.${transport}.${name}`;
    const suite = suites.get(name) ?? {
      name: `${revision} ${transport} ${name}`,
      tests: [],
      properties: [
        ['revision', revision],
        ['transport', transport],
        ['server', `${line(server?.name, 80)} ${line(server?.version, 40)}`.trim()],
      ],
      remarks: [],
    };
    suites.set(name, suite);
    suite.tests.push({
      name: `${line(result.case, 100)}: ${line(result.title, 300)}`,
      classname,
      ms: result.durationMs,
      ...outcomeOf(report, result, { revision, index, options }),
    });
    if (result.verdict === 'warn' && !suite.tests.at(-1)!.outcome)
      suite.remarks.push(`warning: ${line(result.case, 100)}: ${line(result.reason)}`);
  }
  return [...suites.values()];
}

interface Around {
  revision: Revision;
  index: LineIndex;
  options: ReportOptions;
}

function outcomeOf(report: Report, result: Result, around: Around): Pick<Test, 'outcome'> {
  const { verdict, reason, level } = result;
  const message = line(reason);
  if (verdict === 'error')
    return { outcome: { element: 'error', message, type: 'error', body: bodyOf(report, result, around) } };
  if (counts(result, around.options.strict === true))
    return {
      outcome: { element: 'failure', message, type: `${verdict} ${level}`, body: bodyOf(report, result, around) },
    };
  if (result.knownIssue)
    return {
      outcome: {
        element: 'skipped',
        message: `known issue: ${line(knownInWords(result))}`,
        type: 'known issue',
        body: bodyOf(report, result, around),
      },
    };
  if (verdict === 'pass' || verdict === 'warn') return {};
  const word = verdict === 'untested' ? 'untested' : 'not applicable';
  return { outcome: { element: 'skipped', message: `${word}: ${message}`, type: word } };
}

function bodyOf(report: Report, result: Result, { revision, index, options }: Around): string {
  const again = options.rerun ?? ((id: string, revisions: readonly Revision[]) => rerunCommand(report, id, revisions));
  const ours = result.verdict === 'error';
  const { lines, leftOut } = exchangeOf(index, result.transcript, 6, { brief: true, width: 100 });
  const arrows = { out: '->', in: '<-', stderr: 'stderr', event: '--' } as const;
  const said = lines.map(({ direction, summary, body }) =>
    [`${arrows[direction] ?? '--'} ${summary}`.trimEnd(), ...(body === '' ? [] : body.split('\n'))].join('\n   '),
  );
  return [
    line(result.reason, 4_000),
    ...(result.knownIssue ? [`known: ${line(knownInWords(result))}`] : []),
    ...(said.length > 0 ? ['', ...said] : []),
    ...(leftOut > 0 ? [`... ${plural(leftOut, 'more line')} in the transcript`] : []),
    '',
    ...(ours ? [] : [`harm:  ${line(result.harm, 20)}: ${harmWords[result.harm] ?? ''}`]),
    `hint:  ${ours ? 'The fault is in this suite, not in the server; please report it.' : line(result.hint)}`,
    `rules: ${result.rules
      .slice(0, 20)
      .map((rule) => line(rule, 100))
      .join(', ')}`,
    `spec:  ${line(result.link)}`,
    `again: ${line(again(result.case, [revision]), 2_000)}`,
  ].join('\n');
}

/** What concerns the run as a whole: revisions that it has no leg for, and known issues that do not hold. */
function runSuites(report: Report): Suite[] {
  const could = report.headline !== 'could not run';
  const demanded = demandedAbsent(report);
  const absent = report.absent.map((each): Test => {
    const { revision, why } = each;
    const element = could ? (demanded && !isNotBegun(each) ? 'failure' : 'skipped') : 'error';
    const message = `${could && !isNotBegun(each) ? 'not spoken: ' : ''}${line(why)}`;
    return { name: revision, classname: 'revisions', ms: 0, outcome: { element, message, type: 'absent', body: '' } };
  });
  const stale = staleIssues(report).map(
    (issue): Test => ({
      name: `${line(issue.case, 100)}: ${line(issue.says, 200)}`,
      classname: 'known-issues',
      ms: 0,
      outcome: {
        element: 'failure',
        message: line(issue.problem),
        type: 'stale',
        body: line(staleInWords(issue), 4_000),
      },
    }),
  );
  return [
    { name: 'revisions', tests: absent, properties: [], remarks: [] },
    { name: 'known issues', tests: stale, properties: [], remarks: [] },
  ].filter(({ tests }) => tests.length > 0) as Suite[];
}

const seconds = (ms: number): string => (Number.isFinite(ms) ? Math.max(0, ms) / 1000 : 0).toFixed(3);

function suiteElement(report: Report, { name, tests, properties, remarks }: Suite, id: number): Xml {
  const count = (element: string): number => tests.filter(({ outcome }) => outcome?.element === element).length;
  const time = tests.reduce((sum, { ms }) => sum + (Number.isFinite(ms) ? Math.max(0, ms) : 0), 0);
  const facts: Suite['properties'] = [['tool', `${report.tool.name} ${report.tool.version}`], ...properties];
  // A time of the day without its zone: the only form that the schema has. The name of the machine is nobody's business.
  return xml`<testsuite id="${id}" name="${name}" package="mcp-resource-conformance" timestamp="${report.startedAt.slice(0, 19)}" hostname="localhost" tests="${tests.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${seconds(time)}">
<properties>
${facts.map(([key, value]) => xml`<property name="${key}" value="${line(value)}"/>\n`)}</properties>
${tests.map(testElement)}<system-out>${remarks.join('\n')}</system-out>
<system-err/>
</testsuite>
`;
}

function testElement({ name, classname, ms, outcome }: Test): Xml {
  const open = xml`<testcase name="${name}" classname="${classname}" time="${seconds(ms)}"`;
  if (!outcome) return xml`${open}/>\n`;
  const { element, message, type, body = '' } = outcome;
  // Some readers know no type of what was skipped.
  const kind = element === 'skipped' ? '' : xml` type="${type}"`;
  return xml`${open}>\n<${element} message="${message}"${kind}>${body}</${element}>\n</testcase>\n`;
}
