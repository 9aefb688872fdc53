import type { Leg, Report, Result, Verdict } from '../../harness/report.ts';
import { shorten, visible } from '../escape.ts';
import { matrix, type Row, type Suite } from '../matrix.ts';
import { marks, plural, transportWords, verdictWords } from '../words.ts';
import type { Paper, Style } from './paper.ts';
import { columnsOf, pad, wrapItems } from './wrap.ts';

// "2025-11" and even "25-11" tell the published revisions apart; more legs than fit are numbered.
const shortRevision = (revision: string, from: number): string =>
  visible(shorten(revision, 16)).replace(/^(\d{4}-\d\d)-\d\d$/, (_, month: string) => month.slice(from));

/** The heads of the columns, as long as `room` columns allow; numbered heads have a list of what they stand for. */
function headsOf(legs: readonly Leg[], room: number): { heads: string[][]; column: number; list: string[] } {
  const mixed = new Set(legs.map(({ transport }) => transport)).size > 1;
  for (const from of [0, 2]) {
    const heads = legs.map(({ revision, transport }) => [
      shortRevision(revision, from),
      ...(mixed ? [visible(transport)] : []),
    ]);
    const column = Math.max(...heads.flat().map(columnsOf)) + 1;
    if (column * legs.length <= room) return { heads, column, list: [] };
  }
  const list = legs.map(
    ({ revision, transport }, at) => `${at + 1}  ${visible(revision)}${mixed ? ` over ${visible(transport)}` : ''}`,
  );
  return { heads: legs.map((_, at) => [`${at + 1}`]), column: 4, list };
}

const markOf = (result: Result | undefined): string => {
  if (!result) return '';
  return marks[result.verdict] + (result.unstable ? '~' : '') + (result.knownIssue ? '*' : '');
};

/** One line a case, one column a leg; suites that do not apply at all take one line. */
export function writeMatrix(paper: Paper, report: Report): void {
  const { legs, suites } = matrix(report);
  if (legs.length === 0) return;
  const shown = suites.filter(({ notApplicable }) => !notApplicable);
  const names = Math.max(
    20,
    ...shown.flatMap(({ rows }) => rows.map((row) => columnsOf(visible(shorten(row.case, 80))))),
  );
  const { heads, column, list } = headsOf(legs, paper.width - names - 4);
  // What follows a mark (unstable, known) must not push the mark out of its column.
  const center = (text: string, columns = columnsOf(text), paint: Style = (shown) => shown): string => {
    const before = Math.ceil((column - columns) / 2);
    return ' '.repeat(before) + paint(text) + ' '.repeat(Math.max(0, column - before - columnsOf(text)));
  };

  if (shown.length > 0) {
    for (const item of list) paper.line(`  ${paper.style.dim(item)}`);
    if (list.length > 0) paper.line();
    for (const at of heads[0]!.keys()) {
      paper.line(' '.repeat(names + 4) + paper.style.dim(heads.map((head) => center(head[at]!)).join('')));
    }
  }
  shown.forEach((suite, at) => {
    if (at > 0) paper.line();
    for (const row of suite.rows) writeRow(paper, suite, row, names, center);
  });
  writeCollapsed(paper, suites);
  writeLegend(paper, shown);
}

function writeRow(
  paper: Paper,
  suite: Suite,
  row: Row,
  names: number,
  center: (text: string, columns?: number, paint?: Style) => string,
): void {
  const { style } = paper;
  const id = visible(shorten(row.case, 80));
  const inSuite = id.startsWith(`${suite.name}/`) ? suite.name.length + 1 : 0;
  const cells = row.cells.map((cell) => center(markOf(cell), 1, cell && style.verdict[cell.verdict]));
  paper.line(`  ${style.dim(id.slice(0, inSuite))}${pad(id.slice(inSuite), names - inSuite)}  ${cells.join('')}`);
}

function writeCollapsed(paper: Paper, suites: Suite[]): void {
  const hollow = suites.filter(({ notApplicable }) => notApplicable);
  if (hollow.length === 0) return;
  paper.line();
  const names = Math.max(...hollow.map(({ name }) => columnsOf(visible(name))));
  for (const { name, rows, notApplicable } of hollow) {
    const [reason = '', ...others] = notApplicable ?? [];
    const more = others.length > 0 ? ` (and ${plural(others.length, 'other reason')})` : '';
    paper.field(
      `${marks['not-applicable']} ${visible(name)}`,
      `${plural(rows.length, 'case')}, not applicable: ${shorten(reason, 160)}${more}`,
      { indent: 2, label: names + 4, style: paper.style.dim },
    );
  }
}

function writeLegend(paper: Paper, shown: Suite[]): void {
  const results = shown.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter((cell) => cell !== undefined)));
  const present = (Object.keys(marks) as Verdict[]).filter((verdict) =>
    results.some((result) => result.verdict === verdict),
  );
  const words = present.map((verdict) => `${marks[verdict]} ${verdictWords[verdict]}`);
  if (results.some(({ unstable }) => unstable)) words.push('~ unstable');
  if (results.some(({ knownIssue }) => knownIssue)) words.push('* known issue');
  if (words.length === 0) return;
  paper.line();
  for (const row of wrapItems(words, '   ', paper.width - 2)) paper.line(`  ${paper.style.dim(row)}`);
}

/** "stdio", "Streamable HTTP": how the server was talked to. */
export const transportsIn = (report: Report): string =>
  [...new Set(report.legs.map(({ transport }) => transportWords[transport] ?? visible(transport)))].join(', ');
