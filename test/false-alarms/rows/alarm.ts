import type { Specimen } from '../../field-reports/trial.ts';

/** A server that was faulted, and what may be said of it. */
export interface Alarm extends Specimen {
  /** Where the false alarm was told: owner/name#number. */
  report: string;
  /** What the server does, rightly. */
  gist: string;
  /** What breaks a rule all the same, and is to be said once: the cases that may fail or warn. */
  deserved?: Readonly<Record<string, 'fail' | 'warn'>>;
  /** Cases that must not pass on it. */
  unproven?: readonly string[];
  /** No leg is run: the words of the reason. */
  absent?: RegExp;
}
