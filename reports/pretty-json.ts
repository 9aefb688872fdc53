import { grouped, plain, shorten, visible } from './escape.ts';

/** How much of a value is shown. */
export interface Bounds {
  /** Characters of one string. */
  string: number;
  /** Members of one object or array. */
  items: number;
  /** Levels of nesting. */
  depth: number;
  /** Lines in all. */
  lines: number;
  /** Columns within which an object stays on one line. */
  width: number;
}

/** Enough for a message of ordinary size, whole. */
export const defaultBounds: Bounds = { string: 160, items: 12, depth: 8, lines: 40, width: 88 };

/** Stands for an object that is left out on purpose. */
export class Elided {
  constructor(readonly members: number) {}
}

// Breadth times depth could still be large; no reader wants more values than this.
const mostValues = 2_000;

/** JSON for people: small objects on one line, long strings folded with their length, what was left out counted. */
export function prettyJson(value: unknown, bounds: Partial<Bounds> = {}): string {
  const limits = { ...defaultBounds, ...bounds };
  let values = 0;

  const block = (open: string, close: string, parts: string[], total: number, indent: string, lead: number): string => {
    if (total > parts.length) parts.push(`… ${grouped(total - parts.length)} more`);
    const line = `${open} ${parts.join(', ')} ${close}`;
    if (!parts.some((part) => part.includes('\n')) && indent.length + lead + line.length <= limits.width) return line;
    return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`;
  };

  const write = (item: unknown, level: number, indent: string, lead = 0): string => {
    if (typeof item === 'string') return visible(JSON.stringify(shorten(item, limits.string)));
    if (typeof item !== 'object' || item === null) return item === null ? 'null' : visible(plain(item));
    if (item instanceof Elided) return `{ … ${grouped(item.members)} members }`;
    const keys = Array.isArray(item) ? undefined : Object.keys(item);
    const total = keys?.length ?? (item as unknown[]).length;
    const [open, close] = keys ? ['{', '}'] : ['[', ']'];
    if (total === 0) return open! + close;
    if (level >= limits.depth || values > mostValues)
      return `${open} … ${grouped(total)} ${keys ? 'members' : 'items'} ${close}`;
    const parts: string[] = [];
    for (let at = 0; at < total && at < limits.items && values <= mostValues; at++) {
      values++;
      const key = keys?.[at];
      const name = key === undefined ? '' : `${write(key, level, '')}: `;
      const member = key === undefined ? (item as unknown[])[at] : (item as Record<string, unknown>)[key];
      parts.push(name + write(member, level + 1, `${indent}  `, name.length));
    }
    return block(open!, close!, parts, total, indent, lead);
  };

  return firstLines(write(value, 0, ''), limits.lines);
}

/** The first `most` lines of a text, and how many more there were. */
export function firstLines(text: string, most: number): string {
  const lines = text.split('\n');
  if (lines.length <= most + 1) return text;
  return [...lines.slice(0, most), `… ${grouped(lines.length - most)} more lines`].join('\n');
}
