import { describeCharacter, isReserved, isTripletAt, isUnreserved } from './uri.ts';

export { matchTemplate } from './uri-template-match.ts';

/** One variable of an expression, with its modifier. */
export interface TemplateVariable {
  name: string;
  /** `{name*}`. */
  explode: boolean;
  /** `{name:3}`: how many characters of the value are taken. */
  prefix?: number;
}

/** The operators of RFC 6570; the empty one is that of a simple expansion. */
export type TemplateOperator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** A piece of a template: text that stands for itself, or an expression. */
export type TemplatePart = { literal: string } | { operator: TemplateOperator; variables: readonly TemplateVariable[] };

/** A template taken apart. */
export interface UriTemplate {
  text: string;
  parts: readonly TemplatePart[];
}

/** Why a text is no template by RFC 6570, in a few words, and where in it (from 0). */
export interface TemplateFault {
  fault: string;
  at: number;
}

/** A value for a variable; `undefined`, null, an empty list and an object without members leave the variable out. */
export type TemplateValue = string | number | boolean | null | undefined | readonly unknown[] | object;

/** How an operator expands (RFC 6570, appendix A). */
export interface Manner {
  first: string;
  separator: string;
  named: boolean;
  /** What follows the name of an empty value. */
  ifEmpty: string;
  /** Whether reserved characters and triplets of a value stay as they are. */
  reserved: boolean;
}

/** The manner of each operator. */
export const manners: Readonly<Record<TemplateOperator, Manner>> = {
  '': { first: '', separator: ',', named: false, ifEmpty: '', reserved: false },
  '+': { first: '', separator: ',', named: false, ifEmpty: '', reserved: true },
  '#': { first: '#', separator: ',', named: false, ifEmpty: '', reserved: true },
  '.': { first: '.', separator: '.', named: false, ifEmpty: '', reserved: false },
  '/': { first: '/', separator: '/', named: false, ifEmpty: '', reserved: false },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '', reserved: false },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=', reserved: false },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=', reserved: false },
};

/**
 * Whether RFC 6570 lets a code point stand outside of an expression. Its grammar leaves the apostrophe out, its prose copies
 * every reserved character, of which the apostrophe is one: the prose is followed.
 */
function isLiteral(code: number): boolean {
  if (code < 0x80) return isUnreserved(code) || isReserved(code);
  if (code < 0xa0 || (code >= 0xd800 && code <= 0xdfff)) return false;
  if ((code >= 0xfdd0 && code <= 0xfdef) || (code >= 0xfff0 && code <= 0xffff)) return false;
  return (code & 0xfffe) !== 0xfffe && !(code >= 0xe0000 && code < 0xe1000);
}

const isNameCode = (code: number): boolean =>
  code === 0x5f || (isUnreserved(code) && code !== 0x2d && code !== 0x2e && code !== 0x7e);

/** The end of the longest variable name that starts at `from`; `from` itself where none does. */
function nameEnd(text: string, from: number): number {
  let end = from;
  for (let at = from; at < text.length; ) {
    if (text[at] === '.' && at === end && at > from) at++;
    if (isNameCode(text.charCodeAt(at))) end = ++at;
    else if (text[at] === '%' && isTripletAt(text, at)) end = at += 3;
    else break;
  }
  return end;
}

const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function parseVariable(text: string, at: number): TemplateVariable | TemplateFault {
  const fault = (reason: string): TemplateFault => ({ fault: reason, at });
  if (text === '') return fault('an expression with an empty variable name');
  if (/\s/.test(text)) return fault('a space in an expression');
  const end = nameEnd(text, 0);
  const modifier = text.slice(end);
  if (end === 0 || !/^[:*]/.test(modifier || '*')) return fault(`an invalid variable name "${clip(text)}"`);
  const name = text.slice(0, end);
  if (modifier === '') return { name, explode: false };
  if (modifier === '*') return { name, explode: true };
  if (/^:[1-9]\d{0,3}$/.test(modifier)) return { name, explode: false, prefix: Number(modifier.slice(1)) };
  if (/^\*:\d+$|^:\d+\*$/.test(modifier)) return fault(`a prefix and an explode together: "${clip(text)}"`);
  if (/^:\d*$/.test(modifier)) return fault(`a prefix that is no number from 1 to 9999: "${clip(text)}"`);
  return fault(`an unknown modifier "${clip(modifier)}" after a variable name`);
}

function parseExpression(body: string, at: number): TemplatePart | TemplateFault {
  if (body === '') return { fault: 'an empty expression {}', at };
  const first = body[0]!;
  if ('=,!@|'.includes(first)) return { fault: `the operator "${first}", which is reserved`, at };
  const operator = (first in manners ? first : '') as TemplateOperator;
  const variables: TemplateVariable[] = [];
  let start = operator.length;
  for (const text of body.slice(start).split(',')) {
    const variable = parseVariable(text, at + 1 + start);
    if ('fault' in variable) return variable;
    variables.push(variable);
    start += text.length + 1;
  }
  return { operator, variables };
}

/** Takes a template apart (RFC 6570, all four levels), or says why it is none. */
export function parseTemplate(text: string): UriTemplate | TemplateFault {
  const parts: TemplatePart[] = [];
  let literal = 0;
  const endLiteral = (at: number) => {
    if (at > literal) parts.push({ literal: text.slice(literal, at) });
  };
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at)!;
    if (code === 0x7b) {
      endLiteral(at);
      const close = text.indexOf('}', at);
      const inner = text.indexOf('{', at + 1);
      if (close < 0) return { fault: 'a "{" without its "}"', at };
      if (inner >= 0 && inner < close) return { fault: 'a "{" within an expression', at: inner };
      const part = parseExpression(text.slice(at + 1, close), at);
      if ('fault' in part) return part;
      parts.push(part);
      at = literal = close + 1;
    } else if (code === 0x7d) return { fault: 'a "}" without its "{"', at };
    else if (code === 0x25 && isTripletAt(text, at)) at += 3;
    else if (code !== 0x25 && isLiteral(code)) at += code > 0xffff ? 2 : 1;
    else {
      const what =
        code < 0xa0 || (code & 0xf800) === 0xd800
          ? describeCharacter(text, at)
          : `a raw U+${code.toString(16).toUpperCase()}`;
      return { fault: `${what} outside of an expression`, at };
    }
  }
  endLiteral(text.length);
  return { text, parts };
}

/** The names of a template's variables, each once, in the order of the template. */
export const variablesOf = ({ parts }: UriTemplate): string[] => [
  ...new Set(parts.flatMap((part) => ('literal' in part ? [] : part.variables.map(({ name }) => name)))),
];

/** The text that every expansion of the template starts with: what stands before the first expression. */
export function literalPrefix({ parts: [first] }: UriTemplate): string {
  return first && 'literal' in first ? encode(first.literal, true) : '';
}

/** Percent-encodes all but unreserved characters; with `reserved`, those and whole triplets stay too. */
export function encode(text: string, reserved: boolean): string {
  let out = '';
  let kept = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at)!;
    const width = code > 0xffff ? 2 : 1;
    if (isUnreserved(code) || (reserved && isReserved(code))) at += 1;
    else if (reserved && code === 0x25 && isTripletAt(text, at)) at += 3;
    else {
      out += text.slice(kept, at);
      const bytes = Buffer.from(String.fromCodePoint(code));
      for (const byte of bytes) out += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      kept = at += width;
    }
  }
  return out + text.slice(kept);
}

/** A value as RFC 6570 knows it: undefined, a string, a list of strings, or pairs of strings. */
function known(value: unknown): undefined | string | string[] | [string, string][] {
  if (value === undefined || value === null) return undefined;
  const given = (each: unknown) => each !== undefined && each !== null;
  if (Array.isArray(value)) {
    const list = value.filter(given).map(String);
    return list.length > 0 ? list : undefined;
  }
  if (typeof value !== 'object') return String(value);
  const pairs = Object.entries(value).filter(([, each]) => given(each));
  return pairs.length > 0 ? pairs.map(([key, each]): [string, string] => [key, String(each)]) : undefined;
}

function expandVariable({ name, explode, prefix }: TemplateVariable, raw: unknown, manner: Manner): string | undefined {
  const value = known(raw);
  if (value === undefined) return undefined;
  const { named, ifEmpty, separator, reserved } = manner;
  const label = (key: string, text: string) => key + (text === '' ? ifEmpty : `=${text}`);
  if (typeof value === 'string') {
    const text = encode(prefix === undefined ? value : [...value].slice(0, prefix).join(''), reserved);
    return named ? label(encode(name, true), text) : text;
  }
  if (prefix !== undefined) {
    throw new TypeError(`{${name}:${prefix}} takes the start of a string, not of a list or an object: give a string`);
  }
  const key = encode(name, true);
  const items = value.map((item) => {
    if (typeof item === 'string') return explode && named ? label(key, encode(item, reserved)) : encode(item, reserved);
    const [left, right] = item.map((each) => encode(each, reserved)) as [string, string];
    if (!explode) return `${left},${right}`;
    return named ? label(left, right) : `${left}=${right}`;
  });
  if (explode) return items.join(separator);
  return named ? label(key, items.join(',')) : items.join(',');
}

/** Expands a template; a list or an object for a variable with a prefix throws a TypeError, as RFC 6570 has no such thing. */
export function expand({ parts }: UriTemplate, values: Readonly<Record<string, TemplateValue>>): string {
  let out = '';
  for (const part of parts) {
    if ('literal' in part) out += encode(part.literal, true);
    else {
      const manner = manners[part.operator];
      const texts = part.variables
        .map((variable) =>
          expandVariable(variable, Object.hasOwn(values, variable.name) ? values[variable.name] : undefined, manner),
        )
        .filter((text) => text !== undefined);
      if (texts.length > 0) out += manner.first + texts.join(manner.separator);
    }
  }
  return out;
}
