import type { Parsed } from './arguments.ts';
import type { Io } from './io.ts';
import type { Parts } from './parts.ts';
import { readReport } from './report-file.ts';
import { planReports } from './report-plan.ts';
import { writeReport } from './report-writer.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** Makes other formats of a report that a run wrote; needs no server, and judges nothing anew. */
export async function render(parsed: Parsed, io: Io, parts: Parts): Promise<number> {
  const { operands, values } = parsed;
  const [path, extra] = operands;
  if (path === undefined)
    throw new WrongUsage('render needs a report, as in render report.json --report html=report.html');
  if (extra !== undefined)
    throw new WrongUsage(`render takes one report, got also ${quoted(extra)}; for several write compare`);
  if (values.has('quiet') && values.has('verbose'))
    throw new WrongUsage('--quiet and --verbose contradict each other; give one');
  const { formats } = await parts.reports();
  const planned = planReports(values.get('report') ?? [], formats, io.cwd);
  const report = await readReport(path, io.cwd);
  await writeReport(report, planned, { parsed, io, parts, strict: values.has('strict') });
  return 0;
}
