import type { OptionName } from './options.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

// Timers cannot wait longer; a larger number would fire at once.
const largest = 2 ** 31 - 1;

/** The whole number that an option gives; undefined where it is not given. */
export function countOf(values: ReadonlyMap<OptionName, string[]>, name: OptionName): number | undefined {
  const text = values.get(name)?.[0];
  if (text === undefined) return undefined;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= largest) return number;
  throw new WrongUsage(
    `--${name} must be a whole number from 1 to ${largest}, got ${quoted(text)}; write it in plain digits`,
  );
}
