import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Place } from './measure.ts';
import { official } from './rows/official.ts';
import { pipe, socket } from './rows/replay.ts';
import { size } from './rows/size.ts';
import { first, version } from './rows/start.ts';
import { blob, list } from './rows/volume.ts';
import { type Row, tableOf } from './table.ts';

const parts: Readonly<Record<string, (place: Place) => Promise<Row[]>>> = {
  pipe,
  socket,
  version,
  first,
  list,
  blob,
  size,
  official,
};

const usage = `Usage: npm run bench -- [${Object.keys(parts).join('|')} …] [--dist <folder>] [--share 0.5]
Measures what a run costs, beside something bare that does the same, and prints one table.

  --dist <folder>      the build to measure (default: dist)
  --share <part>       the part of the usual number of runs to make, for a quick look
  --official <folder>  where @modelcontextprotocol/conformance is installed, and Node.js 22 or newer as the package "node"
                       (default: $OFFICIAL_SUITE, or beside this project's own packages)`;

/** Measures what was asked for, part by part, and prints the table; the exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      dist: { type: 'string', default: 'dist' },
      share: { type: 'string', default: '1' },
      official: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const wrong = positionals.filter((name) => !Object.hasOwn(parts, name));
  const share = Number(values.share);
  if (values.help || wrong.length > 0 || !(share > 0)) {
    console.error(wrong.length > 0 ? `no such part: ${wrong.join(', ')}\n${usage}` : usage);
    return values.help ? 0 : 2;
  }
  if (!existsSync(join(values.dist, 'cli.js')))
    throw new Error(`${values.dist} holds no build; run npm run build first`);
  if (values.official !== undefined) process.env.OFFICIAL_SUITE = resolve(values.official);
  const folder = mkdtempSync(join(tmpdir(), 'mcp-resource-conformance-bench-'));
  // What an interrupt leaves is only this.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  // A copy, so that a build that is made meanwhile changes nothing.
  cpSync(values.dist, join(folder, 'dist'), { recursive: true });
  cpSync('package.json', join(folder, 'package.json'));
  mkdirSync(join(folder, 'test'));
  cpSync('test/reference.config.json', join(folder, 'test/reference.config.json'));
  const place: Place = {
    folder,
    cli: join(folder, 'dist/cli.js'),
    reference: join(folder, 'dist/reference.js'),
    config: join(folder, 'test/reference.config.json'),
    share,
  };
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const begun = performance.now();
    rows.push(...(await measure(place)));
    process.stderr.write(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
  }
  console.log(tableOf(rows));
  return 0;
}

process.exitCode = await main();
