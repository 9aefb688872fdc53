import type { Report, Result } from '../../harness/report.ts';
import { grouped, shorten } from '../escape.ts';
import { type Exchange, exchangeOf, indexLines, type ShownLine } from '../exchange.ts';
import { type Finding, type Place, revisionsOf, transportsOf } from '../findings.ts';
import type { ReportOptions } from '../options.ts';
import { rerunCommand } from '../rerun.ts';
import { harmWords, marks, plural } from '../words.ts';
import type { Paper } from './paper.ts';
import { columnsOf } from './wrap.ts';

// A folded string says its length behind it; both have to fit.
const boundsFor = (paper: Paper) => ({
  string: Math.max(24, paper.width - 44),
  items: 8,
  depth: 6,
  lines: 16,
  width: paper.width - 8,
});

/** Where a finding was seen, in words; a report with one leg need not say it. */
export function placesIn(report: Report, places: readonly Place[]): string {
  if (report.legs.length === 1) return '';
  const transports =
    new Set(report.legs.map(({ transport }) => transport)).size > 1 ? ` over ${transportsOf(places).join(', ')}` : '';
  const spoken = new Set(report.legs.map(({ revision }) => revision)).size;
  const revisions = revisionsOf(places);
  return `${revisions.length === spoken && spoken > 1 ? 'every revision' : revisions.join(', ')}${transports}`;
}

/** The first line of a finding, and what tells its weight. */
function writeHead(paper: Paper, report: Report, finding: Finding, number: number): void {
  const { style } = paper;
  const lead = `${String(number).padStart(3)} `;
  paper.field(`${lead}${marks[finding.verdict]} `, shorten(finding.title, 200), {
    indent: 0,
    label: lead.length + 2,
    style: (text) => style.bold(text),
  });
  const facts = [finding.case, finding.level, placesIn(report, finding.places), finding.unstable ? 'unstable' : ''];
  paper.text(facts.filter((fact) => fact !== '').join(' · '), 6, style.verdict[finding.verdict]);
}

function writeReason(paper: Paper, finding: Finding, most: number): void {
  const { contrast } = finding;
  if (contrast) {
    if (contrast.context !== '') paper.field('when', shorten(contrast.context, most), { indent: 6 });
    paper.field('expected', shorten(contrast.expected, most), { indent: 6, style: paper.style.verdict.pass });
    paper.field('got', shorten(contrast.got, most), { indent: 6, style: paper.style.verdict[finding.verdict] });
  } else {
    paper.field('found', shorten(finding.reason, most), { indent: 6, style: paper.style.verdict[finding.verdict] });
  }
  for (const { reason, place } of finding.variants.slice(0, 3))
    paper.field('also', `${place.revision}: ${shorten(reason, most)}`, { indent: 6 });
  const more = finding.variants.length - 3;
  if (more > 0) paper.field('', `and ${plural(more, 'other wording')}`, { indent: 6 });
}

const arrows = { out: '→', in: '←', stderr: 'stderr', event: '·' } as const;

function writeLine(paper: Paper, line: ShownLine): void {
  const { style } = paper;
  const arrow = arrows[line.direction] ?? '·';
  const lead = `      ${arrow} `;
  const [first = '', ...rest] = line.body === '' ? [] : line.body.split('\n');
  const together = [line.summary, first].filter((part) => part !== '').join('  ');
  if (rest.length === 0 && columnsOf(lead + together) <= paper.width) {
    paper.line(`${lead}${style.bold(line.summary)}${line.summary && first ? '  ' : ''}${style.dim(first)}`);
    return;
  }
  const body = line.body === '' ? [] : line.body.split('\n');
  if (line.summary !== '') paper.line(`${lead}${style.bold(line.summary)}`);
  else paper.line(`${lead}${style.dim(body.shift() ?? '')}`);
  for (const row of body) paper.line(`        ${style.dim(row)}`);
}

/** The lines of an exchange, arrows showing which way each went. */
export function writeExchange(paper: Paper, exchange: Exchange): void {
  if (exchange.lines.length === 0) return;
  paper.line();
  for (const line of exchange.lines) writeLine(paper, line);
  if (exchange.leftOut > 0)
    paper.text(`… ${grouped(exchange.leftOut)} more lines in the transcript`, 6, paper.style.dim);
  paper.line();
}

/** One finding in full, or without its exchange. */
export function writeFinding(
  paper: Paper,
  report: Report,
  finding: Finding,
  number: number,
  options: ReportOptions & { exchange: boolean },
): void {
  const { style } = paper;
  writeHead(paper, report, finding, number);
  const ours = finding.verdict === 'error';
  if (!ours) paper.field('harm', `${finding.harm}: ${harmWords[finding.harm] ?? ''}`, { indent: 6 });
  writeReason(paper, finding, options.verbose ? 2_000 : 400);
  if (options.exchange)
    writeExchange(paper, finding.exchange(options.verbose ? 12 : 6, { brief: !options.verbose, ...boundsFor(paper) }));
  if (ours)
    paper.field('hint', 'The fault is in this suite, not in the server; please report it with the words above.', {
      indent: 6,
    });
  else if (finding.hint) paper.field('hint', shorten(finding.hint, 400), { indent: 6 });
  if (finding.knownIssue) {
    const { why, issue } = finding.knownIssue;
    paper.field('known', `${shorten(why, 300)}${issue ? ` (${shorten(issue, 300)})` : ''}`, { indent: 6 });
  }
  if (finding.link && !ours)
    paper.field('spec', shorten(finding.link, 400), { indent: 6, style: style.link, whole: true });
  const revisions = revisionsOf(finding.places);
  const again = options.rerun ?? ((caseId, named) => rerunCommand(report, caseId, named));
  paper.field('rerun', shorten(again(finding.case, revisions), 2_000), { indent: 6, whole: true });
}

/** The exchange that an untested result cites, if it cites one. */
export function resultExchange(paper: Paper, report: Report, result: Result): Exchange {
  const leg = report.legs.find(({ results }) => results.includes(result));
  return leg ? exchangeOf(indexLines(leg), result.transcript, 6, boundsFor(paper)) : { lines: [], leftOut: 0 };
}
