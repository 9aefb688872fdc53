import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cases } from '../suites/index.ts';
import { notObservable } from '../suites/not-observable.ts';
import { coverageOf, gapsOf, strangers } from './coverage-gaps.ts';
import { areasOf, countRows, coveragePage } from './coverage-table.ts';
import { readLedger } from './ledger.ts';

const usage =
  'Usage: npm run coverage -- <requirements.json> [--areas list,read] [--write docs/coverage.md]\n' +
  'Tells which rules of the ledger the cases do not carry, allow or explain, and where the two disagree.';

/** Prints the gaps and a count by area; the exit code. */
function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { areas: { type: 'string' }, write: { type: 'string' } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new TypeError('give the ledger of requirements, and nothing else');
  const all = readLedger(file);
  const known = areasOf(all);
  const areas = values.areas?.split(',') ?? known;
  for (const area of areas)
    if (!known.includes(area)) throw new TypeError(`no area ${area}; the ledger has ${known.join(', ')}`);
  const coverage = coverageOf(cases, notObservable);
  const rows = all.filter(({ area }) => areas.includes(area));
  let gaps = 0;
  for (const row of rows)
    for (const gap of gapsOf(row, coverage)) {
      gaps++;
      console.log(`${row.area}  ${row.id} (${row.keyword}) ${gap}`);
    }
  for (const stranger of strangers(all, coverage)) {
    gaps++;
    console.log(stranger);
  }
  if (values.write !== undefined) writeFileSync(values.write, coveragePage(all, coverage));
  const table = Object.fromEntries(
    areasOf(rows).map((area) => [
      area,
      countRows(
        rows.filter((row) => row.area === area),
        coverage,
      ),
    ]),
  );
  console.table({ ...table, all: countRows(rows, coverage) });
  console.log(gaps === 0 ? `${rows.length} rules, no gap` : `${rows.length} rules, ${gaps} gaps`);
  return gaps === 0 ? 0 : 1;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exitCode = 2;
}
