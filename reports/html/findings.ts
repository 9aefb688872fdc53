import type { Report } from '../../harness/report.ts';
import { grouped, type Html, html, shorten } from '../escape.ts';
import { type Finding, findingVerdicts, revisionsOf, transportsOf } from '../findings.ts';
import { suiteOf } from '../matrix.ts';
import type { ReportOptions } from '../options.ts';
import { rerunCommand } from '../rerun.ts';
import { harmOrder, harmWords, plural, transportWords } from '../words.ts';
import { exchangeMarkup } from './exchange.ts';
import { entry, foreign, isFollowed, link, Room, rows, type Section, verdictClass, verdictMark } from './parts.ts';

// Together with the other rooms they keep the page below 300 kB however much is wrong.
const roomInFull = 85_000;
const roomInBrief = 15_000;

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

/** The level in each revision: one word where it is the same in all. */
function levelWords({ level, levels }: Finding): Html {
  const all = [...new Set(levels.values())];
  if (all.length < 2) return html`<b class="level">${shorten(level, 20)}</b>`;
  const parts = all.map((each) => {
    const where = [...levels].filter(([, its]) => its === each).map(([revision]) => shorten(revision, 20));
    return `${shorten(each, 20)} in ${where.join(', ')}`;
  });
  return html`<b class="level">${parts.join('; ')}</b>`;
}

function facts(report: Report, finding: Finding): Html {
  const mixed = new Set(report.legs.map(({ transport }) => transport)).size > 1;
  const over = mixed
    ? ` over ${transportsOf(finding.places)
        .map((kind) => transportWords[kind] ?? kind)
        .join(', ')}`
    : '';
  return html`<p class="facts">${levelWords(finding)} · <code>${shorten(finding.case, 80)}</code> · ${revisionsOf(finding.places).join(', ')}${over}${finding.unstable ? ' · unstable: a second try went differently' : ''}</p>`;
}

/** The rule in the specification, in each revision that the finding was seen in, newest first. */
function specification({ link: newest, links }: Finding): Html | undefined {
  const followed = [...links].filter(([, address]) => isFollowed(address)).reverse();
  if (followed.length === 0) return newest ? link(newest) : undefined;
  return html`The rule in ${followed.map(([revision, address], at) => html`${at > 0 ? ', ' : ''}${link(address, revision)}`)}`;
}

function article(report: Report, finding: Finding, id: string, options: ReportOptions, exchange: boolean): Html {
  const again = options.rerun ?? ((caseId, revisions) => rerunCommand(report, caseId, revisions));
  const { knownIssue } = finding;
  const ours = finding.verdict === 'error';
  return html`${opening(finding, id)}
<h4 id="${id}-title">${verdictMark(finding.verdict)} ${shorten(finding.title, 200)}</h4>
${facts(report, finding)}
<dl>
${rows([
  ...reasonRows(finding),
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
])}</dl>
${exchange ? exchangeMarkup(finding) : undefined}<dl>
${rows([
  entry(
    'Rules',
    html`${finding.rules.slice(0, 8).map((rule, at) => html`${at > 0 ? ', ' : ''}<code>${shorten(rule, 80)}</code>`)}`,
  ),
  entry('Specification', specification(finding)),
  entry(
    'Run again',
    html`<pre data-copy="command">${shorten(again(finding.case, revisionsOf(finding.places)), 2_000)}</pre>`,
  ),
])}</dl>
</article>\n`;
}

// The case and the revisions, by which the filters find it.
const opening = (finding: Finding, id: string): Html =>
  html`<article class="finding ${verdictClass(finding.verdict)}" id="${id}" aria-labelledby="${id}-title" data-case="${shorten(finding.case, 80)}" data-suite="${shorten(suiteOf(finding.case), 80)}" data-verdict="${verdictClass(finding.verdict)}" data-revisions="${revisionsOf(finding.places).join(' ')}">`;

const brief = (finding: Finding, id: string): Html => html`${opening(finding, id)}
<h4 id="${id}-title">${verdictMark(finding.verdict)} ${shorten(finding.title, 200)}</h4>
<p>${foreign(finding.reason, 200)}</p>
</article>\n`;

/** The findings of each verdict by harm; in full while there is room, then in brief, then by their number. */
export function findingSections(
  report: Report,
  all: readonly Finding[],
  ids: ReadonlyMap<Finding, string>,
  options: ReportOptions,
): { sections: Section[]; shown: ReadonlySet<Finding> } {
  const full = new Room(roomInFull);
  const short = new Room(roomInBrief);
  const shown = new Set<Finding>();
  const one = (finding: Finding): Html | undefined => {
    const id = ids.get(finding)!;
    for (const exchange of [true, false]) {
      const whole = article(report, finding, id, options, exchange);
      if (full.takes(whole)) return whole;
    }
    const line = brief(finding, id);
    return short.takes(line) ? line : undefined;
  };
  const sections = findingVerdicts.flatMap((verdict): Section[] => {
    const these = all.filter((finding) => finding.verdict === verdict);
    if (these.length === 0) return [];
    let leftOut = 0;
    const groups = [...harmOrder, undefined].map((harm) => {
      const group = these.filter((finding) => (harm ? finding.harm === harm : !harmOrder.includes(finding.harm)));
      if (group.length === 0) return undefined;
      const items = group.map((finding) => {
        const item = one(finding);
        if (item) shown.add(finding);
        else leftOut++;
        return item;
      });
      return html`<div class="harm"><h3>${harm ?? 'other'}<span>: ${harm ? harmWords[harm] : 'a kind of harm that this page does not know'}</span></h3>\n${rows(items)}</div>\n`;
    });
    const [id, title] = titles[verdict];
    const rest =
      leftOut > 0
        ? html`<p class="quiet">${grouped(leftOut)} more are left out here; the JSON report has them all.</p>\n`
        : undefined;
    return [{ id, title, content: html`${groups}${rest}` }];
  });
  return { sections, shown };
}
