import type { Harm } from '../../harness/case.ts';
import type { Report } from '../../harness/report.ts';
import { grouped, type Html, html, plain, shorten } from '../escape.ts';
import { type Finding, revisionsOf } from '../findings.ts';
import { staleInWords, staleIssues } from '../known.ts';
import { commandLine, invocation } from '../rerun.ts';
import {
  duration,
  harmOrder,
  harmWords,
  headlineSentence,
  headlineVerdict,
  marks,
  plural,
  tally,
  verdictWords,
} from '../words.ts';
import { entry, foreign, legWords, rows, type Section, verdictClass, verdictMark } from './parts.ts';

/** Sentences under one kind of harm; the rest is counted. */
const mostSentences = 6;

/** The server's own name and version, as it gave them. */
export function serverName(report: Report): string {
  const names = report.legs.map(({ server }) => `${shorten(server?.name, 80)} ${shorten(server?.version, 40)}`.trim());
  return (
    [...new Set(names)]
      .filter((name) => name !== '')
      .slice(0, 3)
      .join(', ') || 'A server without a name'
  );
}

/** When a run began, for people; what is no date stays as it is. */
export function dateWords(startedAt: unknown): string {
  const text = plain(startedAt);
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?(?:\.\d+)?Z$/.exec(text);
  return parts ? `${parts[1]}, ${parts[2]} UTC` : shorten(text, 40);
}

const spokenIn = (report: Report): number => new Set(report.legs.map(({ revision }) => revision)).size;

const nowrap = (text: unknown): Html => html`<span class="nb">${shorten(text, 20)}</span>`;

/** Where something was seen, as it stands in a sentence: "in all 4 revisions", "in 2025-06-18 and 2026-07-28". */
function where(report: Report, finding: Finding): Html {
  const revisions = revisionsOf(finding.places);
  const all = spokenIn(report);
  if (revisions.length === all && all > 1) return html`in all ${all} revisions`;
  const glue = (at: number): string => (at === 0 ? '' : at === revisions.length - 1 ? ' and ' : ', ');
  return html`in ${revisions.map((revision, at) => html`${glue(at)}${nowrap(revision)}`)}`;
}

function sentence(report: Report, finding: Finding, id: string | undefined): Html {
  const title = shorten(finding.title, 200);
  const known = finding.knownIssue ? ' (a known issue)' : '';
  return html`<li>${verdictMark(finding.verdict)} ${id ? html`<a href="#${id}">${title}</a>` : title}: not so ${where(report, finding)}${known}: <span class="quiet">${foreign(finding.reason, 160)}.</span></li>\n`;
}

function harmRow(report: Report, harm: Harm, all: readonly Finding[], ids: ReadonlyMap<Finding, string>): Html {
  const these = all.filter((finding) => finding.harm === harm && finding.verdict !== 'error');
  const open = new Set(
    report.legs.flatMap(({ results }) =>
      results.filter((result) => result.harm === harm && result.verdict === 'untested').map((result) => result.case),
    ),
  ).size;
  const rest = these.length - mostSentences;
  const untested = open === 0 ? '' : html` <a href="#untested">${plural(open, 'case')} untested.</a>`;
  const said =
    these.length === 0
      ? html`<p class="quiet">Nothing found.${untested}</p>`
      : html`<ul>\n${these.slice(0, mostSentences).map((finding) => sentence(report, finding, ids.get(finding)))}</ul>${rest > 0 ? html`<p class="quiet">and ${grouped(rest)} more.</p>` : ''}`;
  const worst = these[0]?.verdict;
  return html`<div class="${worst ? verdictClass(worst) : 'quiet'}"><dt>${harm}<small>${harmWords[harm]}</small></dt><dd>${said}</dd></div>\n`;
}

/** What a reader must know first: the findings by harm, each a sentence that leads to it. */
const byHarm = (report: Report, all: readonly Finding[], ids: ReadonlyMap<Finding, string>): Html =>
  html`<h2 class="heard">Findings by harm</h2>
<dl class="harms">
${harmOrder.map((harm) => harmRow(report, harm, all, ids))}</dl>\n`;

/** The entries of the known issues that do not hold: they fail the run, so they stand right below its headline. */
function stale(report: Report): Html | undefined {
  const issues = staleIssues(report);
  if (issues.length === 0) return undefined;
  const rest = issues.length - mostSentences;
  return html`<ul class="stale">\n${issues.slice(0, mostSentences).map((issue) => html`<li>${verdictMark('fail')} ${foreign(staleInWords(issue), 500)}</li>\n`)}${rest > 0 ? html`<li>and ${grouped(rest)} more</li>\n` : ''}</ul>\n`;
}

/** The top of the page: the headline in plain words, the counts, the findings by harm, and how the run was made. */
export function overview(
  report: Report,
  all: readonly Finding[],
  ids: ReadonlyMap<Finding, string>,
  sections: readonly Section[],
): Html {
  const verdict = headlineVerdict[report.headline] ?? 'error';
  const counts = tally(report.summary).filter(([each, count]) => count > 0 || each === 'fail');
  return html`<header>
<p class="tool quiet">Resources of the Model Context Protocol: conformance report</p>
<h1>${foreign(serverName(report), 300)}</h1>
<p class="headline ${verdictClass(verdict)}"><span class="mark" aria-hidden="true">${marks[verdict]}</span>${shorten(report.headline, 40)}</p>
<p class="lead">${headlineSentence(report)}</p>
${stale(report)}<ul class="tally" aria-label="Verdicts over all revisions">
${counts.map(([each, count]) => html`<li class="${verdictClass(each)}"><b>${grouped(count)}</b> ${verdictWords[each]}</li>\n`)}</ul>
${report.legs.length > 0 ? byHarm(report, all, ids) : undefined}${runFacts(report)}<nav class="contents" aria-label="On this page"><ul>
${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>
</header>\n`;
}

function spoken(report: Report): Html {
  const legs = report.legs.map((leg) => {
    const capabilities = Object.keys(leg.capabilities ?? {}).join(', ') || 'no capabilities';
    return html`<li><b>${legWords(leg)}</b> <small>${duration(leg.durationMs)}, declares <bdi>${shorten(capabilities, 160)}</bdi></small></li>\n`;
  });
  const absent = report.absent.map(
    ({ revision, why }) =>
      html`<li><span class="na">${shorten(revision, 20)} is not part of this run</span> <small>${foreign(why, 400)}</small></li>\n`,
  );
  return html`<ul class="spoken">\n${legs}${absent}</ul>`;
}

/** How the run was made: server, tool, date, command, revisions spoken and absent. */
const runFacts = (report: Report): Html => html`<h2 class="heard">The run</h2>
<dl class="run">
${rows([
  entry(
    'Made',
    html`<time datetime="${shorten(report.startedAt, 40)}">${dateWords(report.startedAt)}</time> by ${shorten(report.tool.name, 80)} ${shorten(report.tool.version, 40)} in ${duration(report.durationMs)}`,
  ),
  entry('Command', html`<pre data-copy="command">${shorten(commandLine(invocation(report.command)), 2_000)}</pre>`),
  entry('Revisions', spoken(report)),
])}</dl>\n`;
