import { visibleJson } from '../escape.ts';
import type { ReportOptions } from '../options.ts';
import { compareReports, type NamedReport } from './changes.ts';

export type { NamedReport } from './changes.ts';

/** Makes one format of a comparison. */
type Comparer = (reports: readonly NamedReport[], options: ReportOptions) => string;

// Loaded when asked for, as the formats of a report are.
const comparers = {
  terminal: async () => {
    const { comparisonText } = await import('./terminal.ts');
    return (reports, options) => comparisonText(compareReports(reports), options);
  },
  markdown: async () => {
    const { comparisonMarkdown } = await import('./markdown.ts');
    return (reports) => comparisonMarkdown(compareReports(reports));
  },
  html: async () => {
    const { renderComparison: page } = await import('../html/comparison.ts');
    return (reports) => page(reports);
  },
  json: async () => (reports) =>
    `${visibleJson(JSON.stringify({ schemaVersion: 1, ...compareReports(reports) }, null, 2))}\n`,
} satisfies Record<string, () => Promise<Comparer>>;

/** The formats in which a comparison can be had. */
export const comparisonFormats = Object.keys(comparers) as (keyof typeof comparers)[];

/** Makes one format of a comparison of two reports or more; throws where the format does not exist. */
export async function renderComparison(
  format: string,
  reports: readonly NamedReport[],
  options: ReportOptions = {},
): Promise<string> {
  const named = comparisonFormats.find((each) => each === format);
  if (!named) throw new Error(`unknown format "${format}"; choose one of ${comparisonFormats.join(', ')}`);
  return (await comparers[named]())(reports, options);
}
