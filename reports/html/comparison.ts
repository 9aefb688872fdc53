import type { NamedReport } from '../comparison/changes.ts';
import { grouped, type Html, html, shorten } from '../escape.ts';
import { duration, headlineVerdict, listed, marks, plural, tally, transportWords, verdictWords } from '../words.ts';
import { type ComparedCase, type Comparison, compare, type Outcome } from './comparison-data.ts';
import { documentMarkup } from './document.ts';
import { filterForm } from './filters.ts';
import { legend } from './matrix.ts';
import { dateWords, serverName } from './overview.ts';
import { foreign, foremostVerdict, Room, verdictClass, verdictMark } from './parts.ts';

/** How a comparison is laid out where it differs from what `compare` writes. */
export interface ComparisonLayout {
  /** Bytes that the rows of the cases may take; those that do not fit are counted. */
  room?: number;
  /** Whether the reports say when they were made, and how long that took. */
  dated?: boolean;
}

const roomForCases = 210_000;
const mostChanges = 40;

const changeWords = { better: 'better', worse: 'worse', other: 'other' } as const;

function cell(outcome: Outcome | undefined, { changes, outcomes }: ComparedCase, at: number): Html {
  const change = changes[at];
  if (!outcome) return html`<td></td>`;
  const { verdict, where, known, unstable } = outcome;
  const before = outcomes[at - 1];
  const word = `${verdict === 'not-applicable' ? 'n/a' : verdictWords[verdict]}${unstable ? ', unstable' : ''}${known ? ', known' : ''}`;
  const heard = change && before ? `, ${changeWords[change]}, was ${verdictWords[before.verdict]}` : '';
  const sign = change === 'better' ? '▲' : change === 'worse' ? '▼' : '◆';
  const shown = change ? html`<b class="turn" aria-hidden="true">${sign}</b>` : '';
  const places = where.slice(0, 2).map((each) => shorten(each, 30));
  const more = where.length > 2 ? ` +${where.length - 2}` : '';
  return html`<td class="${verdictClass(verdict)}${change ? ' changed' : ''}"><span>${word}${heard}</span>${shown}${where.length > 0 ? html`<small>${places.join(', ')}${more}</small>` : ''}</td>`;
}

const row = (each: ComparedCase): Html =>
  html`<tr data-level="${shorten(each.level, 20)}"><th scope="row"><code>${shorten(each.id, 80)}</code> <small>${shorten(each.title, 160)}</small></th>${each.outcomes.map((outcome, at) => cell(outcome, each, at))}</tr>\n`;

function suiteSum(cases: readonly ComparedCase[], at: number): Html {
  const verdicts = cases.flatMap(({ outcomes }) => outcomes[at]?.verdict ?? []);
  const judged = verdicts.filter((verdict) => verdict !== 'not-applicable');
  const worst = foremostVerdict(verdicts);
  if (!worst) return html`<td></td>`;
  if (judged.length === 0) return html`<td class="na"><span>n/a</span></td>`;
  return html`<td class="${verdictClass(worst)}"><span>${verdictWords[worst]}, passed </span><b>${judged.filter((verdict) => verdict === 'pass').length}/${judged.length}</b></td>`;
}

function table(reports: readonly NamedReport[], { cases }: Comparison, space: number): Html {
  const room = new Room(space);
  const bodies = [...new Set(cases.map(({ suite }) => suite))].map((suite) => {
    const its = cases.filter((each) => each.suite === suite);
    const lines = its.map(row).filter((line) => room.takes(line));
    const sums = reports.map((_, at) => suiteSum(its, at));
    return {
      shown: lines.length,
      markup: html`<tbody data-suite="${shorten(suite, 80)}">\n<tr class="suite"><th scope="row">${shorten(suite, 80)}</th>${sums}</tr>\n${lines}</tbody>\n`,
    };
  });
  const leftOut = cases.length - bodies.reduce((sum, { shown }) => sum + shown, 0);
  return html`${legend}<div class="scroll" role="region" aria-label="Verdict of each case in each report" tabindex="0"><table class="matrix${reports.length <= 6 ? ' few' : ''}">
<caption>Verdict of each case in each report</caption>
<thead><tr><th scope="col">Case</th>${reports.map(({ name }) => html`<th scope="col">${foreign(name, 40)}</th>`)}</tr></thead>
${bodies.map(({ markup }) => markup)}</table></div>
${leftOut > 0 ? html`<p class="quiet">${plural(leftOut, 'more case')} left out here; the JSON reports have them all.</p>\n` : ''}`;
}

function reportRow({ name, report }: NamedReport, dated: boolean): Html {
  const verdict = headlineVerdict[report.headline] ?? 'error';
  const counts = tally(report.summary).filter(([each, count]) => count > 0 && each !== 'not-applicable');
  const spoken = [...new Set(report.legs.map(({ transport }) => transport))].map((transport) => {
    const revisions = report.legs.filter((leg) => leg.transport === transport).map(({ revision }) => revision);
    return html`<div>${revisions.map((revision) => html`<span class="nb">${shorten(revision, 20)}</span> `)}<small>over ${transportWords[transport] ?? shorten(transport, 20)}</small></div>`;
  });
  const tool = `${shorten(report.tool.name, 80)} ${shorten(report.tool.version, 40)}`;
  return html`<tr><th scope="row"><b>${foreign(name, 80)}</b><br><small>${foreign(serverName(report), 120)}</small></th>
<td class="${verdictClass(verdict)}"><span class="mark" aria-hidden="true">${marks[verdict]}</span> ${shorten(report.headline, 40)}</td>
<td>${counts.map(([each, count]) => html`<span class="${verdictClass(each)} nb">${verdictMark(each)}${grouped(count)}</span> `)}</td>
<td>${spoken.length > 0 ? spoken : 'none'}</td>
<td>${dated ? html`${dateWords(report.startedAt)}<br><small>${duration(report.durationMs)}, ${tool}</small>` : html`<small>${tool}</small>`}</td></tr>\n`;
}

const summary = (reports: readonly NamedReport[], dated: boolean): Html =>
  html`<div class="scroll" role="region" aria-label="The reports" tabindex="0"><table class="reports">
<caption>The reports</caption>
<thead><tr><th scope="col">Report</th><th scope="col">Result</th><th scope="col">Verdicts</th><th scope="col">Revisions</th><th scope="col">Made</th></tr></thead>
<tbody>
${reports.map((report) => reportRow(report, dated))}</tbody></table></div>\n`;

function changesBetween(reports: readonly NamedReport[], { cases }: Comparison, at: number): Html {
  const [before, after] = [reports[at - 1]!.name, reports[at]!.name];
  const groups = (['worse', 'better', 'other'] as const).map((change) => ({
    change,
    its: cases.filter((each) => each.changes[at] === change),
  }));
  const counts = groups
    .filter(({ its }) => its.length > 0)
    .map(({ change, its }) => `${grouped(its.length)} ${changeWords[change]}`);
  const items = groups.flatMap(({ its }) =>
    its.map((each) => {
      const [then, now] = [each.outcomes[at - 1]!, each.outcomes[at]!];
      return html`<li>${verdictMark(now.verdict)} <b>${shorten(each.title, 200)}</b> <code>${shorten(each.id, 80)}</code> was ${verdictWords[then.verdict]}, is ${verdictWords[now.verdict]}${now.where.length > 0 ? ` in ${listed(now.where.slice(0, 3))}` : ''}. <span class="quiet">${foreign(now.reason, 160)}</span></li>\n`;
    }),
  );
  return html`<h3>From ${foreign(before, 80)} to ${foreign(after, 80)}<span>: ${counts.length > 0 ? listed(counts) : 'nothing changed'}</span></h3>
${items.length > 0 ? html`<ul class="reasons">\n${items.slice(0, mostChanges)}</ul>\n` : ''}${items.length > mostChanges ? html`<p class="quiet">${grouped(items.length - mostChanges)} more in the table below.</p>\n` : ''}`;
}

function sentenceOf(reports: readonly NamedReport[]): string {
  const fine = reports.filter(({ report }) => report.headline === 'conformant').length;
  return `${plural(reports.length, 'report')} side by side, ${fine === 0 ? 'none' : fine === reports.length ? 'all' : grouped(fine)} of them conformant.`;
}

/** Several reports as one page: a column per server or release, what changed from the column before marked. */
export function renderComparison(reports: readonly NamedReport[], layout: ComparisonLayout = {}): string {
  const { room = roomForCases, dated = true } = layout;
  if (reports.length === 0) throw new Error('a comparison needs at least one report; give the files of two or more');
  const comparison = compare(reports);
  const tools = [
    ...new Set(reports.map(({ report }) => `${shorten(report.tool.name, 80)} ${shorten(report.tool.version, 40)}`)),
  ];
  const suites = comparison.cases.map(({ suite }) => suite);
  const change = html`<label>Columns <select name="change"><option value="">all</option><option value="changed">only what differs</option></select></label>\n`;
  // Between different servers every difference would be a change: there the table says enough.
  const changes = comparison.releases && reports.length > 1;
  const title = comparison.releases ? `${serverName(reports[0]!.report)} and other releases` : 'Servers side by side';
  return documentMarkup(
    title,
    tools[0]!,
    html`<header>
<p class="tool quiet">Resources of the Model Context Protocol: conformance compared</p>
<h1>${changes ? foreign(shorten(reports[0]!.report.legs[0]?.server?.name, 80) || 'Releases', 120) : 'Servers side by side'}</h1>
<p class="lead">${sentenceOf(reports)}</p>
${summary(reports, dated)}</header>
<main>
${changes ? html`<section aria-labelledby="changes-title"><h2 id="changes-title">What changed</h2>\n${reports.slice(1).map((_, at) => changesBetween(reports, comparison, at + 1))}</section>\n` : ''}${filterForm(suites, [], change)}<section id="cases" aria-labelledby="cases-title">
<h2 id="cases-title">Every case</h2>
<p class="quiet">Each cell has the worst verdict over the revisions that were run; where they differ, it names those with that verdict. A bar and ${comparison.releases ? '▲ better, ▼ worse, ◆ otherwise mark' : '◆ mark'} what differs from the column before.</p>
${table(reports, comparison, room)}</section>
</main>
<footer>Made by ${listed(tools)}.</footer>
`,
  );
}
