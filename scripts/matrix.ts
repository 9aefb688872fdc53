import { parseArgs } from 'node:util';
import { killMatrix, type MatrixRow, spreadOf, standsOut } from '../harness/kill-matrix.ts';
import { plan } from '../harness/plan.ts';
import type { Result } from '../harness/report.ts';
import { schemaMatrix, survives } from '../harness/shape-survivors.ts';
import { revisions } from '../harness/wire.ts';
import { cases } from '../suites/index.ts';

const usage =
  'Usage: npm run matrix -- [--revision 2026-07-28,…] [--only read/*,…] [--kind breaks|allows] [--at-once 6] [--verbose] [--schemas]\n' +
  'Runs every mutant of every case against every case, and tells which others it turns red.\n' +
  'With --schemas: every violation of the schemas, and which of them nobody reports.';

const told = ({ case: id, verdict, reason }: Result): string => `      ${verdict} ${id}: ${reason.slice(0, 160)}`;

/** Prints the rows that need a look, and the figures; the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      revision: { type: 'string' },
      only: { type: 'string' },
      kind: { type: 'string' },
      'at-once': { type: 'string' },
      verbose: { type: 'boolean' },
      schemas: { type: 'boolean' },
    },
  });
  const wanted = values.revision?.split(',') ?? revisions;
  const only = values.only === undefined ? undefined : plan(cases, values.only.split(',')).map(({ id }) => id);
  let bad = 0;
  for (const revision of revisions.filter((each) => wanted.includes(each))) {
    const begun = performance.now();
    if (values.schemas) {
      const rows = await schemaMatrix(cases, revision);
      const alive = rows.filter(survives);
      for (const row of alive) print(row);
      bad += alive.length;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(
        `${revision}: ${rows.length} violations of the schemas, ${alive.length} that nobody reports, ${seconds} s`,
      );
      continue;
    }
    const rows = await killMatrix(cases, revision, {
      ...(only && { only }),
      ...(values.kind && { kinds: [values.kind as MatrixRow['kind']] }),
      atOnce: Number(values['at-once'] ?? 6),
      onRow: (row) => {
        const offends = standsOut(row);
        if (offends) bad++;
        if (offends || values.verbose) print(row);
      },
    });
    for (const kind of ['breaks', 'allows'] as const) {
      const of = rows.filter((row) => row.kind === kind);
      const { median, most } = spreadOf(of);
      console.log(`${revision}: ${of.length} ${kind}; others red: median ${median}, most ${most}`);
    }
    console.log(`${revision}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
  return bad === 0 ? 0 : 1;
}

function print(row: MatrixRow): void {
  console.log(`${row.revision} ${row.case} ${row.kind} "${row.name}" (${row.over}): ${inShort(row)}`);
  for (const result of [...row.errors, ...row.red]) console.log(told(result));
}

function inShort({ errors, red, own, unreachable, thrown, durationMs }: MatrixRow): string {
  if (thrown !== undefined) return `the mutant itself throws ${thrown}`;
  if (unreachable !== undefined) return `no session: ${unreachable}`;
  const verdict = own ? `${own.verdict}${own.reason ? ` (${own.reason.slice(0, 120)})` : ''}` : 'not run';
  return `${verdict}; ${errors.length} errors, ${red.length} others red, ${Math.round(durationMs)} ms`;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exitCode = 2;
}
