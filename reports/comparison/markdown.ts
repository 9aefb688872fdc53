import { code, folded, table, text } from '../markdown/text.ts';
import { marks, plural, tally, verdictWords } from '../words.ts';
import { type Cell, type Change, type Comparison, directions } from './changes.ts';
import { directionWords, sameInWords } from './words.ts';

// As for a report: GitHub shows no comment of more than 65,536 characters.
const most = 55_000;

/** What changed, for a pull request or a job's summary. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { columns, changes } = comparison;
  const overview = table(
    ['', 'server', 'headline', ...tally(columns[0]!.summary).map(([verdict]) => verdictWords[verdict])],
    columns.map(({ name, server, headline, summary }) => [
      text(name, 60),
      text(server, 80),
      text(headline, 40),
      ...tally(summary).map(([, count]) => String(count)),
    ]),
  );
  const counts = directions.flatMap((direction) => {
    const count = changes.filter((change) => change.direction === direction).length;
    return count > 0 ? [`${count} ${direction === 'other' ? 'changed otherwise' : direction}`] : [];
  });
  const parts = ['## MCP resources: what changed', overview, [...counts, sameInWords(comparison)].join(', ')];
  let room = most - parts.join('\n\n').length;
  for (const direction of directions) {
    const these = changes.filter((change) => change.direction === direction);
    if (these.length === 0) continue;
    const head = ['case', 'in', ...columns.map(({ name }) => text(name, 60)), 'why'];
    const rows: string[][] = [];
    for (const change of these) {
      const row = rowOf(change);
      room -= row.join(' | ').length + 5;
      if (room < 0) break;
      rows.push(row);
    }
    const left = these.length - rows.length;
    const content = `${table(head, rows)}${left > 0 ? `\n\n… ${plural(left, 'more change')}` : ''}`;
    const title = `${directionWords[direction]} (${these.length})`;
    parts.push(direction === 'worse' ? `### ${title}\n\n${content}` : folded(title, content));
  }
  return `${parts.join('\n\n')}\n`;
}

const cellText = (cell: Cell | undefined): string =>
  cell ? `${marks[cell.verdict]} ${verdictWords[cell.verdict]}${cell.known ? ', known' : ''}` : '';

function rowOf({ case: id, revisions, cells }: Change): string[] {
  const last = cells.findLast((cell) => cell && cell.reason !== '');
  return [code(id, 80), revisions.join(', '), ...cells.map(cellText), text(last?.reason ?? '', 200)];
}
