import type { Report } from '../harness/report.ts';
import { isNotBegun, notBegun } from '../harness/stopped.ts';
import { grouped } from './escape.ts';
import { type Finding, findings, revisionsOf } from './findings.ts';
import { staleInWords, staleIssues, webAddress } from './known.ts';
import { details } from './markdown/details.ts';
import { link, table, text } from './markdown/text.ts';
import type { Reporter } from './options.ts';
import {
  duration,
  headlineSentence,
  headlineVerdict,
  plural,
  revisionList,
  tally,
  transportWords,
  verdictWords,
} from './words.ts';

// GitHub shows no comment of more than 65,536 characters; a summary may be longer, and nobody reads it.
const most = 60_000;
// With the table of at most five legs and the rest of the head, about a screen.
const findingsShown = 5;

const signs: Record<string, string> = {
  pass: '✅',
  fail: '❌',
  warn: '⚠️',
  untested: '❔',
  'not-applicable': '➖',
  error: '💥',
};

/** The report for a pull request or a job's summary: what matters on at most a screen, then the details, folded. */
export const markdown: Reporter = (report, options) => {
  const all = findings(report);
  const head = summary(report, all);
  return `${head}\n\n${details(report, all, { ...options, room: most - head.length })}\n`;
};

function summary(report: Report, all: readonly Finding[]): string {
  const sign = signs[headlineVerdict[report.headline] ?? 'error'];
  const servers = [
    ...new Set(report.legs.map(({ server }) => `${text(server?.name, 60)} ${text(server?.version, 30)}`.trim())),
  ];
  const transports = [...new Set(report.legs.map(({ transport }) => transportWords[transport] ?? text(transport, 20)))];
  const who =
    report.legs.length === 0
      ? ''
      : `**${servers.slice(0, 3).join(', ') || 'a server without a name'}** over ${transports.join(', ')}. `;
  return [
    `## ${sign} MCP resources: ${text(report.headline, 40)}`,
    `${who}${text(headlineSentence(report), 400)}`,
    counts(report),
    foremost(report, all),
    remarks(report),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function counts(report: Report): string {
  const columns = tally(report.summary).filter(([, count]) => count > 0);
  if (report.legs.length === 0 || columns.length === 0) return '';
  const mixed = new Set(report.legs.map(({ transport }) => transport)).size > 1;
  const rows = report.legs
    .slice(0, 12)
    .map((leg) => [
      text(leg.revision, 20) + (mixed ? ` ${text(leg.transport, 10)}` : ''),
      ...columns.map(([verdict]) => grouped(leg.results.filter((result) => result.verdict === verdict).length)),
    ]);
  return table(['', ...columns.map(([verdict]) => `${signs[verdict]} ${verdictWords[verdict]}`)], rows);
}

/** The findings to look at first, worst harm first, one line each. */
function foremost(report: Report, all: readonly Finding[]): string {
  const open = all.filter(({ knownIssue }) => knownIssue === null);
  const shown = open.slice(0, findingsShown);
  const spoken = new Set(report.legs.map(({ revision }) => revision)).size;
  const lines = shown.map((finding) => {
    const revisions = revisionsOf(finding.places);
    const where = revisions.length === spoken && spoken > 1 ? 'every revision' : revisionList(revisions);
    const harm = finding.verdict === 'error' ? 'a fault of this suite' : text(finding.harm, 20);
    const level = link(text(finding.level, 20), webAddress(finding.link));
    return `- ${signs[finding.verdict]} **${text(finding.title, 120)}**: ${text(finding.reason, 160)} (${level}, ${harm}, ${where})`;
  });
  const more = open.length - shown.length;
  return [...lines, ...(more > 0 ? [`- … ${plural(more, 'more finding')} below`] : [])].join('\n');
}

function remarks(report: Report): string {
  const known = report.legs.flatMap(({ results }) => results.filter(({ knownIssue }) => knownIssue)).length;
  const stale = staleIssues(report);
  const unbegun = report.absent.filter(isNotBegun);
  const unspoken = report.absent.filter((each) => !isNotBegun(each));
  const named = (absent: Report['absent']) =>
    absent
      .slice(0, 8)
      .map(({ revision }) => text(revision, 20))
      .join(', ');
  const lines = [
    ...stale.slice(0, 5).map((issue) => `- ❌ ${text(staleInWords(issue), 300)}`),
    ...(stale.length > 5 ? [`- … ${plural(stale.length - 5, 'more known issue')} that do not hold`] : []),
    ...(known > 0 ? [`- ${plural(known, 'result')} left aside as known issues, explained below`] : []),
    ...(report.legs.length > 0
      ? [
          ...(unspoken.length > 0 ? [`- Not spoken: ${named(unspoken)}`] : []),
          ...(unbegun.length > 0 ? [`- Not judged: ${named(unbegun)} (${notBegun})`] : []),
        ]
      : report.absent.slice(0, 1).map(({ why }) => `- ${text(why, 400)}`)),
    `- ${text(report.tool.name, 60)} ${text(report.tool.version, 30)}, ${duration(report.durationMs)}`,
  ];
  return lines.join('\n');
}
