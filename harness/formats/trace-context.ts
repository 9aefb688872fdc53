/** The `_meta` keys that carry a trace, each with the standard that its value follows. */
export const traceKeys = ['traceparent', 'tracestate', 'baggage'] as const;

/** A trace as a client passes it on, by the examples of the two standards. */
export const sampleTrace = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7',
  baggage: 'userId=alice,serverNode=DF%2028,isProduction=false;rate=1',
} as const;

const mostStates = 32;
const stateKey = /^[a-z0-9][a-z0-9_\-*/@]{0,255}$/;
const stateValue = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const baggageValue = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

const isBlank = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';

/** Without the blanks around it; by hand, for an expression takes long where a hostile text has many of them. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text, from)) from++;
  while (to > from && isBlank(text, to - 1)) to--;
  return text.slice(from, to);
}

/** The two sides of the first "="; undefined where there is none. */
function sides(text: string): [string, string] | undefined {
  const at = text.indexOf('=');
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + 1)];
}

function parentFault(text: string): string | undefined {
  const parts = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/s.exec(text);
  if (!parts) return 'not version, trace, parent and flags in lower-case hexadecimal digits';
  const [, version, trace, parent, , more] = parts;
  if (version === 'ff') return 'the version ff, which stands for none';
  if (version === '00' && more !== undefined) return 'more than four parts, in version 00';
  if (/^0+$/.test(trace!)) return 'a trace id of zeros alone';
  return /^0+$/.test(parent!) ? 'a parent id of zeros alone' : undefined;
}

function stateFault(text: string): string | undefined {
  const seen = new Set<string>();
  const members = text.split(',', mostStates * 4).map(trimmed);
  for (const member of members) {
    if (member === '') continue;
    const [key, value] = sides(member) ?? [member];
    if (value === undefined) return 'a member without "="';
    if (!stateKey.test(key)) return 'a key of other characters than the format has';
    if (!stateValue.test(value)) return 'a value of other characters than the format has';
    if (seen.has(key)) return 'a key that comes twice';
    seen.add(key);
  }
  return seen.size > mostStates ? `more than ${mostStates} members` : undefined;
}

function baggageFault(text: string): string | undefined {
  for (const member of text.split(',')) {
    const [pair = '', ...properties] = member.split(';');
    const [key, value] = sides(pair) ?? [pair];
    if (value === undefined) return 'a member without "="';
    if (!token.test(trimmed(key))) return 'a key that is no token';
    if (!baggageValue.test(trimmed(value))) return 'a value of other characters than the format has';
    for (const property of properties) {
      const [name, more = ''] = sides(property) ?? [property];
      if (!token.test(trimmed(name))) return 'a property whose name is no token';
      if (!baggageValue.test(trimmed(more))) return 'a property of other characters than the format has';
    }
  }
  return undefined;
}

/** Why the value of one of the keys is not of its W3C format, in a few words; undefined when it is. */
export function traceFault(key: (typeof traceKeys)[number], value: unknown): string | undefined {
  if (typeof value !== 'string') return 'no string';
  if (key === 'traceparent') return parentFault(value);
  return key === 'tracestate' ? stateFault(value) : baggageFault(value);
}
