import { masker, patternOf } from './mask.ts';

/** Masks a text that has to be told in pieces, before all of it has come. */
export interface PieceMasker {
  hide(text: string): string;
  /** How much of the text after a cut has to be known, in characters, to tell whether the cut halves a secret. */
  reach: number;
  /** The place at `at` or near it where a cut halves no secret. */
  cut(text: string, at: number): number;
}

// One character may be written as \u0041, with each level of JSON doubling the backslash.
const longestSpelling = 13;
const furthest = 64 * 1024;

/** Masks these secrets in pieces of a text. */
export function pieceMasker(secrets: readonly string[]): PieceMasker {
  const pattern = patternOf(secrets);
  if (!pattern) return { hide: (text) => text, reach: 0, cut: (_, at) => at };
  const longest = Math.max(...secrets.map((secret) => secret.length));
  return {
    hide: masker(secrets),
    reach: Math.min(longest * longestSpelling, furthest),
    cut(text, at) {
      for (const { index, 0: found } of text.matchAll(pattern)) {
        if (index >= at) break;
        const end = index + found.length;
        if (end > at) return index > 0 ? index : end;
      }
      return at;
    },
  };
}
