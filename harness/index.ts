export type { Case, Harm, Level, Rule } from './case.ts';
export type { Headline, KnownIssue, Leg, Line, Report, Result, StaleIssue, Summary, Verdict } from './report.ts';
export { runConformance } from './run.ts';
export type { ConformanceRun } from './run-events.ts';
export {
  CouldNotRun,
  type Fixtures,
  type RunEvent,
  type RunOptions,
  type Target,
  type Trigger,
} from './run-options.ts';
export { type Revision, revisions } from './wire.ts';
