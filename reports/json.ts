import type { Report } from '../harness/report.ts';
import { shorten, visibleJson } from './escape.ts';
import type { Reporter } from './options.ts';

// JSON.parse takes any depth, JSON.stringify does not: a server could end the run with nothing but brackets.
const deepest = 100;
// A text of half a gigabyte is more than the engine can hold; long strings are folded only where it comes to that.
const folds = [Number.POSITIVE_INFINITY, 10_000, 200];

function bounded(value: unknown, fold: number, level = 0): unknown {
  if (typeof value === 'string') return shorten(value, fold);
  if (typeof value !== 'object' || value === null) return value;
  if (level === deepest) return `… nested deeper than ${deepest} levels`;
  if (Array.isArray(value)) return value.map((item) => bounded(item, fold, level + 1));
  // Object.fromEntries defines members, so that one named __proto__ stays a member.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bounded(item, fold, level + 1)]));
}

function isDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (level === deepest) return true;
  for (const key in value) if (isDeep((value as Record<string, unknown>)[key], level + 1)) return true;
  return false;
}

function write(report: Report): string {
  const deep = isDeep(report);
  for (const fold of folds) {
    try {
      const whole = !deep && fold === folds[0];
      return JSON.stringify(whole ? report : bounded(report, fold), null, 2);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  throw new Error('the report is too large for one JSON text; run fewer cases (--only) or revisions (--revision)');
}

/** The report itself, indented by two spaces; control and bidi characters stand as JSON escapes. */
export const json: Reporter = (report) => `${visibleJson(write(report))}\n`;
