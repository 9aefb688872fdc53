import type { Parsed } from './arguments.ts';
import { type Io, mayMove } from './io.ts';
import type { Parts } from './parts.ts';
import { checkGlobs, listed } from './select.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** Runs the proof of the cases and prints what it found; exit code 1 where it has gaps. */
export async function prove({ operands, values }: Parsed, io: Io, parts: Parts): Promise<number> {
  if (operands.length > 0)
    throw new WrongUsage(`prove takes no ${quoted(operands[0]!)}; for some cases write prove --only <glob,...>`);
  const only = values.has('only') ? listed('only', values.get('only')!) : undefined;
  if (only) checkGlobs('only', only, Object.keys((await parts.cases()).cases));
  const { proveAll } = await parts.prove();
  const moves = mayMove(io.stderr, io.env);
  const proof = await proveAll({
    ...(only && { only }),
    ...(moves && {
      onProgress: (id: string, done: number, of: number) => io.stderr.write(`\r\x1b[K${done}/${of} ${id}`),
    }),
  });
  if (moves) io.stderr.write('\r\x1b[K');
  for (const gap of proof.gaps) io.stdout.write(`gap: ${gap}\n`);
  const { cases, revisions, mutants, gaps, durationMs } = proof;
  const counts = [
    counted(cases, 'case'),
    counted(revisions, 'revision'),
    counted(mutants, 'mutant'),
    counted(gaps.length, 'gap'),
  ];
  io.stdout.write(`${counts.join(', ')}, ${(durationMs / 1000).toFixed(1)} s\n`);
  return gaps.length > 0 ? 1 : 0;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
