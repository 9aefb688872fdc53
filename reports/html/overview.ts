import type { Report } from '../../harness/report.ts';
import { grouped, type Html, html, plain, shorten } from '../escape.ts';
import { type Finding, foremost, revisionsOf } from '../findings.ts';
import { commandLine, invocation } from '../rerun.ts';
import { duration, harmWords, headlineSentence, headlineVerdict, marks, tally, verdictWords } from '../words.ts';
import { entry, foreign, legWords, rows, type Section } from './parts.ts';

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

function first(all: readonly Finding[], ids: ReadonlyMap<Finding, string>): Html | undefined {
  const picked = foremost(all);
  if (picked.length === 0) return undefined;
  const items = picked.map(
    (finding) => html`<li><span class="mark ${finding.verdict}" aria-hidden="true">${marks[finding.verdict]}</span>
<a href="#${ids.get(finding)}">${shorten(finding.title, 200)}</a>
<small>${finding.level}, ${finding.harm}: ${harmWords[finding.harm]}. Seen in ${revisionsOf(finding.places).join(', ')}.</small></li>\n`,
  );
  return html`<h2>Mend first</h2>\n<ol class="first">\n${items}</ol>\n`;
}

/** The top of the page: the headline in plain words, the counts, and what to mend first. */
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
<p class="headline ${verdict}"><span class="mark" aria-hidden="true">${marks[verdict]}</span>${shorten(report.headline, 40)}</p>
<h1>${foreign(serverName(report), 300)}</h1>
<p class="lead">${headlineSentence(report)}</p>
<ul class="tally" aria-label="Verdicts over all revisions">
${counts.map(([each, count]) => html`<li class="${each}"><b>${grouped(count)}</b> ${verdictWords[each]}</li>\n`)}</ul>
<nav class="contents" aria-label="On this page"><ul>
${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>
${first(all, ids)}</header>\n`;
}

/** How the run was made: server, tool, date, command, revisions. */
export function runFacts(report: Report): Html {
  const legs = report.legs.map(
    (leg) => html`<tr><th scope="row">${legWords(leg)}</th>
<td>${foreign(`${shorten(leg.server?.name, 80)} ${shorten(leg.server?.version, 40)}`, 140)}</td>
<td><code>${shorten(Object.keys(leg.capabilities ?? {}).join(', ') || 'none', 200)}</code></td>
<td>${duration(leg.durationMs)}</td></tr>\n`,
  );
  const absent = report.absent.map(
    ({ revision, why }) => html`<tr><th scope="row">${shorten(revision, 20)}</th>
<td colspan="3"><span class="quiet">not part of this run:</span> ${foreign(why, 400)}</td></tr>\n`,
  );
  return html`<dl>
${rows([
  entry('Server', foreign(serverName(report), 300)),
  entry('Tool', `${shorten(report.tool.name, 80)} ${shorten(report.tool.version, 40)}`),
  entry('Date', html`<time datetime="${shorten(report.startedAt, 40)}">${dateWords(report.startedAt)}</time>`),
  entry('Took', duration(report.durationMs)),
  entry('Command', html`<pre>${shorten(commandLine(invocation(report.command)), 2_000)}</pre>`),
])}</dl>
<div class="scroll" role="region" aria-label="Revisions" tabindex="0"><table>
<caption>Each revision of the protocol, and how the server met it</caption>
<thead><tr><th scope="col">Revision</th><th scope="col">Server</th><th scope="col">Capabilities declared</th><th scope="col">Took</th></tr></thead>
<tbody>
${legs}${absent}</tbody>
</table></div>\n`;
}
