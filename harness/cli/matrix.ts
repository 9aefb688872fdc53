import type { Report } from '../report.ts';
import type { Io } from './io.ts';
import type { RunPlan } from './run-plan.ts';

/** What came of the run on one target. */
export interface Judged {
  report: Report;
  code: number;
  /** By an interrupt. */
  stopped: boolean;
}

/** Judges one target after the other, prints their headlines together, and answers the worst of their exit codes. */
export async function judgeEach(
  plans: readonly RunPlan[],
  judgeOne: (plan: RunPlan) => Promise<Judged>,
  io: Io,
): Promise<number> {
  const judged: { name: string; run: Judged }[] = [];
  for (const plan of plans) {
    const name = plan.name ?? '';
    io.stdout.write(`${judged.length > 0 ? '\n' : ''}${name}\n${'='.repeat(name.length)}\n`);
    const run = await judgeOne(plan);
    judged.push({ name, run });
    if (run.stopped) return run.code;
  }
  const rows = judged.map(({ name, run: { report } }) => {
    const { fail, warn, untested, error } = report.summary;
    const counts = { fail, warn, untested, error };
    const told = Object.entries(counts).filter(([, count]) => count > 0);
    return [name, report.headline, told.map(([verdict, count]) => `${count} ${verdict}`).join(', ')] as const;
  });
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  const lines = rows.map(([name, headline, counts]) =>
    `${name.padEnd(width(0))}  ${headline.padEnd(width(1))}  ${counts}`.trimEnd(),
  );
  io.stdout.write(`\n${lines.join('\n')}\n`);
  return Math.max(...judged.map(({ run }) => run.code));
}
