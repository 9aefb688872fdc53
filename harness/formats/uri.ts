/** The parts of a URI as they stand in it, nothing decoded; what is not there is left out. */
export interface UriParts {
  scheme: string;
  /** What stands between `//` and the path; may be empty, as in `file:///x`. */
  authority?: string;
  userinfo?: string;
  host?: string;
  port?: string;
  path: string;
  query?: string;
  fragment?: string;
}

const unreservedBit = 1;
const subDelimBit = 2;
const hexBit = 4;
const digitBit = 8;
const alphaBit = 16;
const colonBit = 32;
const atBit = 64;
const slashBit = 128;
const questionBit = 256;

/** The classes of RFC 3986 that each ASCII character belongs to. */
const classes = new Uint16Array(128);
const put = (characters: string, bit: number) => {
  for (const character of characters) classes[character.charCodeAt(0)]! |= bit;
};
const lower = 'abcdefghijklmnopqrstuvwxyz';
put(lower + lower.toUpperCase(), alphaBit | unreservedBit);
put('0123456789', digitBit | unreservedBit | hexBit);
put('abcdefABCDEF', hexBit);
put('-._~', unreservedBit);
put("!$&'()*+,;=", subDelimBit);
put(':', colonBit);
put('@', atBit);
put('/', slashBit);
put('?', questionBit);

const regName = unreservedBit | subDelimBit;
const pathCharacter = regName | colonBit | atBit | slashBit;
const queryCharacter = pathCharacter | questionBit;

const is = (code: number, bits: number): boolean => code < 128 && (classes[code]! & bits) !== 0;
const isHexAt = (text: string, at: number): boolean => is(text.charCodeAt(at), hexBit);

/** Whether a `%` at this place is followed by two hexadecimal digits. */
export const isTripletAt = (text: string, at: number): boolean => isHexAt(text, at + 1) && isHexAt(text, at + 2);
/** Whether a character may stand in a URI without a meaning of its own (RFC 3986, unreserved). */
export const isUnreserved = (code: number): boolean => is(code, unreservedBit);
/** Whether a character may stand in a URI as a delimiter (RFC 3986, reserved). */
export const isReserved = (code: number): boolean =>
  is(code, subDelimBit | colonBit | atBit | slashBit | questionBit) || code === 0x23 || code === 0x5b || code === 0x5d;

/** Says in words what is wrong with a character that the grammar has no place for. */
export function describeCharacter(text: string, at: number): string {
  const code = text.codePointAt(at)!;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (code === 0x20) return 'a raw space';
  if (code === 0x0a || code === 0x0d) return `a line break (${number})`;
  if (code < 0x20 || code === 0x7f) return `a control character (${number})`;
  if (code >= 0xd800 && code <= 0xdfff) return `half a character (${number}, a lone surrogate)`;
  if (code >= 0x80 && code < 0xa0) return `a control character (${number})`;
  if (code >= 0x80) return `a non-ASCII character (${String.fromCodePoint(code)}): an IRI, not a URI`;
  if (code === 0x5c) return 'a backslash';
  if (code === 0x25) return `an invalid percent triplet ${text.slice(at, at + 3)}`;
  if (code === 0x7b || code === 0x7d) return `a raw "${text[at]}": a URI template, not a URI`;
  return `a raw "${text[at]}"`;
}

/** The fault of the first character in `from` to `to` that is neither of a class in `bits` nor part of a triplet. */
function characterFault(text: string, from: number, to: number, bits: number): string | undefined {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (is(code, bits)) continue;
    if (code === 0x25 && at + 2 < to && isTripletAt(text, at)) at += 2;
    else return describeCharacter(text, at);
  }
  return undefined;
}

/** The first place at or after `from` where one of the characters stands; the end of the text if none does. */
function find(text: string, characters: string, from: number): number {
  for (let at = from; at < text.length; at++) if (characters.includes(text[at]!)) return at;
  return text.length;
}

function schemeFault(text: string, end: number): string | undefined {
  if (end === 0) return 'an empty scheme';
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (is(code, alphaBit)) continue;
    if (at === 0 && is(code, digitBit)) return 'a scheme that starts with a digit';
    if (is(code, digitBit) || code === 0x2b || code === 0x2d || code === 0x2e) {
      if (at > 0) continue;
      return `a scheme that starts with "${text[at]}"`;
    }
    if (code === 0x5f) return 'an underscore in the scheme';
    if (code === 0x25) return 'a percent sign in the scheme';
    if (is(code, subDelimBit | atBit) || code === 0x7e) return `a "${text[at]}" in the scheme`;
    return describeCharacter(text, at);
  }
  return undefined;
}

const isIpv4 = (text: string): boolean => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);

/** Whether the text between brackets is an IPv6 address, or an address of a future version. */
function isIpLiteral(text: string): boolean {
  if (/^v[0-9a-f]+\./i.test(text)) {
    const from = text.indexOf('.') + 1;
    if (from === text.length) return false;
    for (let at = from; at < text.length; at++) if (!is(text.charCodeAt(at), regName | colonBit)) return false;
    return true;
  }
  // The longest IPv6 address has 45 characters; nothing longer is taken apart.
  if (text.length > 45) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  if (last?.includes('.') && text.endsWith(last)) {
    if (!isIpv4(last)) return false;
    groups.splice(-1, 1, '0', '0');
  }
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? groups.length <= 7 : groups.length === 8;
}

interface Authority {
  userinfo?: string;
  host: string;
  port?: string;
}

function splitAuthority(text: string): Authority | string {
  const at = text.indexOf('@');
  const userinfo = at < 0 ? undefined : text.slice(0, at);
  const rest = text.slice(at + 1);
  const userFault = userinfo && characterFault(userinfo, 0, userinfo.length, regName | colonBit);
  if (userFault) return `${userFault} in the user information`;
  const bracketed = rest.startsWith('[');
  const hostEnd = bracketed ? rest.indexOf(']') + 1 : find(rest, ':', 0);
  if (bracketed && hostEnd === 0) return 'a "[" without its "]" in the host';
  const host = rest.slice(0, hostEnd);
  if (bracketed && !isIpLiteral(host.slice(1, -1))) return 'a bracketed host that is no IPv6 address';
  const hostFault = bracketed ? undefined : characterFault(host, 0, host.length, regName);
  if (hostFault) return hostFault === 'a raw "@"' ? 'a second "@" in the authority' : `${hostFault} in the host`;
  const parts: Authority = { ...(userinfo !== undefined && { userinfo }), host };
  if (hostEnd === rest.length) return parts;
  if (rest[hostEnd] !== ':') return 'text after the bracketed host';
  const port = rest.slice(hostEnd + 1);
  for (let digit = 0; digit < port.length; digit++) {
    if (is(port.charCodeAt(digit), digitBit)) continue;
    const strange = characterFault(port, digit, digit + 1, pathCharacter);
    return strange ? `${strange} in the port` : 'a port that is not a number';
  }
  return { ...parts, port };
}

/** The parts of a URI, or the reason why the text is none. */
function read(text: string): UriParts | string {
  if (text === '') return 'an empty text';
  if (/^[A-Za-z]:\\/.test(text) || text.startsWith('\\\\')) return 'a Windows path';
  const colon = find(text, ':/?#', 0);
  if (text[colon] !== ':') {
    if (colon < text.length || text.startsWith('.')) return 'a relative reference';
    return 'no scheme';
  }
  const badScheme = schemeFault(text, colon);
  if (badScheme) return badScheme;
  const parts: UriParts = { scheme: text.slice(0, colon), path: '' };
  let pathStart = colon + 1;
  if (text.startsWith('//', pathStart)) {
    const end = find(text, '/?#', pathStart + 2);
    parts.authority = text.slice(pathStart + 2, end);
    const authority = splitAuthority(parts.authority);
    if (typeof authority === 'string') return authority;
    Object.assign(parts, authority);
    pathStart = end;
  }
  const pathEnd = find(text, '?#', pathStart);
  const queryEnd = text[pathEnd] === '?' ? find(text, '#', pathEnd) : pathEnd;
  const fault =
    characterFault(text, pathStart, pathEnd, pathCharacter) ??
    characterFault(text, pathEnd + 1, queryEnd, queryCharacter) ??
    characterFault(text, queryEnd + 1, text.length, queryCharacter);
  if (fault) return fault === 'a raw "#"' ? 'a second "#"' : fault;
  parts.path = text.slice(pathStart, pathEnd);
  if (pathEnd < queryEnd) parts.query = text.slice(pathEnd + 1, queryEnd);
  if (queryEnd < text.length) parts.fragment = text.slice(queryEnd + 1);
  return parts;
}

/** Why a text is no URI by RFC 3986 (a scheme is needed; an IRI is none), in a few words; undefined when it is one. */
export function uriFault(text: string): string | undefined {
  const parts = read(text);
  return typeof parts === 'string' ? parts : undefined;
}

/** The parts of a URI; undefined when the text is none. */
export function parseUri(text: string): UriParts | undefined {
  const parts = read(text);
  return typeof parts === 'string' ? undefined : parts;
}

/** The scheme that a text starts with, in lower case, whatever follows it; undefined where there is none. */
export function schemeOf(text: string): string | undefined {
  const colon = find(text, ':/?#', 0);
  return text[colon] === ':' && !schemeFault(text, colon) ? text.slice(0, colon).toLowerCase() : undefined;
}

/** Whether a text looks like a path of Windows behind its drive, though `c:/x` is a URI too; `c:x` and `c://x` are no such path. */
export const isDriveLike = (text: string): boolean => /^[A-Za-z]:(?:\\|\/(?!\/))/.test(text);
