import { type Case, type Harm, penalty, rulesIn, type Terms } from './case.ts';
import { type Grounds, NotApplicable, Untested, Violation } from './judge.ts';
import { ruleLink } from './link.ts';
import type { Planned } from './plan.ts';
import type { Result, Verdict } from './report.ts';
import { notReached } from './stopped.ts';
import type { Revision } from './wire.ts';

/** What one run of a case found, before it is written up. */
export interface Finding {
  verdict: Verdict;
  reason: string;
  /** The rule that is broken. */
  rule?: string | undefined;
  /** The lines of the transcript that show it. */
  lines: readonly number[];
  /** What a user suffers and how to mend it, where that is not what the case says. */
  harm?: Harm;
  hint?: string;
}

/** A violation that did not end its case. */
export interface Flag {
  words: string;
  grounds: Grounds;
  /** The last line of the transcript by then. */
  at: number;
}

/** An error's message, or whatever was thrown in its place. */
export const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What is to be said of a case to which a stopped run did not come. */
export const unreached: Finding = { verdict: 'untested', reason: notReached, lines: [] };

/** Whether a session on which this was found may serve on. */
export const harmless = (verdict: Verdict): boolean => verdict !== 'fail' && verdict !== 'error';

/** Milliseconds since a moment, as a report has them. */
export const since = (begun: number): number => Math.round((performance.now() - begun) * 10) / 10;

/** What a case is told of the revision it runs in. */
export function termsOf(definition: Case, revision: Revision): Terms<any> {
  const rules = rulesIn(definition, revision);
  return { revision, rule: rules[0]!, want: rules[0]!.want, binds: (id) => rules.some((rule) => rule.id === id) };
}

/** The finding of a case that ended without or with an error: the worst of what it flagged and of what ended it. */
export function findingOf(
  definition: Case,
  revision: Revision,
  flags: readonly Flag[],
  cited: readonly number[],
  error?: unknown,
): Finding {
  const judgement = error instanceof Violation || error instanceof Untested || error instanceof NotApplicable;
  if (error !== undefined && !judgement) return ours(error, cited);
  const violations = flags.map(({ words, grounds }) => penalised(definition, revision, words, grounds, cited));
  if (error instanceof Violation) violations.push(penalised(definition, revision, error.message, error.grounds, cited));
  const worst = violations.find(({ verdict }) => verdict !== 'warn') ?? violations[0];
  if (worst) return worst;
  if (error instanceof Untested) return { verdict: 'untested', reason: error.message, lines: cited };
  if (error instanceof NotApplicable) return { verdict: 'not-applicable', reason: error.message, lines: cited };
  return { verdict: 'pass', reason: '', lines: cited };
}

/** Writes a finding up as a result of the report. `durationMs` in milliseconds. */
export function writeUp(
  { id, definition }: Planned,
  revision: Revision,
  { verdict, reason, rule, lines, harm = definition.harm, hint = definition.hint }: Finding,
  { durationMs, unstable = false }: { durationMs: number; unstable?: boolean },
): Result {
  const rules = rulesIn(definition, revision);
  const shown = rules.find((each) => each.id === rule) ?? rules[0];
  const { level, since } = shown ?? definition.rules[0];
  return {
    case: id,
    title: definition.title,
    verdict,
    level,
    harm,
    rules: shown ? [...new Set([shown.id, ...rules.map((each) => each.id)])] : [],
    reason,
    hint,
    link: ruleLink(shown ?? definition.rules[0], shown ? revision : since),
    transcript: lines.slice(0, 40),
    durationMs,
    unstable,
    knownIssue: null,
  };
}

function penalised(
  definition: Case,
  revision: Revision,
  reason: string,
  { rule, lines, warn }: Grounds,
  cited: readonly number[],
): Finding {
  const rules = rulesIn(definition, revision);
  const broken = rule === undefined ? rules[0]! : rules.find(({ id }) => id === rule);
  if (!broken) return ours(new Error(`${rule} is no rule of this case in ${revision}: ${reason}`), cited);
  return { verdict: warn ? 'warn' : penalty(broken), reason, rule: broken.id, lines: lines ?? cited };
}

/** A fault of the suite: with the place where it happened, for whoever mends it. */
function ours(error: unknown, lines: readonly number[]): Finding {
  const place = error instanceof Error ? (/\n\s+at (.+)/.exec(error.stack ?? '')?.[1] ?? '') : '';
  const where = place.replace(/.*[/\\]/, '').replace(/\)$/, '');
  return { verdict: 'error', reason: `${inWords(error)} (${where})`, lines };
}
