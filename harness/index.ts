export type { Case, Harm, Level, Rule } from './case.ts';
export type { Headline, Leg, Line, Report, Result, Summary, Verdict } from './report.ts';
export { runConformance } from './run.ts';
export {
  CouldNotRun,
  type Fixtures,
  type RunEvent,
  type RunOptions,
  type Target,
  type Trigger,
} from './run-options.ts';
export { type Revision, revisions } from './wire.ts';
