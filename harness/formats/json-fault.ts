/** Where a text stops being JSON, counted from 1, and what is wrong there. */
export interface JsonFault {
  line: number;
  column: number;
  fault: string;
}

// Deeper than any file that somebody wrote; a limit on what is a list here, not a stack.
const deepest = 100_000;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const blank = /[ \t\r\n]*/y;

/** Why a text is no JSON, without a word of it (it may hold secrets), and where; undefined where it is JSON. */
export function jsonFault(text: string): JsonFault | undefined {
  let at = 0;
  /** The brackets that are open, and what has to come next. */
  const open: ('{' | '[')[] = [];
  let want: 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'more' = 'value';
  const faultAt = (place: number, fault: string): JsonFault => {
    const before = text.slice(0, place).split(/\r\n|\r|\n/);
    return { line: before.length, column: before.at(-1)!.length + 1, fault };
  };
  const skip = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    at += length;
    return length;
  };
  for (;;) {
    skip(blank);
    const next = text[at];
    if (next === undefined) {
      if (open.length === 0 && want === 'more') return undefined;
      const missing = open.length === 0 ? 'a value' : `the "${open.at(-1) === '{' ? '}' : ']'}"`;
      return faultAt(at, `the text ends before ${missing}`);
    }
    if (want === 'more') {
      const inside = open.at(-1);
      if (inside === undefined) return faultAt(at, 'text after the end of the value');
      if (next === ',') want = inside === '{' ? 'key' : 'value';
      else if (next === (inside === '{' ? '}' : ']')) open.pop();
      else return faultAt(at, `a "," or "${inside === '{' ? '}' : ']'}" is missing${commented(text, at)}`);
      at++;
    } else if (want === 'colon') {
      if (next !== ':') return faultAt(at, 'a ":" is missing after the name of a member');
      at++;
      want = 'value';
    } else if (want === 'key' || want === 'key or end') {
      if (next === '}' && want === 'key or end') {
        open.pop();
        at++;
        want = 'more';
      } else if (next !== '"')
        return faultAt(
          at,
          next === '}'
            ? 'a "," before the "}"'
            : `the name of a member must stand in double quotes${commented(text, at)}`,
        );
      else {
        const end = stringEnd(text, at);
        if (typeof end === 'string') return faultAt(at, end);
        at = end;
        want = 'colon';
      }
    } else if (next === ']' && want === 'value or end') {
      open.pop();
      at++;
      want = 'more';
    } else if (next === '{' || next === '[') {
      if (open.push(next) > deepest) return faultAt(at, `nested deeper than ${deepest} levels`);
      at++;
      want = next === '{' ? 'key or end' : 'value or end';
    } else {
      if (next === ']' && want === 'value' && open.at(-1) === '[') return faultAt(at, 'a "," before the "]"');
      if (next === '"') {
        const end = stringEnd(text, at);
        if (typeof end === 'string') return faultAt(at, end);
        at = end;
      } else if (skip(scalar) === 0) return faultAt(at, valueFault(text, at));
      want = 'more';
    }
  }
}

const commented = (text: string, at: number): string =>
  text.startsWith('//', at) || text.startsWith('/*', at) ? '; JSON has no comments' : '';

function valueFault(text: string, at: number): string {
  if (text[at] === "'") return 'a string must stand in double quotes';
  return `a value is missing${commented(text, at)}`;
}

/** The place after a string that starts at `from`, or what is wrong with it. */
function stringEnd(text: string, from: number): number | string {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text.charCodeAt(at) < 0x20)
      return 'a string with a line break or a control character in it, which must be escaped';
    if (text[at] !== '\\') continue;
    if (!/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.test(text.slice(at, at + 6)))
      return 'a string with an escape that JSON does not have';
    at++;
  }
  return 'a string without its closing quote';
}
