import { shapeFaults } from '../schemas/validate.ts';
import { check } from './judge.ts';
import type { Revision } from './wire.ts';

/** What to look at, and what else to say. */
export interface ShapeOptions {
  /** The id of the rule that is broken, for a case that carries several. */
  rule?: string;
  /** Lines of the transcript that show it. */
  lines?: readonly number[];
  /**
   * Judges some members only: their patterns (`resources[].uri`, with `*` for anything), or a function of the place of the
   * member, which is a JSON pointer without its leading slash (`resources/0/uri`), for a missing member too.
   */
  only?: string | readonly string[] | ((member: string) => boolean);
}

const told = 3;

/** Judges that a value is of a type of the revision's schema (whose schemas are loaded), or that the members asked for are. */
export function checkShape(value: unknown, typeName: string, revision: Revision, options: ShapeOptions = {}): void {
  const { rule, lines, only } = options;
  const faults = shapeFaults(revision, typeName, value, { only: chooser(only) });
  const words = faults.slice(0, told).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  if (faults.length > told) words.push('and more');
  check(faults.length === 0, `not ${article(typeName)} ${typeName}: ${words.join('; ')}`, {
    ...(rule === undefined ? {} : { rule }),
    ...(lines === undefined ? {} : { lines }),
  });
}

/** Whether a pattern of a member (`resources[].uri`) is one of those that patterns with `*` name. */
export const matchesMember = (patterns: string | readonly string[], member: string): boolean =>
  [patterns].flat().some((pattern) => expression(pattern, (plain) => plain).test(member));

/** The place `resources/0/uri` is one of the pattern `resources[].uri`; a name may itself hold points and slashes. */
const placeExpression = (pattern: string): RegExp =>
  expression(pattern.replaceAll('~', '~0').replaceAll('/', '~1'), (plain) =>
    plain.replaceAll('\\[\\]', '/\\d+').replaceAll('\\.', '[./]'),
  );

function expression(pattern: string, translate: (plain: string) => string): RegExp {
  const parts = pattern.split('*').map((part) => translate(part.replaceAll(/[.[\]\\^$+?(){}|]/g, '\\$&')));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function chooser(only: ShapeOptions['only']): (member: string) => boolean {
  // The version of JSON-RPC in an envelope is judged once for all messages, by a case of its own.
  if (only === undefined || typeof only === 'function')
    return (member) => member !== 'jsonrpc' && (only?.(member) ?? true);
  const expressions = [only].flat().map(placeExpression);
  return (member) => expressions.some((each) => each.test(member));
}

const article = (name: string): string => (/^[AEIO]/.test(name) ? 'an' : 'a');
