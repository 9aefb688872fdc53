import type { Report } from '../harness/report.ts';
import type { Reporter, ReportOptions } from './options.ts';

export type { Reporter, ReportOptions } from './options.ts';

// Loaded when asked for: a run that prints to the terminal never reads the code of the page.
const reporters = {
  terminal: async () => (await import('./terminal.ts')).terminal,
  json: async () => (await import('./json.ts')).json,
  html: async () => (await import('./html/index.ts')).page,
  junit: async () => (await import('./junit.ts')).junit,
  markdown: async () => (await import('./markdown.ts')).markdown,
  sarif: async () => (await import('./sarif.ts')).sarif,
  badge: async () => (await import('./badge.ts')).badge,
} satisfies Record<string, () => Promise<Reporter>>;

/** The name of a report format. */
export type Format = keyof typeof reporters;

/** The formats in which a report can be had. */
export const formats = Object.keys(reporters) as Format[];

/** Whether a name is that of a format. */
export const isFormat = (name: string): name is Format => Object.hasOwn(reporters, name);

/** Makes one format of a report; throws where the format does not exist. */
export async function render(format: string, report: Report, options: ReportOptions = {}): Promise<string> {
  if (!isFormat(format)) throw new Error(`unknown report format "${format}"; choose one of ${formats.join(', ')}`);
  const reporter = await reporters[format]();
  return reporter(report, options);
}
