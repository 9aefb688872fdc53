import { isObject } from '../../harness/wire.ts';
import { plain } from '../escape.ts';
import { contrastOf } from '../findings.ts';

/** A member by the keys that lead to it, as one text. */
export type MemberPath = string;

const step = (path: MemberPath, key: string | number): MemberPath => `${path}/${key}`;

// A hostile message may have any number of members, a reason any length.
const mostMembers = 5_000;
const mostMarks = 4;
const longestReason = 2_000;

interface Member {
  path: MemberPath;
  key: string;
  value: unknown;
}

/** The members of a message, outer ones first, as many as anybody looks at. */
function membersOf(message: unknown): Member[] {
  const found: Member[] = [{ path: '', key: '', value: message }];
  for (let at = 0; at < found.length && found.length < mostMembers; at++) {
    const { path, value } = found[at]!;
    if (typeof value !== 'object' || value === null) continue;
    for (const key of Object.keys(value)) {
      if (found.length >= mostMembers) break;
      const name = Array.isArray(value) ? '' : key;
      found.push({ path: step(path, key), key: name, value: (value as Record<string, unknown>)[key] });
    }
  }
  return found;
}

/** What stands in quotes in a reason; a text that was cut there is known by its beginning. */
function quotations(words: string): { text: string; cut: boolean }[] {
  return [...words.matchAll(/"((?:[^"\\]|\\.)*)("|…|$)/g)].flatMap(([, inner, end]) => {
    const cut = end !== '"' || inner!.endsWith('…');
    try {
      return [{ text: JSON.parse(`"${inner!.replace(/…$/, '').replace(/\\$/, '')}"`) as string, cut }];
    } catch {
      return [];
    }
  });
}

const valueInReason = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : undefined;

type Clue = (members: readonly Member[], reason: string, got: string) => Member[];

// "resources/0/uri: must be …": the place of a member below what is judged.
const byPlace: Clue = (members, reason) => {
  const places = [...reason.matchAll(/(?:^|[\s:;])\/?((?:[\w.$~-]+\/)*[\w.$~-]+): (?:must|required)/g)].map(
    ([, place]) => place!,
  );
  const bases = ['', '/result', '/params', '/error', '/result/capabilities'];
  return places.flatMap((place) =>
    members.filter(({ path }) => bases.some((base) => path === `${base}/${place}`)).slice(0, 1),
  );
};

// "required member x is missing": what should have held it is all that can be marked.
const byAbsence: Clue = (members, reason) => {
  if (!/\bis missing\b|, got none\b|, got one without\b|, got undefined\b/.test(reason)) return [];
  const outer = members.filter(({ path }) => ['/result', '/error', '/params'].includes(path));
  const named = /\bin the _meta\b/.test(reason) ? members.filter(({ path }) => path === '/result/_meta') : [];
  return (named.length > 0 ? named : outer).slice(0, 1);
};

const byErrorCode: Clue = (members, _, got) => {
  const code = /(?:^|\berror )(-?\d+)\b/.exec(got)?.[1];
  return members.filter(({ path, value }) => path === '/error/code' && plain(value) === code);
};

// "a number as size of …", "a total of …": a member that the reason names, with the value that it names where it does.
const byName: Clue = (members, reason, got) => {
  const words = new Set(reason.split(/[^\w$.-]+/));
  const named = members.filter(({ key }) => key.length > 2 && words.has(key) && !['result', 'error'].includes(key));
  const exact = named.filter(({ value }) => {
    const text = valueInReason(value);
    if (text !== undefined) return got.split(/[\s,;:]+/).includes(text);
    return typeof value === 'string' && value !== '' && got.includes(JSON.stringify(value).slice(0, 40));
  });
  return exact;
};

const byQuotation: Clue = (members, _, got) => {
  const said = quotations(got).filter(({ text }) => text !== '');
  const fits = (value: unknown): boolean =>
    typeof value === 'string' && said.some(({ text, cut }) => (cut ? value.startsWith(text) : value === text));
  return members.filter(({ key, value }) => fits(value) || (key !== '' && fits(key)));
};

const byKind: Clue = (members, _, got) => {
  const at = (path: string): Member[] => members.filter((member) => member.path === path);
  if (/^(?:an? )?(?:empty )?contents\b|with (?:empty )?contents/.test(got)) return at('/result/contents');
  if (/^(?:a|the|no) ?(?:first )?(?:result|page)\b|^null\b|^(?:an? )?(?:array|string|number|boolean)\b/.test(got))
    return at('/result');
  if (/^an error\b/.test(got)) return at('/error');
  return [];
};

const clues: readonly Clue[] = [byPlace, byErrorCode, byName, byQuotation, byAbsence, byKind];

/** The members of a received message that a reason speaks of, by the surest clue; none where there is no telling. */
export function offending(message: unknown, reason: string): ReadonlySet<MemberPath> {
  if (!isObject(message) && !Array.isArray(message)) return new Set();
  const words = plain(reason).slice(0, longestReason);
  const got = contrastOf(words)?.got ?? words;
  const members = membersOf(message);
  for (const clue of clues) {
    const found = clue(members, words, got);
    if (found.length > 0) return new Set(found.slice(0, mostMarks).map(({ path }) => path));
  }
  return new Set();
}
