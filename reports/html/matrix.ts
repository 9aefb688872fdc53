import type { Leg, Report, Result } from '../../harness/report.ts';
import { grouped, type Html, html, plain, shorten } from '../escape.ts';
import type { Finding } from '../findings.ts';
import { byReason, matrix, type ReasonGroup, type Row, type Suite } from '../matrix.ts';
import { marks, plural, transportWords, verdictWords } from '../words.ts';
import { caseNames, foreign, foremostVerdict, Room, reading, rows, verdictClass } from './parts.ts';

const roomForReasons = 12_000;

type AnchorOf = (result: Result, leg: Leg) => string | undefined;

/** Where the cell of a result leads: to its finding. */
function anchors(all: readonly Finding[], ids: ReadonlyMap<Finding, string>): AnchorOf {
  const byPlace = new Map<string, Finding>();
  for (const finding of all)
    for (const { revision, transport } of finding.places)
      byPlace.set(JSON.stringify([finding.case, finding.verdict, revision, transport]), finding);
  return (result, { revision, transport }) =>
    ids.get(byPlace.get(JSON.stringify([result.case, result.verdict, revision, transport]))!);
}

const cellWords = { ...verdictWords, 'not-applicable': 'n/a' };

// Most cells pass or do not apply: each costs a few bytes, the mark is drawn by the style sheet, the word is there to be heard.
function cell(result: Result | undefined, leg: Leg, rowLevel: string, anchorOf: AnchorOf): Html {
  if (!result) return html`<td></td>`;
  const level = plain(result.level);
  const word = html`<span>${cellWords[result.verdict] ?? plain(result.verdict)}${result.unstable ? ', unstable' : ''}${result.knownIssue ? ', known' : ''}</span>`;
  const anchor = anchorOf(result, leg);
  const note =
    result.unstable || result.knownIssue ? html`<sup aria-hidden="true">${result.knownIssue ? 'k' : 'u'}</sup>` : '';
  return html`<td class="${verdictClass(result.verdict)}"${level === rowLevel ? '' : html` data-level="${shorten(level, 20)}"`}>${anchor ? html`<a href="#${anchor}">${word}${note}</a>` : html`${word}${note}`}</td>`;
}

const levelOf = ({ cells }: Row): string => plain(cells.findLast((each) => each !== undefined)?.level);

const row = (each: Row, legs: readonly Leg[], anchorOf: AnchorOf): Html =>
  html`<tr data-level="${shorten(levelOf(each), 20)}"><th scope="row"><code>${shorten(each.case, 80)}</code> <small>${shorten(each.title, 160)}</small></th>${each.cells.map((one, at) => cell(one, legs[at]!, levelOf(each), anchorOf))}</tr>\n`;

/** How many of a suite's results pass on one leg, coloured by the worst of them. */
function suiteCell(results: readonly Result[]): Html {
  const judged = results.filter(({ verdict }) => verdict !== 'not-applicable');
  const worst = foremostVerdict(results.map(({ verdict }) => verdict));
  if (!worst) return html`<td></td>`;
  const passed = judged.filter(({ verdict }) => verdict === 'pass').length;
  return judged.length === 0
    ? html`<td class="na"><span>n/a</span></td>`
    : html`<td class="${verdictClass(worst)}"><span>${verdictWords[worst]}, passed </span><b>${passed}/${judged.length}</b></td>`;
}

function suiteBody(
  suite: Suite,
  judged: readonly Row[],
  legs: readonly Leg[],
  anchorOf: AnchorOf,
  room: Room,
): { markup: Html; leftOut: number } {
  const name = shorten(suite.name, 80);
  const sums = legs.map((_, at) => suiteCell(suite.rows.flatMap(({ cells }) => cells[at] ?? [])));
  const lines = judged.map((each) => row(each, legs, anchorOf)).filter((line) => room.takes(line));
  return {
    markup: html`<tbody data-suite="${name}">\n<tr class="suite"><th scope="row">${name}</th>${sums}</tr>\n${lines}</tbody>\n`,
    leftOut: judged.length - lines.length,
  };
}

const applies = ({ cells }: Row): boolean =>
  cells.some((each) => each !== undefined && each.verdict !== 'not-applicable');

const table = (caption: string, legs: readonly Leg[], bodies: unknown): Html => {
  const heads = legs.map(
    ({ revision, transport }) =>
      html`<th scope="col" data-revision="${shorten(revision, 20)}">${shorten(revision, 20)}<br> <small>${transportWords[transport] ?? plain(transport)}</small></th>`,
  );
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="matrix${legs.length <= 6 ? ' few' : ''}">
<caption>${caption}</caption>
<thead><tr><th scope="col">Case</th>${heads}</tr></thead>
${bodies}</table></div>\n`;
};

/** What the marks of the table mean. */
export const legend = html`<ul class="legend" aria-label="Marks">${reading.map((verdict) => html`<li class="${verdictClass(verdict)}"><span class="mark" aria-hidden="true">${marks[verdict]}</span> ${verdictWords[verdict]}</li>`)}</ul>\n`;

/** Every case by every revision and transport, marks, colour and words; what failed leads to its finding. */
export function matrixTable(
  report: Report,
  all: readonly Finding[],
  ids: ReadonlyMap<Finding, string>,
  bytes: number,
): Html {
  const { legs, suites } = matrix(report);
  const anchorOf = anchors(all, ids);
  const room = new Room(bytes);
  const bodies = suites
    .filter((suite) => !suite.notApplicable)
    .map((suite) => suiteBody(suite, suite.rows.filter(applies), legs, anchorOf, room));
  const idle = suites
    .map((suite) => ({ suite, judged: suite.rows.filter((each) => !applies(each)) }))
    .filter(({ judged }) => judged.length > 0);
  const without = idle.map(({ suite, judged }) => suiteBody({ ...suite, rows: judged }, judged, legs, anchorOf, room));
  const leftOut = [...bodies, ...without].reduce((sum, each) => sum + each.leftOut, 0);
  const count = idle.reduce((sum, { judged }) => sum + judged.length, 0);
  return html`${legend}${
    bodies.length > 0
      ? table(
          'Verdict of each case in each revision',
          legs,
          bodies.map(({ markup }) => markup),
        )
      : ''
  }${
    without.length > 0
      ? html`<details id="idle"><summary>${plural(count, 'case')} that ${count === 1 ? 'does' : 'do'} not apply to this server in any of these revisions</summary>\n${table(
          'Cases that do not apply',
          legs,
          without.map(({ markup }) => markup),
        )}</details>\n`
      : ''
  }${leftOut > 0 ? html`<p class="quiet">${plural(leftOut, 'more case')} left out here; the JSON report has them all.</p>\n` : ''}`;
}

function reasonItem(report: Report, group: ReasonGroup): Html {
  const everywhere = new Set(report.legs.map(({ revision }) => revision)).size === group.revisions.length;
  return html`<li>${foreign(group.reason, 300)}<br><small>${caseNames(group.cases, 8)}${everywhere ? '' : ` in ${group.revisions.join(', ')}`}</small></li>\n`;
}

/** The reasons for one verdict, each with its cases, as far as there is room. */
export function reasonList(report: Report, verdict: 'untested' | 'not-applicable'): Html | undefined {
  const groups = byReason(report, verdict);
  if (groups.length === 0) return undefined;
  const room = new Room(roomForReasons);
  const items = groups.map((group) => reasonItem(report, group)).filter((item) => room.takes(item));
  const leftOut = groups.length - items.length;
  return html`<ul class="reasons">\n${rows(items)}</ul>\n${leftOut > 0 ? html`<p class="quiet">${grouped(leftOut)} more reasons are left out here.</p>\n` : ''}`;
}
