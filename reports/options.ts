import type { Report } from '../harness/report.ts';
import type { Revision } from '../harness/wire.ts';

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
  /** Makes the command that runs one case again; default: from the command of the report. */
  rerun?: (caseId: string, revisions: readonly Revision[]) => string;
}

/** Makes one format of a report; it sees the report alone, never the server. */
export type Reporter = (report: Report, options: ReportOptions) => string;
