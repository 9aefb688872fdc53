import type { Headline, Leg, Report, Result, Summary } from './report.ts';
import { isNotBegun, isNotReached } from './stopped.ts';

/** Suites that judge the resources feature itself; a run in which none of them decided anything is never called conformant. */
const resourceSuites = new Set([
  ...['list', 'pagination', 'templates', 'read', 'not-found', 'traversal', 'subscriptions'],
  ...['caching', 'completion', 'input-required', 'metadata'],
]);

/** Whether a result belongs to a suite that judges the resources feature itself. */
export const isOnResources = ({ case: id }: Result): boolean => resourceSuites.has(id.split('/')[0]!);

/** Whether the server declares resources in any leg. */
export const declaresResources = (legs: readonly Leg[]): boolean =>
  legs.some(({ capabilities }) => capabilities.resources !== undefined);

/** Counts the verdicts of all legs. */
export function summarise(legs: readonly Leg[]): Summary {
  const summary: Summary = { pass: 0, fail: 0, warn: 0, untested: 0, notApplicable: 0, error: 0 };
  for (const { results } of legs)
    for (const { verdict } of results) summary[verdict === 'not-applicable' ? 'notApplicable' : verdict]++;
  return summary;
}

/** The run in a word: `demanded` tells that an absent revision was asked for by name. */
export function headlineOf(legs: readonly Leg[], absent: Report['absent'], demanded: boolean): Headline {
  const results = legs.flatMap((leg) => leg.results);
  const has = (test: (result: Result) => boolean) => results.some(test);
  if (has(({ verdict, knownIssue }) => verdict === 'fail' && !knownIssue) || (demanded && !absent.every(isNotBegun)))
    return 'not conformant';
  if (legs.length === 0) return 'could not run';
  // A run that was stopped has not seen enough to call a server conformant, or without resources.
  if (absent.some(isNotBegun) || has(isNotReached)) return 'partly tested';
  const decided = (result: Result) => ['pass', 'fail', 'warn'].includes(result.verdict) && isOnResources(result);
  if (!declaresResources(legs) || !has(decided)) return 'nothing to judge';
  const open = ({ verdict, level }: Result) => verdict === 'untested' && !level.startsWith('SHOULD');
  return has(open) ? 'partly tested' : 'conformant';
}
