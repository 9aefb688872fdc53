import { grouped } from '../escape.ts';
import { plural } from '../words.ts';
import type { Comparison, Direction } from './changes.ts';

/** The directions as headings. */
export const directionWords: Record<Direction, string> = {
  worse: 'Worse',
  better: 'Better',
  other: 'Changed otherwise',
};

/** How much did not change. */
export const sameInWords = ({ changes, same }: Comparison): string =>
  changes.length === 0
    ? `Nothing changed: ${plural(same, 'verdict is', 'verdicts are')} the same.`
    : `${grouped(same)} ${same === 1 ? 'verdict is' : 'verdicts are'} the same.`;
