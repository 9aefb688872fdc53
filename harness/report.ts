import type { Harm, Level } from './case.ts';
import type { TransportKind } from './transport/transport.ts';
import type { JsonObject, Revision } from './wire.ts';

/** What a case found on one leg; see `summary` of a report for the counts. */
export const verdicts = ['pass', 'fail', 'warn', 'untested', 'not-applicable', 'error'] as const;
/** One verdict. */
export type Verdict = (typeof verdicts)[number];

/** A run in a word or two. */
export type Headline = 'conformant' | 'partly tested' | 'nothing to judge' | 'not conformant' | 'could not run';

/** How often each verdict was given, over all legs. */
export interface Summary {
  pass: number;
  fail: number;
  warn: number;
  untested: number;
  notApplicable: number;
  error: number;
}

/** A failure that the maintainers know of. */
export interface KnownIssue {
  case: string;
  revisions?: Revision[];
  says: string;
  why: string;
  issue?: string;
}

/** An entry of the known issues that does not hold any more, and why. */
export interface StaleIssue extends KnownIssue {
  /** Where it does not hold; empty where there is no such case. */
  seen: Revision[];
  problem: string;
}

/** One case on one leg. `reason` is there for every verdict but pass. */
export interface Result {
  case: string;
  title: string;
  verdict: Verdict;
  level: Level;
  harm: Harm;
  /** The ids of the rules that bind; the broken one first. */
  rules: string[];
  reason: string;
  hint: string;
  link: string;
  /** Lines of the leg's transcript that show it. */
  transcript: number[];
  durationMs: number;
  unstable: boolean;
  knownIssue: KnownIssue | null;
}

/** One line of a transcript. `ms` counts from the leg's start; `session` tells connections of the leg apart. */
export interface Line {
  n: number;
  ms: number;
  direction: 'out' | 'in' | 'stderr' | 'event';
  session: number;
  /** The parsed message, where there was one. */
  message?: JsonObject | unknown[];
  /** What is no message: noise, stderr, an event in words, or the bounded excerpt of a huge message. */
  text?: string;
  /** Why the text is no message: a banner on stdout, an HTTP body that is not JSON. */
  noise?: string;
  http?: JsonObject;
}

/** One revision over one transport. */
export interface Leg {
  revision: Revision;
  transport: TransportKind;
  server: { name: string; version: string };
  capabilities: JsonObject;
  durationMs: number;
  results: Result[];
  transcript: Line[];
}

/** Everything one run found: the one object from which each report format is made. */
export interface Report {
  schemaVersion: 1;
  tool: { name: string; version: string };
  /** The command line, secrets masked. */
  command: string[];
  startedAt: string;
  durationMs: number;
  headline: Headline;
  summary: Summary;
  legs: Leg[];
  /** The revisions that the server does not speak, or that could not be tried, with the reason. */
  absent: { revision: Revision; why: string }[];
  /** Known issues that do not hold any more: each fails the run. Left out where there is none. */
  staleIssues?: StaleIssue[];
}
