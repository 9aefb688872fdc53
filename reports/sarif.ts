import { createHash } from 'node:crypto';
import type { Leg, Report, Result } from '../harness/report.ts';
import { plain, shorten, visible, visibleJson } from './escape.ts';
import { contrastOf } from './findings.ts';
import { knownInWords, staleInWords, staleIssues } from './known.ts';
import { suiteOf } from './matrix.ts';
import type { CaseFacts, Reporter, ReportOptions } from './options.ts';
import { rerunCommand } from './rerun.ts';
import { sourceOf, targetName } from './target.ts';
import { harmOrder, harmWords, rank, transportWords } from './words.ts';

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
const home = 'https://modelcontextprotocol.io/specification';

const digest = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * A message string of SARIF, which has placeholders in braces: the standard (3.11.5) wants every other brace doubled. What would be
 * a link (3.11.6) is none with a blank in it; a backslash before it could be taken away by one that the text has itself.
 */
const message = (text: string): { text: string } => ({
  text: visible(text)
    .replace(/[{}]/g, '$&$&')
    .replace(/\](?=\()/g, '] '),
});

/** The report as SARIF 2.1.0: a result for each failure and warning of each leg, known ones suppressed. */
export const sarif: Reporter = (report, options) => {
  const facts = allCases(report, options);
  const indexes = new Map(facts.map(({ id }, at) => [id, at]));
  const results = report.legs.flatMap((leg) =>
    leg.results
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .map((result) => resultOf(report, leg, result, indexes.get(result.case)!, options)),
  );
  const notifications = notificationsOf(report);
  const run = {
    tool: {
      driver: {
        name: shorten(report.tool.name, 100),
        version: shorten(report.tool.version, 60),
        informationUri: home,
        rules: facts.map(ruleOf),
      },
    },
    automationDetails: { id: automationId(report) },
    invocations: [
      {
        executionSuccessful: report.headline !== 'could not run' && report.summary.error === 0,
        startTimeUtc: plain(report.startedAt),
        ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
      },
    ],
    columnKind: 'utf16CodeUnits',
    results,
    properties: {
      headline: report.headline,
      summary: report.summary,
      absent: report.absent.map(({ revision, why }) => ({ revision, why: visible(shorten(why, 1_000)) })),
    },
  };
  return `${visibleJson(JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2))}\n`;
};

/** One id for each server that a project judges: a run replaces the earlier ones of its id, and leaves the others alone. */
function automationId(report: Report): string {
  const name = targetName(report);
  const slug = name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `mcp-resource-conformance/${slug || 'server'}-${digest(name).slice(0, 8)}/`;
}

/** Every case that is known, and those of the report besides: it may be of another version. */
function allCases(report: Report, { cases = [] }: ReportOptions): CaseFacts[] {
  const facts = new Map(cases.map((each) => [each.id, each]));
  for (const { results } of report.legs)
    for (const { case: id, title, hint, harm, level, link, rules } of results)
      if (!facts.has(id))
        facts.set(id, { id, title, hint, harm, level, fails: !level.startsWith('SHOULD'), link, rules });
  return [...facts.values()];
}

function ruleOf({ id, title, hint, harm, level, fails, link, rules }: CaseFacts): object {
  return {
    id,
    name: pascal(id),
    shortDescription: message(title),
    fullDescription: message(`${title} (${level}).`),
    help: message(`${hint} Where it is broken: ${harmWords[harm] ?? harm}.`),
    ...(link.startsWith('https://') && { helpUri: link }),
    defaultConfiguration: { level: fails ? 'error' : 'warning', rank: rankOf(harm) },
    properties: { level, harm, requirements: rules, tags: ['mcp', suiteOf(id), harm], precision: 'very-high' },
  };
}

const pascal = (id: string): string => id.replace(/(?:^|[/-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Worst first: 100 for what leaks, and 25 less for each step below. */
const rankOf = (harm: CaseFacts['harm']): number => Math.max(0, 100 - 25 * rank(harmOrder, harm));

function resultOf(report: Report, leg: Leg, result: Result, ruleIndex: number, options: ReportOptions): object {
  const { revision, transport } = leg;
  const reason = plain(result.reason);
  const contrast = contrastOf(reason);
  const again = options.rerun ?? ((id, revisions) => rerunCommand(report, id, revisions));
  const known = result.knownIssue;
  return {
    ruleId: result.case,
    ruleIndex,
    kind: 'fail',
    level: result.verdict === 'fail' ? 'error' : 'warning',
    rank: rankOf(result.harm),
    message: message(`${shorten(reason, 2_000)} (${revision} over ${transportWords[transport] ?? plain(transport)})`),
    locations: [locationOf(report, leg, result.case)],
    // The words of a reason may change from version to version; what stays is the case and where it was judged.
    partialFingerprints: { 'caseOnLeg/v1': digest(result.case, revision, transport) },
    ...(known && {
      suppressions: [
        { kind: 'external', status: 'accepted', justification: visible(shorten(knownInWords(result), 1_000)) },
      ],
    }),
    properties: {
      revision,
      transport,
      level: result.level,
      harm: result.harm,
      requirements: result.rules,
      ...(contrast && {
        expected: visible(shorten(contrast.expected, 500)),
        got: visible(shorten(contrast.got, 500)),
      }),
      unstable: result.unstable,
      link: result.link,
      rerun: visible(shorten(again(result.case, [revision]), 2_000)),
    },
  };
}

/** A server has no line of source that could be named: the file that starts it, where the command tells, else its name. */
function locationOf(report: Report, { revision, transport, server }: Leg, id: string): object {
  const name = shorten(server?.name, 80) || 'server';
  const uri = sourceOf(report) ?? `mcp-server/${encodeURIComponent(visible(name))}`;
  return {
    physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } },
    logicalLocations: [
      { name: id, fullyQualifiedName: visible(`${name}/${revision}/${transport}/${id}`), kind: 'resource' },
    ],
  };
}

/** What is no finding about the server: faults of the suite, and known issues that do not hold. */
function notificationsOf(report: Report): object[] {
  const errors = report.legs.flatMap(({ revision, results }) =>
    results
      .filter(({ verdict }) => verdict === 'error')
      .map((result) => ({
        level: 'error',
        message: message(`A fault of the suite in ${result.case} (${revision}): ${shorten(result.reason, 1_000)}`),
        associatedRule: { id: result.case },
      })),
  );
  const stale = staleIssues(report).map((issue) => ({
    level: 'error',
    message: message(shorten(staleInWords(issue), 2_000)),
  }));
  const unrun =
    report.headline === 'could not run'
      ? report.absent.map(({ revision, why }) => ({
          level: 'error',
          message: message(`${revision}: ${shorten(why, 1_000)}`),
        }))
      : [];
  return [...errors, ...stale, ...unrun];
}
