import { basename, extname } from 'node:path';
import type { NamedReport } from '../../reports/comparison/index.ts';
import type { Parsed } from './arguments.ts';
import type { Io } from './io.ts';
import type { Parts } from './parts.ts';
import { readReport } from './report-file.ts';
import { planReports } from './report-plan.ts';
import { reportOptions, writeReports } from './report-writer.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Sets reports side by side and tells what changed from the first to the last. */
export async function compare(parsed: Parsed, io: Io, parts: Parts): Promise<number> {
  const { operands, values } = parsed;
  if (operands.length < 2)
    throw new WrongUsage('compare needs two reports or more, as in compare before.json after.json');
  const { comparisonFormats, renderComparison } = await parts.comparison();
  const planned = planReports(values.get('report') ?? [], comparisonFormats, io.cwd);
  const names = namesOf(operands);
  const reports: NamedReport[] = [];
  for (const [at, path] of operands.entries())
    reports.push({ name: names[at]!, report: withoutTranscripts(await readReport(path, io.cwd)) });
  await writeReports(planned, io, ({ format, file }) =>
    renderComparison(format, reports, reportOptions(parsed, io, file)),
  );
  return 0;
}

/** Each report's file name, or its whole path where two files have the same name; numbered where a file stands twice. */
function namesOf(paths: readonly string[]): string[] {
  const twice = (all: readonly string[], name: string) => all.filter((other) => other === name).length > 1;
  const names = paths.map((path) => basename(path, extname(path)));
  return names.map((name, at) => {
    if (!twice(names, name)) return name;
    return twice(paths, paths[at]!) ? `${paths[at]} (${at + 1})` : paths[at]!;
  });
}

/** Many reports with transcripts would not fit into memory, and a comparison shows none. */
const withoutTranscripts = (report: NamedReport['report']): NamedReport['report'] => ({
  ...report,
  legs: report.legs.map((leg) => ({ ...leg, transcript: [] })),
});
