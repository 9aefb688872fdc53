import type { RequestHeaders } from './transport.ts';

/**
 * Lays header sets over each other: a later one takes the place of an earlier header of the same name, in any case of letters, and
 * `undefined` takes it away. The result alternates names, in the letters of the last set, and values.
 */
export function layHeaders(...sets: readonly RequestHeaders[]): string[] {
  const chosen = new Map<string, [name: string, value: string | string[] | undefined]>();
  for (const set of sets) {
    for (const [name, value] of Object.entries(set)) chosen.set(name.toLowerCase(), [name, value]);
  }
  const flat: string[] = [];
  for (const [name, value] of chosen.values()) {
    for (const each of value === undefined ? [] : [value].flat()) flat.push(name, each);
  }
  return flat;
}

/** Response headers with names in lower case, repeated ones joined by ", ". */
export function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const joined = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')]);
  return Object.fromEntries(joined);
}
