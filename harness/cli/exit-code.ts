import { isOutOfCredentials } from '../refused-credentials.ts';
import type { Report, Result } from '../report.ts';
import { isNotBegun } from '../stopped.ts';
import type { Revision } from '../wire.ts';

/** What the exit codes mean; see `--help`. */
export const exitCodes = { good: 0, notConformant: 1, wrongUsage: 2, couldNotRun: 3, ownFault: 4 } as const;

/** How strictly a report is taken. */
export interface Strictness {
  strict?: boolean | undefined;
  /** The revisions asked for by name: each has to be spoken. */
  revisions?: readonly Revision[] | undefined;
}

/** The exit code that a report deserves. */
export function exitCode(report: Report, { strict = false, revisions = [] }: Strictness = {}): number {
  const results = report.legs.flatMap((leg) => leg.results);
  const counts = (test: (result: Result) => boolean) =>
    results.some((result) => test(result) && result.knownIssue === null);
  // An error is ours, and is never excused as a known issue.
  if (report.summary.error > 0 || results.some(({ verdict }) => verdict === 'error')) return exitCodes.ownFault;
  if (report.headline === 'could not run') return exitCodes.couldNotRun;
  if ((report.staleIssues ?? []).length > 0) return exitCodes.notConformant;
  const missing = report.absent.some((each) => revisions.includes(each.revision) && !isNotBegun(each));
  if (report.headline === 'not conformant' || missing || counts(({ verdict }) => verdict === 'fail')) {
    return exitCodes.notConformant;
  }
  // What was seen broken stands; without that, a run that lost its way in has said nothing.
  if (results.some(isOutOfCredentials)) return exitCodes.couldNotRun;
  const doubtful =
    report.headline !== 'conformant' || counts(({ verdict }) => verdict === 'warn' || verdict === 'untested');
  return strict && doubtful ? exitCodes.notConformant : exitCodes.good;
}
