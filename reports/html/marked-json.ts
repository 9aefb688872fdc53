import { grouped, type Html, head, html, plain, shorten, visible } from '../escape.ts';
import { Elided } from '../pretty-json.ts';
import type { MemberPath } from './offending.ts';

/** How much of a message the page shows. */
export interface Extent {
  /** Characters of a string that stand in its line; the rest is folded. */
  string: number;
  /** Characters of a string that are there when it is unfolded. */
  unfolded: number;
  /** Members of one object or items of one array. */
  items: number;
  /** Levels of nesting. */
  depth: number;
  /** Columns within which an object stays on one line. */
  width: number;
  /** Values in all. */
  values: number;
}

const usual: Extent = { string: 160, unfolded: 1_500, items: 12, depth: 8, width: 88, values: 300 };

interface Piece {
  markup: Html;
  /** Columns that it takes; undefined where it takes several lines. */
  width: number | undefined;
}

const line = (text: string, kind = ''): Piece => ({
  markup: kind === '' ? html`${text}` : html`<span class="${kind}">${text}</span>`,
  width: text.length,
});

function string(value: string, { string: most, unfolded }: Extent): Piece {
  if (value.length <= most) return line(visible(JSON.stringify(value)));
  const start = visible(JSON.stringify(`${head(value, 100)}`).slice(0, -1));
  const kept = head(value, unfolded);
  const rest = kept === undefined ? '' : `… ${grouped(value.length - kept.length)} more characters`;
  return {
    markup: html`<details class="fold"><summary>${start}… <small>(${grouped(value.length)} characters)</small></summary><span>${visible(JSON.stringify(kept ?? value))}${rest}</span></details>`,
    width: undefined,
  };
}

/** JSON for people, as markup: marks the members named, folds long strings, counts what is left out. */
export function markedJson(value: unknown, marked: ReadonlySet<MemberPath>, extent: Partial<Extent> = {}): Html {
  const bounds = { ...usual, ...extent };
  let values = 0;

  const children = (item: object, path: MemberPath, level: number, indent: string): Piece[] => {
    const list = Array.isArray(item);
    const keys = list ? undefined : Object.keys(item);
    const total = keys?.length ?? (item as unknown[]).length;
    const parts: Piece[] = [];
    // What a finding speaks of is shown, however far down its list it stands.
    const aim = [...marked].find((each) => each.startsWith(`${path}/`))?.slice(path.length + 1);
    const target =
      aim === undefined ? -1 : list ? Number.parseInt(aim, 10) : keys!.findIndex((key) => isFirst(key, aim));
    const add = (at: number): void => {
      values++;
      const key = keys?.[at];
      const inner = `${path}/${key ?? at}`;
      const name = key === undefined ? '' : visible(JSON.stringify(shorten(key, bounds.string)));
      const member = key === undefined ? (item as unknown[])[at] : (item as Record<string, unknown>)[key];
      const written = write(member, inner, level + 1, `${indent}  `, name.length + 2);
      const own = marked.has(inner);
      // A value of many lines would be one loud block: its name alone is marked, where it has one.
      const loud = own && written.width === undefined && name !== '';
      const label = html`<span class="key">${name}</span>`;
      const markup =
        name === '' ? written.markup : html`${loud ? html`<mark>${label}</mark>` : label}: ${written.markup}`;
      parts.push({
        markup: own && !loud ? html`<mark>${markup}</mark>` : markup,
        width: written.width === undefined ? undefined : written.width + name.length + 2,
      });
    };
    let at = 0;
    for (; at < total && at < bounds.items && values <= bounds.values; at++) add(at);
    if (target >= at && target < total) {
      if (target > at) parts.push(line(`… ${grouped(target - at)} more`, 'more'));
      add(target);
      at = target + 1;
    }
    if (at < total) parts.push(line(`… ${grouped(total - at)} more`, 'more'));
    return parts;
  };

  const write = (item: unknown, path: MemberPath, level: number, indent: string, lead: number): Piece => {
    if (typeof item === 'string') return string(item, bounds);
    if (item === null) return line('null');
    if (typeof item !== 'object') return line(visible(plain(item)));
    if (item instanceof Elided) return line(`{ … ${grouped(item.members)} members }`, 'more');
    const [open, close] = Array.isArray(item) ? ['[', ']'] : ['{', '}'];
    const total = Array.isArray(item) ? item.length : Object.keys(item).length;
    if (total === 0) return line(open! + close);
    if (level >= bounds.depth || values > bounds.values)
      return line(`${open} … ${grouped(total)} ${open === '{' ? 'members' : 'items'} ${close}`, 'more');
    const parts = children(item, path, level, indent);
    const width = parts.reduce<number | undefined>(
      (sum, part) => (sum === undefined || part.width === undefined ? undefined : sum + part.width + 2),
      indent.length + lead + 4,
    );
    if (width !== undefined && width <= bounds.width) {
      const markup = html`${open} ${parts.map((part, at) => html`${at > 0 ? ', ' : ''}${part.markup}`)} ${close}`;
      return { markup, width: width - indent.length - lead };
    }
    const lines = parts.map((part, at) => html`${at > 0 ? ',' : ''}\n${indent}  ${part.markup}`);
    return { markup: html`${open}${lines}\n${indent}${close}`, width: undefined };
  };

  return write(value, '', 0, '', 0).markup;
}

const isFirst = (key: string, aim: string): boolean => aim === key || aim.startsWith(`${key}/`);
