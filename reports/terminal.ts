import chalk from 'chalk';
import type { Report } from '../harness/report.ts';
import { grouped, shorten, visible } from './escape.ts';
import { type Finding, findings, foremost } from './findings.ts';
import { knownIn, staleInWords, staleIssues } from './known.ts';
import { byReason, type ReasonGroup } from './matrix.ts';
import type { Reporter, ReportOptions } from './options.ts';
import { placesIn, resultExchange, writeExchange, writeFinding } from './terminal/finding.ts';
import { transportsIn, writeMatrix } from './terminal/matrix.ts';
import { blankPaper, type Paper, wantsColor } from './terminal/paper.ts';
import { wrapItems } from './terminal/wrap.ts';
import { duration, headlineSentence, headlineVerdict, listed, marks, plural, tally, verdictWords } from './words.ts';

/** The report for people at a terminal. */
export const terminal: Reporter = (report, options) => {
  const paper = blankPaper({
    color: wantsColor(options.color, chalk.level > 0),
    width: options.width ?? process.stdout.columns ?? 80,
  });
  const all = findings(report);
  if (!options.quiet) {
    writeHeader(paper, report);
    writeMatrix(paper, report);
  }
  writeFindings(paper, report, all, options);
  writeStale(paper, report);
  if (!options.quiet) {
    writeUntested(paper, report, options);
    if (options.verbose) writeNotApplicable(paper, report);
    writeAbsent(paper, report);
  }
  writeHeadline(paper, report, all, options);
  return paper.toString();
};

function writeHeader(paper: Paper, report: Report): void {
  const { style } = paper;
  const servers = [
    ...new Set(report.legs.map(({ server }) => `${shorten(server?.name, 80)} ${shorten(server?.version, 40)}`.trim())),
  ];
  paper.line(`${style.bold(visible(report.tool.name))} ${visible(report.tool.version)}`);
  paper.line();
  if (report.legs.length > 0) {
    paper.field('server', servers.slice(0, 4).join(', ') || 'without a name', { indent: 2, label: 11 });
    paper.field('transport', transportsIn(report), { indent: 2, label: 11 });
    paper.field('revisions', [...new Set(report.legs.map(({ revision }) => revision))].join('  '), {
      indent: 2,
      label: 11,
    });
  }
  paper.line();
}

function section(paper: Paper, title: string, note: string): void {
  paper.line();
  paper.line(`${paper.style.bold(title)}${note === '' ? '' : `  ${paper.style.dim(note)}`}`);
  paper.line();
}

function writeFindings(paper: Paper, report: Report, all: Finding[], options: ReportOptions): void {
  let number = 0;
  for (const [verdict, title, one, many] of [
    ['fail', 'Failures', 'finding', 'findings'],
    ['warn', 'Warnings', 'finding', 'findings'],
    ['error', 'Faults of this suite', 'case could not be judged', 'cases could not be judged'],
  ] as const) {
    const these = all.filter((finding) => finding.verdict === verdict);
    if (these.length === 0 || (options.quiet && verdict === 'warn')) continue;
    section(paper, title, plural(these.length, one, many));
    for (const finding of these) {
      writeFinding(paper, report, finding, ++number, {
        ...options,
        exchange: verdict !== 'warn' || options.verbose === true,
      });
      paper.line();
    }
  }
}

function writeStale(paper: Paper, report: Report): void {
  const stale = staleIssues(report);
  if (stale.length === 0) return;
  section(paper, 'Known issues that do not hold', plural(stale.length, 'entry', 'entries'));
  for (const issue of stale)
    paper.field(marks.fail, shorten(staleInWords(issue), 600), {
      indent: 2,
      label: 2,
      style: paper.style.verdict.fail,
    });
}

function writeGroup(
  paper: Paper,
  report: Report,
  group: ReasonGroup,
  options: { most: number; cases: number; mark: string },
): void {
  const { most, cases, mark } = options;
  const places = group.revisions.flatMap((revision) => group.transports.map((transport) => ({ revision, transport })));
  const where = placesIn(report, places);
  const named =
    group.cases.slice(0, cases).join(', ') +
    (group.cases.length > cases ? ` and ${grouped(group.cases.length - cases)} more` : '');
  paper.field(mark, shorten(group.reason, most), { indent: 2, label: 2 });
  paper.text(`${named}${where === '' || where === 'every revision' ? '' : ` · ${where}`}`, 4, paper.style.dim);
}

function writeUntested(paper: Paper, report: Report, options: ReportOptions): void {
  const groups = byReason(report, 'untested');
  if (groups.length === 0) return;
  const count = new Set(groups.flatMap((group) => group.cases)).size;
  section(paper, 'Untested', `${plural(count, 'case')}, and what would make each testable`);
  const most = options.verbose ? groups.length : 20;
  for (const group of groups.slice(0, most)) {
    writeGroup(paper, report, group, {
      most: options.verbose ? 2_000 : 240,
      cases: options.verbose ? 1_000 : 6,
      mark: marks.untested,
    });
    if (options.verbose) writeExchange(paper, resultExchange(paper, report, group.example.result));
  }
  if (groups.length > most)
    paper.text(`… ${plural(groups.length - most, 'more reason')}; --verbose shows all`, 2, paper.style.dim);
}

function writeNotApplicable(paper: Paper, report: Report): void {
  const groups = byReason(report, 'not-applicable');
  if (groups.length === 0) return;
  section(paper, 'Not applicable', plural(new Set(groups.flatMap((group) => group.cases)).size, 'case'));
  for (const group of groups)
    writeGroup(paper, report, group, { most: 2_000, cases: 1_000, mark: marks['not-applicable'] });
}

function writeAbsent(paper: Paper, report: Report): void {
  if (report.absent.length === 0) return;
  section(paper, 'Not part of this run', plural(report.absent.length, 'revision'));
  for (const { revision, why } of report.absent)
    paper.field(visible(revision), shorten(why, 400), { indent: 2, label: 12 });
}

function writeHeadline(paper: Paper, report: Report, all: Finding[], options: ReportOptions): void {
  const { style } = paper;
  const verdict = headlineVerdict[report.headline] ?? 'error';
  paper.line();
  const time = style.dim(`in ${duration(report.durationMs)}`);
  paper.line(`${style.verdict[verdict](`${marks[verdict]} ${visible(report.headline)}`)}  ${time}`);
  paper.text(headlineSentence(report), 2);
  const first = foremost(all);
  if (first.length > 0 && !options.quiet && all.length > 2) {
    paper.text(`Mend first: ${listed(first.map((finding) => `${finding.case} (${finding.harm})`))}.`, 2);
  }
  paper.line();
  const counts = tally(report.summary).filter(([, count]) => count > 0);
  const paints = new Map(
    counts.map(([each, count]) => {
      const known = knownIn(report, each);
      const aside = known > 0 ? ` (${grouped(known)} known)` : '';
      return [`${grouped(count)} ${verdictWords[each]}${aside}`, style.verdict[each]];
    }),
  );
  const separator = ' · ';
  for (const row of wrapItems([...paints.keys()], separator, paper.width - 2)) {
    const items = row.split(separator).map((item) => (paints.get(item) ?? style.dim)(item));
    paper.line(`  ${items.join(style.dim(separator))}`);
  }
}
