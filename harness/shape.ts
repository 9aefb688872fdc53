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

/** Whether a member at a place, or by its pattern, is one of those that patterns name. */
export function matchesMember(patterns: string | readonly string[], member: string): boolean {
  return [patterns].flat().some((pattern) => {
    const source = pattern
      .split('*')
      .map((part) => part.replaceAll(/[.[\]\\^$+?(){}|]/g, '\\$&'))
      .join('.*');
    return new RegExp(`^${source}$`, 's').test(member);
  });
}

/** The pattern of a place: `resources/0/uri` is a `resources[].uri`. */
export const memberPattern = (member: string): string =>
  member
    .split('/')
    .map((key) => (/^\d+$/.test(key) ? '[]' : key.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join('.')
    .replaceAll('.[]', '[]');

function chooser(only: ShapeOptions['only']): ((member: string) => boolean) | undefined {
  if (only === undefined || typeof only === 'function') return only;
  return (member) => matchesMember(only, memberPattern(member));
}

const article = (name: string): string => (/^[AEIO]/.test(name) ? 'an' : 'a');
