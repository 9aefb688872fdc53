import type { Report, Result } from './report.ts';

/** Why a revision is absent that a stopped run had not come to. */
export const notBegun = 'the run was stopped';

/** Why a case is untested that a stopped run had not come to. */
export const notReached = 'the run was stopped before this case; run it again';

/** Whether a revision is absent for no other reason than that the run was stopped: nothing is known of it. */
export const isNotBegun = ({ why }: Report['absent'][number]): boolean => why === notBegun;

/** Whether a case has no verdict for no other reason than that the run was stopped. */
export const isNotReached = ({ verdict, reason }: Pick<Result, 'verdict' | 'reason'>): boolean =>
  verdict === 'untested' && reason === notReached;
