import type { ReportOptions } from '../../reports/options.ts';
import type { Report } from '../report.ts';
import type { Parsed } from './arguments.ts';
import { caseFacts } from './case-facts.ts';
import { type Io, mayColor } from './io.ts';
import type { Parts } from './parts.ts';
import { type PlannedReport, saveText } from './report-plan.ts';

/** How the command line wants one of its reports. */
export function reportOptions({ values }: Parsed, io: Io, file: string | undefined): ReportOptions {
  const toFile = file !== undefined;
  return {
    color: !toFile && mayColor(io.stdout, io.env, values.has('no-color')),
    quiet: values.has('quiet'),
    verbose: values.has('verbose'),
    ...(!toFile && io.stdout.columns !== undefined && { width: io.stdout.columns }),
    ...(toFile && { file }),
  };
}

/** Writes each report where it goes; `note` is told of one that nobody asked for and that could not be written. */
export async function writeReports(
  planned: readonly PlannedReport[],
  io: Io,
  make: (report: PlannedReport) => Promise<string>,
  note: (text: string) => void = () => {},
): Promise<void> {
  const text = async (report: PlannedReport) => withNewline(await make(report));
  // Files first: who reads stdout to its end may look at them at once.
  for (const report of planned) {
    const { file, append, byDefault } = report;
    if (file === undefined) continue;
    try {
      await saveText(file, await text(report), { append: append === true });
    } catch (error) {
      if (!byDefault) throw error;
      note((error as Error).message);
    }
  }
  for (const report of planned) if (report.file === undefined) io.stdout.write(await text(report));
}

/** Writes one report in its formats. */
export async function writeReport(
  report: Report,
  planned: readonly PlannedReport[],
  {
    parsed,
    io,
    parts,
    strict,
    note,
  }: { parsed: Parsed; io: Io; parts: Parts; strict: boolean; note?: (text: string) => void },
): Promise<void> {
  const { render } = await parts.reports();
  await writeReports(
    planned,
    io,
    async ({ format, file }) =>
      render(format, report, {
        ...reportOptions(parsed, io, file),
        ...(strict && { strict }),
        ...(format === 'sarif' && { cases: caseFacts((await parts.cases()).cases) }),
      }),
    note,
  );
}

const withNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
