import type { Case } from './case.ts';

/** The suites in the order in which people read them. */
export const suiteOrder = [
  ...['capabilities', 'list', 'pagination', 'templates', 'read', 'not-found', 'traversal', 'subscriptions'],
  ...['caching', 'completion', 'input-required', 'metadata', 'messages', 'stdio', 'http'],
] as const;

/** A case and its id. */
export interface Planned {
  id: string;
  definition: Case;
}

/** Whether an id is meant by a glob: `read/*`, `read` (the whole suite), `*-code` after a slash, or the id itself. */
export function matches(id: string, glob: string): boolean {
  if (glob === id || glob === id.split('/')[0]) return true;
  const pattern = glob
    .split(/(\*\*|\*|\?)/)
    .map((part) => ({ '**': '.*', '*': '[^/]*', '?': '[^/]' })[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'))
    .join('');
  return new RegExp(`^(?:${pattern})$`).test(id);
}

/** The cases that `only` and `skip` leave, in the order of the report. */
export function plan(
  cases: Readonly<Record<string, Case>>,
  only?: readonly string[],
  skip?: readonly string[],
): Planned[] {
  const wanted = (id: string) =>
    (!only?.length || only.some((glob) => matches(id, glob))) && !skip?.some((glob) => matches(id, glob));
  const rank = (id: string) => (suiteOrder as readonly string[]).indexOf(id.split('/')[0]!);
  return Object.keys(cases)
    .filter(wanted)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((id) => ({ id, definition: cases[id]! }));
}

/** The order in which a leg runs its cases: what may end the server comes last, what only watches needs no turn. */
export const inTurn = (planned: readonly Planned[]): Planned[] => [
  ...planned.filter(({ definition }) => definition.run && !definition.fresh),
  ...planned.filter(({ definition }) => definition.run && definition.fresh),
];
