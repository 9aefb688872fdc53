import { quote } from '../quote.ts';

/** A value of the server in a few words, for a reason: its kind, and the value itself where it is short. */
export function valueInWords(value: unknown): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return quote(value);
}
