import { type ListMethod, listed } from './material.ts';
import { isObject } from './wire.ts';

const named = { resources: 'uri', resourceTemplates: 'uriTemplate' } as const;

/** What tells the entries of a page apart: the URI or template of each, the whole entry where it has none. */
export function entryKeys(method: ListMethod, items: readonly unknown[]): string[] {
  const member = named[listed[method]];
  return items.map((item) => {
    const name: unknown = isObject(item) ? item[member] : undefined;
    return typeof name === 'string' ? name : JSON.stringify(item);
  });
}
