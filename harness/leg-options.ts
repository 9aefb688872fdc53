import type { AskedOnce } from './asked-once.ts';
import type { Fixtures, RunEvent } from './run-options.ts';
import type { Limits } from './session/negotiate.ts';
import type { Turns } from './turns.ts';

/** What a leg needs to know. */
export interface LegOptions extends Limits {
  fixtures: Fixtures;
  maxPages: number;
  sample: number;
  mask?: (text: string) => string;
  /** Shared with the other legs of a run, as is the next. */
  turns?: Turns;
  asked?: AskedOnce;
  signal?: AbortSignal;
  onEvent?: (event: RunEvent) => void;
}
