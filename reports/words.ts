import { type Harm, harms, type Level } from '../harness/case.ts';
import type { Headline, Report, Result, Summary, Verdict } from '../harness/report.ts';
import { isNotBegun, isNotReached } from '../harness/stopped.ts';
import type { TransportKind } from '../harness/transport/transport.ts';
import { declaresResources, isOnResources } from '../harness/verdict.ts';
import { grouped } from './escape.ts';

/** The sign of each verdict: legible without colour, one column wide. */
export const marks: Record<Verdict, string> = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  untested: '?',
  'not-applicable': '–',
  error: 'E',
};

/** A verdict as it stands in a sentence. */
export const verdictWords: Record<Verdict, string> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  untested: 'untested',
  'not-applicable': 'not applicable',
  error: 'error',
};

/** What each kind of harm means to whoever uses the server. */
export const harmWords: Record<Harm, string> = {
  leaks: 'data reaches someone who must not have it',
  breaks: 'a client fails, hangs, or cannot get at a resource',
  misleads: 'a client works, and is told something wrong',
  untidy: 'nobody is hurt today; the next client may be',
};

/** The levels, most binding first. */
export const levels: readonly Level[] = ['MUST', 'MUST NOT', 'SCHEMA', 'SHOULD', 'SHOULD NOT'];

/** A place in an order of severity; what is unknown comes last. */
export const rank = <T>(order: readonly T[], item: T): number => {
  const at = order.indexOf(item);
  return at < 0 ? order.length : at;
};

/** The kinds of harm, worst first. */
export const harmOrder: readonly Harm[] = harms;

/** The verdicts in the order in which their counts are read. */
export const tally = (summary: Summary): [Verdict, number][] => [
  ['pass', summary.pass],
  ['fail', summary.fail],
  ['warn', summary.warn],
  ['untested', summary.untested],
  ['not-applicable', summary.notApplicable],
  ['error', summary.error],
];

/** "1 case", "12 cases". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** "a", "a and b", "a, b and c". */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** A length of time as people say it: 80 ms, 2.1 s, 3 min 5 s. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A transport by the name that its specification gives it. */
export const transportWords: Record<TransportKind, string> = {
  stdio: 'stdio',
  http: 'Streamable HTTP',
  sse: 'HTTP+SSE',
  memory: 'memory',
};

/** The verdict whose mark and colour stand for a headline. */
export const headlineVerdict: Record<Headline, Verdict> = {
  conformant: 'pass',
  'partly tested': 'untested',
  'nothing to judge': 'not-applicable',
  'not conformant': 'fail',
  'could not run': 'error',
};

const casesWith = (report: Report, fits: (result: Result) => boolean): number =>
  new Set(report.legs.flatMap((leg) => leg.results.filter(fits).map((result) => result.case))).size;

/** The headline in one plain sentence, and in another what fails the run whatever the headline says. */
export function headlineSentence(report: Report): string {
  const stale = report.staleIssues?.length ?? 0;
  const holds = stale === 1 ? 'does not hold' : 'do not hold';
  return `${verdictSentence(report)}${stale > 0 ? ` ${plural(stale, 'known issue')} ${holds} any more, which fails the run.` : ''}`;
}

function verdictSentence(report: Report): string {
  const failed = casesWith(report, ({ verdict }) => verdict === 'fail');
  const excused = casesWith(report, ({ verdict, knownIssue }) => verdict === 'fail' && knownIssue !== null);
  const known = excused > 0 ? ` ${plural(excused, 'known issue')} among them.` : '';
  // A known failure is excused, and must not be told away: no rule that it breaks was kept.
  const aside = excused > 0 ? `Known issues of ${plural(excused, 'case')} aside, every` : 'Every';
  const but = excused > 0 ? ` Known issues of ${plural(excused, 'case')} are left aside.` : '';
  const all = new Set(report.legs.map((leg) => leg.revision)).size;
  const spoken = plural(all, 'revision');
  switch (report.headline) {
    case 'conformant':
      return `${aside} binding rule that applies was tested and kept, in ${spoken}.`;
    case 'partly tested':
      return `No ${excused > 0 ? 'other ' : ''}binding rule was seen broken in ${spoken}, but ${openSentence(report)}.${but}`;
    case 'nothing to judge':
      return `${nothingSentence(report)}${but}`;
    case 'not conformant': {
      const inside = new Set(
        report.legs.filter((leg) => leg.results.some((r) => r.verdict === 'fail')).map((leg) => leg.revision),
      );
      return failed === 0
        ? 'The server does not do what this run asked of it.'
        : `${plural(failed, 'case')} failed, in ${inside.size === all ? (all === 1 ? 'the one revision spoken' : `all ${all} revisions`) : `${inside.size} of ${spoken}`}.${known}`;
    }
    default:
      return 'The suite could not finish its work; what is below says why.';
  }
}

/** What keeps a server that broke nothing from being called conformant. */
function openSentence(report: Report): string {
  const binding = casesWith(report, ({ verdict, level }) => verdict === 'untested' && !level.startsWith('SHOULD'));
  const unbegun = report.absent.filter(isNotBegun).length;
  if (unbegun === 0 && casesWith(report, isNotReached) === 0)
    return `${plural(binding, 'case')} could not be put to the test`;
  const cases = casesWith(report, ({ verdict }) => verdict === 'untested');
  const parts = [
    ...(cases > 0 ? [`${plural(cases, 'case')} ${cases === 1 ? 'was' : 'were'} not put to the test`] : []),
    ...(unbegun > 0 ? [`${plural(unbegun, 'revision')} ${unbegun === 1 ? 'was' : 'were'} not begun`] : []),
  ];
  return `the run was stopped: ${listed(parts)}`;
}

/** Why there was nothing to judge: the server has no resources, no case on them was run, or none came to a verdict. */
function nothingSentence({ legs }: Report): string {
  if (!declaresResources(legs)) return 'The server declares no resources, so there was nothing that their rules judge.';
  const run = legs.some(({ results }) => results.some(isOnResources));
  return run
    ? 'The server declares resources, but no case on them passed or failed: what stands in the way is told with each.'
    : 'No case on resources was run, so nothing is said of them: those that were run judge other things.';
}

/** Revisions in a row: "2025-06-18, 2026-07-28". */
export const revisionList = (revisions: readonly string[]): string => revisions.join(', ');
