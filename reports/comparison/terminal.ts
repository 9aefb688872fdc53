import { shorten, visible } from '../escape.ts';
import type { ReportOptions } from '../options.ts';
import { blankPaper, type Paper } from '../terminal/paper.ts';
import { columnsOf, pad } from '../terminal/wrap.ts';
import { headlineVerdict, marks, plural, revisionList, tally, verdictWords } from '../words.ts';
import { type Cell, type Change, type Comparison, directions } from './changes.ts';
import { directionWords, sameInWords } from './words.ts';

// What is neither worse nor better is not why somebody compares.
const mostOthers = 40;

/** What changed, for people at a terminal. */
export function comparisonText(comparison: Comparison, options: ReportOptions): string {
  const paper = blankPaper({ color: options.color === true, width: options.width ?? 80 });
  paper.line(paper.style.bold(`${plural(comparison.columns.length, 'report')} side by side`));
  paper.line();
  writeColumns(paper, comparison);
  for (const direction of directions) {
    const changes = comparison.changes.filter((change) => change.direction === direction);
    if (changes.length === 0) continue;
    paper.line();
    paper.line(`${paper.style.bold(directionWords[direction])}  ${paper.style.dim(plural(changes.length, 'change'))}`);
    paper.line();
    const shown = direction === 'other' ? changes.slice(0, mostOthers) : changes;
    writeChanges(paper, shown);
    if (shown.length < changes.length)
      paper.text(
        `… ${plural(changes.length - shown.length, 'more change')}; --report json has all`,
        2,
        paper.style.dim,
      );
  }
  paper.line();
  paper.text(sameInWords(comparison), 2, paper.style.dim);
  return paper.toString();
}

function writeColumns(paper: Paper, { columns }: Comparison): void {
  columns.forEach(({ name, server, headline, summary, revisions }, at) => {
    const verdict = headlineVerdict[headline] ?? 'error';
    const counts = tally(summary).filter(([, count]) => count > 0);
    const lead = `${at + 1}  ${visible(shorten(name, 60))}  `;
    paper.line(`  ${paper.style.bold(lead)}${paper.style.verdict[verdict](`${marks[verdict]} ${visible(headline)}`)}`);
    paper.text(shorten(server, 120) || 'no server', 5);
    if (revisions.length > 0) paper.text(`spoken: ${revisionList(revisions)}`, 5, paper.style.dim);
    if (counts.length > 0) paper.text(counts.map(([each, count]) => `${count} ${verdictWords[each]}`).join(' · '), 5);
  });
}

const markOf = (cell: Cell | undefined): string => (cell ? marks[cell.verdict] + (cell.known ? '*' : '') : ' ');

function writeChanges(paper: Paper, changes: readonly Change[]): void {
  const names = Math.max(...changes.map((change) => columnsOf(visible(shorten(change.case, 60)))));
  for (const change of changes) {
    const cells = change.cells.map((cell) => {
      const mark = pad(markOf(cell), 2);
      return cell ? paper.style.verdict[cell.verdict](mark) : mark;
    });
    const name = pad(visible(shorten(change.case, 60)), names);
    paper.line(`  ${name}  ${cells.join(change.cells.length === 2 ? '→ ' : ' ')}  ${revisionList(change.revisions)}`);
    const last = change.cells.at(-1);
    if (last && last.reason !== '' && last.verdict !== 'not-applicable')
      paper.text(shorten(last.reason, 200), 6, paper.style.dim);
  }
}
