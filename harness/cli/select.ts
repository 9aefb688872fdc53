import { matches } from '../plan.ts';
import { nearest, oneOf } from './nearest.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** The members of comma-separated lists; throws where one is empty. */
export function listed(option: string, values: readonly string[]): string[] {
  const parts = values.flatMap((value) => value.split(',')).map((part) => part.trim());
  if (parts.includes('')) throw new WrongUsage(`--${option} has an empty entry; separate entries by one comma`);
  return [...new Set(parts)];
}

/** Says which ids come near one that is not there, or else which suites there are. */
export function nearIds(typed: string, ids: readonly string[]): string {
  const near = nearest(typed, ids);
  if (near.length > 0) return `did you mean ${oneOf(near)}?`;
  const suites = [...new Set(ids.map((id) => id.split('/')[0]!))];
  return `the suites are ${suites.join(', ')}; "list" shows all cases`;
}

/** Throws where a glob of `--only` or `--skip` matches no case. */
export function checkGlobs(option: string, globs: readonly string[], ids: readonly string[]): void {
  for (const glob of globs) {
    if (ids.some((id) => matches(id, glob))) continue;
    throw new WrongUsage(`--${option} ${quoted(glob)} matches no case; ${nearIds(glob, ids)}`);
  }
}

/** Checks `--only` and `--skip` against the cases that there are, also that they leave any. */
export function checkSelection(only: readonly string[], skip: readonly string[], ids: readonly string[]): void {
  checkGlobs('only', only, ids);
  checkGlobs('skip', skip, ids);
  const left = ids.filter((id) => only.length === 0 || only.some((glob) => matches(id, glob)));
  if (left.every((id) => skip.some((glob) => matches(id, glob)))) {
    throw new WrongUsage('--only and --skip leave no case to run; widen the one or narrow the other');
  }
}
