import type { Page } from './material.ts';
import { isObject, type JsonObject } from './wire.ts';

const known = new WeakMap<Page, readonly JsonObject[]>();

/** The items of a page that are objects. Looked for once, since each case that judges a list asks for them. */
export function objectsOf(page: Page): readonly JsonObject[] {
  const before = known.get(page);
  if (before) return before;
  const objects = page.items.every(isObject) ? page.items : page.items.filter(isObject);
  known.set(page, objects);
  return objects;
}
