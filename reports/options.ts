import type { Harm, Level } from '../harness/case.ts';
import type { Report } from '../harness/report.ts';
import type { Revision } from '../harness/wire.ts';

/** What is known of a case whether it was run or not. */
export interface CaseFacts {
  id: string;
  title: string;
  hint: string;
  harm: Harm;
  /** That of the newest revision in which it binds. */
  level: Level;
  /** Whether a breach there is a failure, and no warning. */
  fails: boolean;
  link: string;
  rules: string[];
}

/** What may be asked of a reporter; each takes what it knows and passes over the rest. */
export interface ReportOptions {
  /** Colour in the terminal; default: where the terminal has it and NO_COLOR is not set. */
  color?: boolean;
  /** Columns of the terminal; default: as many as it has, else 80. */
  width?: number;
  /** The headline, the counts and the failures only. */
  quiet?: boolean;
  /** Every reason in full, and the exchange of each finding. */
  verbose?: boolean;
  /** Whether the page holds the transcript of each leg; default true. */
  transcripts?: boolean;
  /** Whether warnings and what stayed untested count as failures. */
  strict?: boolean;
  /** Every case that there is, for a format that declares them; default: those of the report. */
  cases?: readonly CaseFacts[];
  /** The name of the file that is written: a badge takes its form from it. */
  file?: string;
  /** Makes the command that runs one case again; default: from the command of the report. */
  rerun?: (caseId: string, revisions: readonly Revision[]) => string;
}

/** Makes one format of a report; it sees the report alone, never the server. */
export type Reporter = (report: Report, options: ReportOptions) => string;
