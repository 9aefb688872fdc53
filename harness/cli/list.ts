import type { Parsed } from './arguments.ts';
import { describe, inOrder, levelsOf } from './catalogue.ts';
import type { Io } from './io.ts';
import type { Parts } from './parts.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** Prints every case: as a table, or as JSON with all that is known about it. */
export async function list({ operands, values }: Parsed, io: Io, parts: Parts): Promise<number> {
  if (operands.length > 0)
    throw new WrongUsage(`list takes no ${quoted(operands[0]!)}; for one case write explain <case>`);
  const planned = inOrder((await parts.cases()).cases);
  if (values.has('json')) {
    const { notObservable } = await parts.notObservable();
    io.stdout.write(`${JSON.stringify({ cases: planned.map(describe), notObservable }, null, 2)}\n`);
    return 0;
  }
  const rows = planned.map(({ id, definition }) => [id, levelsOf(definition), definition.title] as const);
  const width = (column: 0 | 1) => Math.max(0, ...rows.map((row) => row[column].length));
  for (const [id, levels, title] of rows)
    io.stdout.write(`${id.padEnd(width(0))}  ${levels.padEnd(width(1))}  ${title}\n`);
  io.stdout.write(
    `\n${rows.length} cases. A level with * is derived from the text, and a breach of it is a warning.\n`,
  );
  return 0;
}
