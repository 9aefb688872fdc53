// Runs the whole suite on servers again and again, alone and on a busy machine, and prints whether the results differ.
import { parseArgs } from 'node:util';
import type { Report } from '../harness/report.ts';
import { runConformance } from '../harness/run.ts';
import { type Course, courses, withServed } from '../test/steady/courses.ts';
import { differences, lasting, underLoad } from '../test/steady/steadiness.ts';

const usage =
  'Usage: npm run steady -- [--runs 30] [--servers reference,sdk2,…] [--over stdio,http] [--loads alone,loaded] [--loaded]\n' +
  'Runs the suite so many times on each server, alone and with all cores busy (--loaded: that alone), and compares the results.';

/** The runs of one server over one transport under one load. */
interface Row {
  course: Course;
  load: string;
  reports: Report[];
  /** The first report of the server over this transport, under whatever load: all are compared with it. */
  first: Report;
  seconds: number;
}

const columns = ['server', 'transport', 'load', 'runs', 'distinct', 'as first', 'seconds a run'] as const;

function cells({ course, load, reports, first, seconds }: Row): string[] {
  const same = reports.filter((report) => lasting(report) === lasting(first)).length;
  const distinct = new Set(reports.map(lasting)).size;
  const each = (seconds / reports.length).toFixed(1);
  return [course.server, course.over, load, `${reports.length}`, `${distinct}`, `${same} of ${reports.length}`, each];
}

/** Prints what differs from the first report, each difference once with how often it was seen; answers how many runs differ. */
function tell({ reports, first }: Row): number {
  const seen = new Map<string, number>();
  const other = reports.map((report) => differences(first, report)).filter((words) => words.length > 0);
  for (const words of other.flat()) seen.set(words, (seen.get(words) ?? 0) + 1);
  for (const [words, times] of seen) console.log(`    ${times} × ${words.slice(0, 400)}`);
  return other.length;
}

async function measure(course: Course, runs: number): Promise<{ reports: Report[]; seconds: number }> {
  const begun = performance.now();
  const reports: Report[] = [];
  for (let i = 0; i < runs; i++) reports.push(await runConformance(course.options));
  return { reports, seconds: (performance.now() - begun) / 1000 };
}

/** Prints the table; the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '30' },
      servers: { type: 'string' },
      over: { type: 'string', default: 'stdio,http' },
      loads: { type: 'string', default: 'alone,loaded' },
      loaded: { type: 'boolean', default: false },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number from 1, got ${values.runs}`);
  const loads = values.loaded ? ['loaded'] : values.loads.split(',');
  return withServed(async (directory) => {
    const all = courses(directory);
    const known = [...new Set(all.map(({ server }) => server))];
    const wanted = values.servers?.split(',') ?? known;
    for (const name of wanted)
      if (!known.includes(name)) throw new Error(`no such server: ${name}; there are ${known.join(', ')}`);
    const rows: Row[] = [];
    let differing = 0;
    for (const course of all.filter(
      ({ server, over }) => wanted.includes(server) && values.over.split(',').includes(over),
    )) {
      let first: Report | undefined;
      for (const load of loads) {
        const work = () => measure(course, runs);
        const measured = await (load === 'loaded' ? underLoad(work) : work());
        first ??= measured.reports[0]!;
        const row = { course, load, first, ...measured };
        rows.push(row);
        console.log(cells(row).join('  '));
        differing += tell(row);
      }
    }
    console.log(`\n| ${columns.join(' | ')} |\n|${columns.map(() => ' --- |').join('')}`);
    for (const row of rows) console.log(`| ${cells(row).join(' | ')} |`);
    console.log(`\n${differing === 0 ? 'All runs of each server say the same.' : `${differing} runs differ.`}`);
    return differing === 0 ? 0 : 1;
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${usage}\n`);
  process.exitCode = 2;
}
