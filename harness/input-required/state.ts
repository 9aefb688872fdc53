import { isObject, type JsonObject } from '../wire.ts';

/** A requestState that the server never issued, and how it came to be. */
export interface OtherState {
  words: string;
  state: string;
}

const mostAltered = 8;
const deepest = 6;
const longestReadable = 16 * 1024;

/** States that are spoiled, whatever their form: nobody can take them for the one that was issued. */
export const spoiledStates = (state: string): OtherState[] =>
  [
    { words: 'with one character changed', state: withOneChange(state) },
    { words: 'cut in half', state: state.slice(0, Math.floor(state.length / 2)) },
    { words: '"x"', state: 'x' },
    { words: 'of 64 KiB', state: 'A'.repeat(64 * 1024) },
  ].filter((other) => other.state !== state);

/** Neither the last characters, of which base64 may drop bits, nor the first, which may be a header: one well inside. */
function withOneChange(state: string): string {
  const aim = Math.floor(state.length * 0.6);
  const near = [state.slice(aim).search(plain), state.slice(0, aim).search(plain)];
  const at = near[0]! >= 0 ? aim + near[0]! : near[1]! >= 0 ? near[1]! : aim;
  return state.slice(0, at) + successor(state.charAt(at)) + state.slice(at + 1);
}

const plain = /[0-9A-Za-z]/;
const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function successor(character: string): string {
  const alphabet = alphabets.find((each) => character !== '' && each.includes(character));
  if (!alphabet) return 'x';
  return alphabet[(alphabet.indexOf(character) + 1) % alphabet.length]!;
}

/** States of a readable form (JSON, plain or in base64, also as a part between dots) in which one value says something else. */
export function alteredStates(state: string): OtherState[] {
  if (state.length > longestReadable) return [];
  const parts = state.split('.');
  const altered: OtherState[] = [];
  for (const candidate of [[state], parts.length > 1 ? parts : []].flat()) {
    const form = readable(candidate);
    if (!form) continue;
    for (const { path, value } of alterations(form.value)) {
      const other = form.write(value);
      const whole = candidate === state ? other : parts.map((part) => (part === candidate ? other : part)).join('.');
      altered.push({ words: `with another ${path.slice(0, 60)}`, state: whole });
    }
  }
  return altered.slice(0, mostAltered);
}

/** A text as the JSON object (or array) that it stands for, and the way back. */
function readable(text: string): { value: object; write: (value: unknown) => string } | undefined {
  const bare = parse(text);
  if (bare) return { value: bare, write: (value) => JSON.stringify(value) };
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  const decoded = parse(Buffer.from(text, 'base64').toString('utf8'));
  const encoding = /[+/=]/.test(text) ? 'base64' : 'base64url';
  return decoded && { value: decoded, write: (value) => Buffer.from(JSON.stringify(value)).toString(encoding) };
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Copies of a value, each with one leaf changed; the innermost leaves first, since they hold what was told. */
function alterations(root: object): { path: string; value: unknown }[] {
  const leaves: { keys: string[]; leaf: unknown }[] = [];
  const visit = (value: unknown, keys: string[]): void => {
    if (Array.isArray(value) || isObject(value)) {
      if (keys.length < deepest) for (const [key, each] of Object.entries(value)) visit(each, [...keys, key]);
    } else if (value !== null) leaves.push({ keys, leaf: value });
  };
  visit(root, []);
  return leaves
    .sort((a, b) => b.keys.length - a.keys.length)
    .slice(0, mostAltered)
    .map(({ keys, leaf }) => {
      const value = structuredClone(root);
      const holder = keys.slice(0, -1).reduce<any>((at, key) => at[key], value as JsonObject);
      holder[keys.at(-1)!] = changed(leaf);
      return { path: keys.join('.'), value };
    });
}

function changed(leaf: unknown): unknown {
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf === 'number') return leaf + 1;
  const text = String(leaf);
  return text === '' ? 'x' : text.slice(0, -1) + successor(text.at(-1)!);
}
