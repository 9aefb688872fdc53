import { rulesIn } from '../harness/case.ts';
import { ruleLink } from '../harness/link.ts';
import { suiteOrder } from '../harness/plan.ts';
import type { Headline, Leg, Report, Result, Summary, Verdict } from '../harness/report.ts';
import type { NamedReport } from '../reports/comparison/changes.ts';
import { renderComparison } from '../reports/html/comparison.ts';
import { cases } from '../suites/index.ts';
import { type Digest, letters, type OverWay } from './digest.ts';
import { type Way, ways } from './manifest.ts';
import { type Field, inOrder } from './page.ts';

const verdictOf = Object.fromEntries(Object.entries(letters).map(([verdict, letter]) => [letter, verdict as Verdict]));
const rank = (id: string): number => (suiteOrder as readonly string[]).indexOf(id.split('/')[0]!);
const worst: readonly Headline[] = [
  'could not run',
  'not conformant',
  'partly tested',
  'nothing to judge',
  'conformant',
];

/** The legs of a run over one transport, as far as its digest tells. */
function legsOf(name: string, over: Way, found: OverWay): Leg[] {
  const ids = Object.keys(found.verdicts).filter((id) => cases[id]);
  const sorted = ids.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  return found.revisions.map((revision, at) => ({
    revision,
    transport: over,
    server: { name, version: '' },
    capabilities: {},
    durationMs: 0,
    transcript: [],
    results: sorted.flatMap((id): Result[] => {
      const verdict = verdictOf[found.verdicts[id]![at] ?? '-'];
      const definition = cases[id]!;
      const [rule] = rulesIn(definition, revision);
      if (!verdict || !rule) return [];
      const said = [...found.findings, ...found.untested].find(
        (each) => each.case === id && each.revisions.includes(revision),
      );
      const { title, harm, hint } = definition;
      const base = { case: id, title, verdict, level: rule.level, harm, hint, reason: said?.says ?? '' };
      const link = said?.link ?? ruleLink(rule, revision);
      return [{ ...base, rules: [rule.id], link, transcript: [], durationMs: 0, unstable: false, knownIssue: null }];
    }),
  }));
}

function reportOf(digest: Digest): Report {
  const its = ways.flatMap((over) => (digest[over] ? [{ over, found: digest[over] }] : []));
  const summary: Summary = { pass: 0, fail: 0, warn: 0, untested: 0, notApplicable: 0, error: 0 };
  for (const { found } of its)
    for (const key of Object.keys(summary) as (keyof Summary)[]) summary[key] += found.summary[key];
  return {
    schemaVersion: 1,
    tool: { name: 'mcp-resource-conformance', version: digest.suite },
    command: [],
    startedAt: '',
    durationMs: 0,
    headline: worst.find((headline) => its.some(({ found }) => found.headline === headline)) ?? 'could not run',
    summary,
    legs: its.flatMap(({ over, found }) => legsOf(`${digest.name} ${digest.version}`, over, found)),
    absent: [],
  };
}

/** field/results/index.html: a column for each implementation, both transports in it. */
export function sideBySide(field: Pick<Field, 'manifest' | 'digests'>): string {
  const reports = inOrder(field).map(({ digest }): NamedReport => ({ name: digest.name, report: reportOf(digest) }));
  // All cases, however many the implementations are; a digest knows no date.
  return renderComparison(reports, { room: Number.POSITIVE_INFINITY, dated: false });
}
