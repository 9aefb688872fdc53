import type { Line, Report } from '../harness/report.ts';
import { visibleJson } from './escape.ts';
import type { Reporter } from './options.ts';

// JSON.parse takes any depth, JSON.stringify does not: a server could end the run with nothing but brackets.
const deepest = 100;

function pruned(value: unknown, level: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (level === deepest) return `… nested deeper than ${deepest} levels`;
  if (Array.isArray(value)) return value.map((item) => pruned(item, level + 1));
  // Object.fromEntries defines members, so that one named __proto__ stays a member.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pruned(item, level + 1)]));
}

function isDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (level === deepest) return true;
  for (const key in value) if (isDeep((value as Record<string, unknown>)[key], level + 1)) return true;
  return false;
}

const shallow = (line: Line): Line => (isDeep(line) ? (pruned(line, 0) as Line) : line);

/** The report itself, indented by two spaces; control and bidi characters stand as JSON escapes. */
export const json: Reporter = (report) => {
  const legs = report.legs.map((leg) => ({
    ...leg,
    capabilities: isDeep(leg.capabilities)
      ? (pruned(leg.capabilities, 0) as Report['legs'][number]['capabilities'])
      : leg.capabilities,
    transcript: leg.transcript.map(shallow),
  }));
  return `${visibleJson(JSON.stringify({ ...report, legs }, null, 2))}\n`;
};
