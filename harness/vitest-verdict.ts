import { inert, shorten, visible } from '../reports/escape.ts';
import { exchangeOf, indexLines } from '../reports/exchange.ts';
import { harmWords } from '../reports/words.ts';
import type { Leg, Report, Result } from './report.ts';
import { isNotReached } from './stopped.ts';
import type { Revision } from './wire.ts';

/** A case that did not pass, as a test fails with it: the reason first, then what mends it and the exchange that shows it. */
export class NotConformant extends Error {
  override name = 'NotConformant';

  constructor(message: string) {
    super(message);
    // The place in this suite where the verdict is told would say nothing to who reads it.
    this.stack = `${this.name}: ${message}`;
  }
}

/** What becomes of the test of one case. */
export type TestEnd =
  | { kind: 'pass' }
  /** A remark that fails no test. */
  | { kind: 'remark'; words: string }
  | { kind: 'skip'; words: string }
  | { kind: 'fail'; words: string };

const line = (text: unknown): string => inert(visible(shorten(text, 2000)));

/** What becomes of the test of a case in a revision, by what the report says of it. */
export function endOf(report: Report, revision: Revision, id: string, strict: boolean): TestEnd {
  const leg = report.legs.find((each) => each.revision === revision);
  if (!leg) {
    const why = report.absent.find((each) => each.revision === revision)?.why ?? 'it was not tried';
    return { kind: 'skip', words: `${revision} is not judged: ${line(why)}` };
  }
  const result = leg.results.find((each) => each.case === id);
  if (!result || isNotReached(result))
    return { kind: 'fail', words: 'the run was stopped before this case; allow it more time by `within`' };
  const { verdict, reason, knownIssue } = result;
  if (verdict === 'pass') return { kind: 'pass' };
  if (verdict === 'error') return { kind: 'fail', words: `a fault of the suite, not of the server: ${line(reason)}` };
  if (verdict === 'not-applicable') return { kind: 'skip', words: `not applicable: ${line(reason)}` };
  if (knownIssue) return { kind: 'skip', words: `known issue: ${line(knownIssue.why)} (${line(reason)})` };
  if (verdict === 'fail' || strict) return { kind: 'fail', words: account(leg, result) };
  return verdict === 'warn'
    ? { kind: 'remark', words: line(reason) }
    : { kind: 'skip', words: `untested: ${line(reason)}` };
}

/** All that mends a finding, in lines. */
function account(leg: Leg, result: Result): string {
  const { verdict, reason, level, rules, harm, hint, link, unstable } = result;
  const bounds = { brief: true, string: 120, items: 8, depth: 6, lines: 16, width: 100 };
  const { lines, leftOut } = exchangeOf(indexLines(leg), result.transcript, 6, bounds);
  const arrows = { out: '->', in: '<-', stderr: 'stderr', event: '--' } as const;
  const exchange = lines.flatMap(({ direction, summary, body }) => {
    const [first = '', ...rest] = body.split('\n');
    return [
      `  ${arrows[direction]} ${[summary, first].filter(Boolean).join('  ')}`,
      ...rest.map((row) => `     ${row}`),
    ];
  });
  return [
    `${verdict === 'untested' ? 'untested: ' : ''}${line(reason)}`,
    '',
    `${level} ${rules[0] ?? ''}, ${harm}: ${harmWords[harm]}`,
    ...(unstable ? ['unstable: a second try ended otherwise'] : []),
    `hint: ${hint}`,
    `spec: ${link}`,
    ...(exchange.length > 0 ? ['', ...exchange.map(inert)] : []),
    ...(leftOut > 0 ? [`  ... ${leftOut} more lines`] : []),
  ].join('\n');
}

/** What the known issues that do not hold any more have to be told; undefined where all hold. */
export function staleWords({ staleIssues = [] }: Report): string | undefined {
  if (staleIssues.length === 0) return undefined;
  return staleIssues
    .map(
      (issue) =>
        `${line(issue.case)}${issue.seen.length > 0 ? ` (${issue.seen.join(', ')})` : ''}: ${line(issue.problem)}`,
    )
    .join('\n');
}
