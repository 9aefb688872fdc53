import { invalidParams } from './failure.ts';

/** How many items one page of a list has. */
export const pageSize = 5;

/** A cursor: opaque to clients, and bound to its list, so that another list's cursor is invalid. */
export function cursorAt(list: string, start: number): string {
  const seal = checksum(`${list} ${start}`);
  return Buffer.from(`${list}:${start}:${seal}`).toString('base64url');
}

/** Tells cursors that were issued from others, no more: who forges one gets a page that he could have had anyway. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (const character of text) sum = Math.imul(sum ^ character.charCodeAt(0), 0x01000193);
  return (sum >>> 0).toString(36).padStart(7, '0');
}

/** The position that a cursor stands for; undefined for whatever was never issued. */
function positionOf(list: string, cursor: string): number | undefined {
  if (cursor.length > 256) return undefined;
  const start = Number(/^[^:]*:(\d{1,9}):/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? Number.NaN);
  return start > 0 && cursorAt(list, start) === cursor ? start : undefined;
}

/** One page of a list. A cursor is good as long as the list is: a position past its end gives an empty last page. */
export function page<T>(list: string, items: readonly T[], cursor: unknown): { items: T[]; nextCursor?: string } {
  if (cursor !== undefined && typeof cursor !== 'string') throw invalidParams('cursor must be a string');
  const start = cursor === undefined ? 0 : positionOf(list, cursor);
  if (start === undefined) throw invalidParams('Invalid cursor');
  const end = start + pageSize;
  return { items: items.slice(start, end), ...(end < items.length && { nextCursor: cursorAt(list, end) }) };
}
