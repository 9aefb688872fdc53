import type { Report, Result } from '../../harness/report.ts';
import { grouped, type Html, html, plain, shorten } from '../escape.ts';
import type { Finding } from '../findings.ts';
import { byReason, matrix, type ReasonGroup, type Row, type Suite } from '../matrix.ts';
import { plural, transportWords } from '../words.ts';
import { caseNames, foreign, Room, rows, verdictClass, verdictSign } from './parts.ts';

type AnchorOf = (result: Result) => string | undefined;

function anchors(all: readonly Finding[], ids: ReadonlyMap<Finding, string>): AnchorOf {
  const byCase = new Map<string, Finding>();
  for (const finding of all) {
    const key = JSON.stringify([finding.case, finding.verdict]);
    if (!byCase.has(key)) byCase.set(key, finding);
  }
  return (result) => ids.get(byCase.get(JSON.stringify([result.case, result.verdict]))!);
}

function cell(result: Result | undefined, anchorOf: AnchorOf): Html {
  if (!result) return html`<td></td>`;
  const sign = html`${verdictSign(result.verdict)}${result.unstable ? ', unstable' : ''}${result.knownIssue ? ', known' : ''}`;
  const anchor = anchorOf(result);
  return html`<td class="${verdictClass(result.verdict)}">${anchor ? html`<a href="#${anchor}">${sign}</a>` : sign}</td>`;
}

const row = ({ case: id, title, cells }: Row, anchorOf: AnchorOf): Html =>
  html`<tr><th scope="row"><code>${shorten(id, 80)}</code><small>${shorten(title, 160)}</small></th>${cells.map((each) => cell(each, anchorOf))}</tr>\n`;

function body(suite: Suite, columns: number, anchorOf: AnchorOf): Html {
  const head = html`<tr><th scope="rowgroup" colspan="${columns + 1}">${shorten(suite.name, 80)}</th></tr>\n`;
  if (!suite.notApplicable) return html`<tbody>\n${head}${suite.rows.map((each) => row(each, anchorOf))}</tbody>\n`;
  const [reason = '', ...others] = suite.notApplicable;
  return html`<tbody>\n${head}<tr><th scope="row">${plural(suite.rows.length, 'case')}</th>
<td class="not-applicable" colspan="${columns}">${verdictSign('not-applicable')}: ${foreign(reason, 200)}${others.length > 0 ? ` (and ${plural(others.length, 'other reason')})` : ''}</td></tr>\n</tbody>\n`;
}

/** Every case by every revision, marks and words; what failed leads to its finding. */
export function matrixTable(report: Report, all: readonly Finding[], ids: ReadonlyMap<Finding, string>): Html {
  const { legs, suites } = matrix(report);
  const anchorOf = anchors(all, ids);
  const heads = legs.map(
    ({ revision, transport }) =>
      html`<th scope="col">${shorten(revision, 20)}<br><small>${transportWords[transport] ?? plain(transport)}</small></th>`,
  );
  return html`<div class="scroll" role="region" aria-label="Every case" tabindex="0"><table class="matrix">
<caption>Verdict of each case in each revision</caption>
<thead><tr><th scope="col">Case</th>${heads}</tr></thead>
${suites.map((suite) => body(suite, legs.length, anchorOf))}</table></div>\n`;
}

function reasonItem(report: Report, group: ReasonGroup): Html {
  const everywhere = new Set(report.legs.map(({ revision }) => revision)).size === group.revisions.length;
  return html`<li>${foreign(group.reason, 300)}<br><small>${caseNames(group.cases, 12)}${everywhere ? '' : ` in ${group.revisions.join(', ')}`}</small></li>\n`;
}

/** The reasons for one verdict, each with its cases, as far as there is room. */
export function reasonList(report: Report, verdict: 'untested' | 'not-applicable'): Html | undefined {
  const groups = byReason(report, verdict);
  if (groups.length === 0) return undefined;
  const room = new Room(22_000);
  const items = groups.map((group) => reasonItem(report, group)).filter((item) => room.takes(item));
  const leftOut = groups.length - items.length;
  return html`<ul class="reasons">\n${rows(items)}</ul>\n${leftOut > 0 ? html`<p class="quiet">${grouped(leftOut)} more reasons are left out here.</p>\n` : ''}`;
}
