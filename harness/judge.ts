/** What a judgement may add to its words. */
export interface Grounds {
  /** The id of the rule that is broken, for a case that carries several; default: the first that applies. */
  rule?: string;
  /** Weak evidence, or a step that the text leaves to the reader: counts as a warning whatever the rule's level. */
  warn?: boolean;
  /** Lines of the transcript that show it; default: the exchange looked at last. */
  lines?: readonly number[];
}

/** The server broke the rule under test. */
export class Violation extends Error {
  override name = 'Violation';
  constructor(
    message: string,
    readonly grounds: Grounds = {},
  ) {
    super(message);
  }
}

/** The rule applies, but could not be put to the test; the message names the remedy or the case that blocks it. */
export class Untested extends Error {
  override name = 'Untested';
}

/** The server's own complete answers show that there is nothing to judge. */
export class NotApplicable extends Error {
  override name = 'NotApplicable';
}

/**
 * Judges: unless `ok`, the server broke the rule, in the words of `violation` ("expected X, got Y"). A function finds them only then:
 * for what is judged thousands of times.
 */
export function check(ok: boolean, violation: string | (() => string), grounds?: Grounds): asserts ok {
  if (!ok) throw new Violation(typeof violation === 'string' ? violation : violation(), grounds);
}

/** Gives up without a judgement: the rule applies, and `reason` tells what would make it testable. */
export function untested(reason: string): never {
  throw new Untested(reason);
}

/** Gives up because a malformed or refused answer, which another case judges, stands in the way. */
export function blockedBy(caseId: string, what: string): never {
  throw new Untested(`blocked by ${caseId}: ${what}`);
}

/** Says that this server has nothing to which the rule could apply, as its own complete answers show. */
export function notApplicable(reason: string): never {
  throw new NotApplicable(reason);
}
