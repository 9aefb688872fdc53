import type { Report } from '../../harness/report.ts';
import { grouped, type Html, html, shorten } from '../escape.ts';
import { type Finding, findingVerdicts, revisionsOf, transportsOf } from '../findings.ts';
import type { ReportOptions } from '../options.ts';
import { rerunCommand } from '../rerun.ts';
import { harmOrder, harmWords, marks, plural, transportWords } from '../words.ts';
import { entry, foreign, legWords, link, messageLine, Room, rows, type Section, verdictClass } from './parts.ts';

// Together they keep the page below 300 kB however much is wrong.
const roomInFull = 110_000;
const roomInBrief = 30_000;
const bounds = { string: 80, items: 16, depth: 8, lines: 40, width: 100 };

const titles = {
  fail: ['failures', 'Failures'],
  warn: ['warnings', 'Warnings'],
  error: ['faults', 'Faults of this suite'],
} as const;

/** The anchor of each finding on the page. */
export const findingIds = (all: readonly Finding[]): Map<Finding, string> =>
  new Map(all.map((finding, at) => [finding, `finding-${at + 1}`]));

function reasonRows({ contrast, reason, variants }: Finding): (Html | undefined)[] {
  const said = contrast
    ? [
        entry('When', contrast.context && foreign(contrast.context, 600)),
        entry('Expected', html`<span class="pass">${foreign(contrast.expected, 600)}</span>`),
        entry('Got', html`<strong>${foreign(contrast.got, 600)}</strong>`),
      ]
    : [entry('Found', html`<strong>${foreign(reason, 600)}</strong>`)];
  for (const { reason: words, place } of variants.slice(0, 3))
    said.push(entry(`In ${place.revision}`, foreign(words, 300)));
  if (variants.length > 3) said.push(entry('Also', plural(variants.length - 3, 'other wording')));
  return said;
}

function exchangeFigure(finding: Finding): Html | undefined {
  const { lines, leftOut } = finding.exchange(6, bounds);
  if (lines.length === 0) return undefined;
  return html`<figure>
<figcaption>What was said, in ${legWords(finding.shownPlace)}</figcaption>
${lines.map(messageLine)}${leftOut > 0 ? html`<p class="quiet">${plural(leftOut, 'more line')} in the transcript</p>\n` : ''}</figure>\n`;
}

function facts(report: Report, finding: Finding): Html {
  const mixed = new Set(report.legs.map(({ transport }) => transport)).size > 1;
  const over = mixed
    ? ` over ${transportsOf(finding.places)
        .map((kind) => transportWords[kind] ?? kind)
        .join(', ')}`
    : '';
  return html`<p class="facts"><span class="level">${shorten(finding.level, 20)}</span> · <code>${shorten(finding.case, 80)}</code> · ${revisionsOf(finding.places).join(', ')}${over}${finding.unstable ? ' · unstable: a second try went differently' : ''}</p>`;
}

function article(report: Report, finding: Finding, id: string, options: ReportOptions, exchange: boolean): Html {
  const again = options.rerun ?? ((caseId, revisions) => rerunCommand(report, caseId, revisions));
  const { knownIssue } = finding;
  const ours = finding.verdict === 'error';
  return html`<article class="finding ${verdictClass(finding.verdict)}" id="${id}" aria-labelledby="${id}-title">
<h4 id="${id}-title"><span class="mark ${finding.verdict}" aria-hidden="true">${marks[finding.verdict]}</span> ${shorten(finding.title, 200)}</h4>
${facts(report, finding)}
<dl>
${rows(reasonRows(finding))}</dl>
${exchange ? exchangeFigure(finding) : undefined}<dl>
${rows([
  entry(
    'Hint',
    ours
      ? 'The fault is in this suite, not in the server; please report it with the words above.'
      : shorten(finding.hint, 600),
  ),
  entry(
    'Known issue',
    knownIssue ? html`${shorten(knownIssue.why, 300)} ${knownIssue.issue ? link(knownIssue.issue) : ''}` : '',
  ),
  entry(
    'Rules',
    html`${finding.rules.slice(0, 8).map((rule, at) => html`${at > 0 ? ', ' : ''}<code>${shorten(rule, 80)}</code>`)}`,
  ),
  entry('Specification', finding.link ? link(finding.link) : ''),
  entry('Run again', html`<pre>${shorten(again(finding.case, revisionsOf(finding.places)), 2_000)}</pre>`),
])}</dl>
</article>\n`;
}

const brief = (finding: Finding, id: string): Html => html`<article class="finding ${finding.verdict}" id="${id}">
<h4><span class="mark ${finding.verdict}" aria-hidden="true">${marks[finding.verdict]}</span> ${shorten(finding.title, 200)}</h4>
<p>${foreign(finding.reason, 200)}</p>
</article>\n`;

/** The findings of each verdict by harm; in full while there is room, then in brief, then by their number. */
export function findingSections(
  report: Report,
  all: readonly Finding[],
  ids: ReadonlyMap<Finding, string>,
  options: ReportOptions,
): Section[] {
  const full = new Room(roomInFull);
  const short = new Room(roomInBrief);
  const one = (finding: Finding): Html | undefined => {
    const id = ids.get(finding)!;
    for (const exchange of [true, false]) {
      const whole = article(report, finding, id, options, exchange);
      if (full.takes(whole)) return whole;
    }
    const line = brief(finding, id);
    return short.takes(line) ? line : undefined;
  };
  return findingVerdicts.flatMap((verdict) => {
    const these = all.filter((finding) => finding.verdict === verdict);
    if (these.length === 0) return [];
    let leftOut = 0;
    const groups = [...harmOrder, undefined].map((harm) => {
      const group = these.filter((finding) => (harm ? finding.harm === harm : !harmOrder.includes(finding.harm)));
      if (group.length === 0) return undefined;
      const shown = group.map((finding) => one(finding) ?? void leftOut++);
      return html`<h3>${harm ?? 'other'}<span>: ${harm ? harmWords[harm] : 'a kind of harm that this page does not know'}</span></h3>\n${rows(shown.map((item) => item ?? undefined))}`;
    });
    const [id, title] = titles[verdict];
    const rest =
      leftOut > 0
        ? html`<p class="quiet">${grouped(leftOut)} more are left out here; the JSON report has them all.</p>\n`
        : undefined;
    return [{ id, title, content: html`${groups}${rest}` }];
  });
}
