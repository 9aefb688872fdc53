const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const hex = (code: number, width: number): string =>
  [...code.toString(16).padStart(width, '0')]
    .map((digit) => (digit > '9' ? `[${digit}${digit.toUpperCase()}]` : digit))
    .join('');
const entities: Record<string, string> = {
  '&': '&(?:amp|#0*38|#[xX]0*26);',
  '<': '&(?:lt|#0*60|#[xX]0*3[cC]);',
  '>': '&(?:gt|#0*62|#[xX]0*3[eE]);',
  '"': '&(?:quot|#0*34|#[xX]0*22);',
  "'": '&(?:apos|#0*39|#[xX]0*27);',
};
const named: Record<string, string> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };

/** One character, as it is or as JSON (also JSON within JSON), a URL or a form would write it. Bounded, so that matching stays linear. */
function spelled(character: string): string {
  const ways = [literal(character)];
  if (/["/]/.test(character)) ways.push(`\\\\{1,8}${literal(character)}`);
  if (named[character]) ways.push(`\\\\{1,8}${named[character]}`);
  if (character === ' ') ways.push('\\+');
  if (entities[character]) ways.push(entities[character]);
  ways.push([...Buffer.from(character, 'utf8')].map((byte) => `%${hex(byte, 2)}`).join(''));
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  ways.push(units.map((unit) => `\\\\{1,8}u${hex(unit, 4)}`).join(''));
  // What is longer goes first: a bare % begins its own encoding.
  return `(?:${ways.reverse().join('|')})`;
}

/** The pieces of a text in all their spellings. A run of backslashes counts as one thing, since each may be doubled several times. */
const spellings = (text: string): string[] =>
  (text.match(/\\+|[^\\]/gsu) ?? []).map((piece) =>
    piece.startsWith('\\')
      ? `(?:\\\\{${piece.length},${piece.length * 8}}|(?:%5[cC]){${piece.length}})`
      : spelled(piece),
  );

/** From this length on a text is no likely part of a word, and is found wherever it stands; what is shorter, between words alone. */
const longEnough = 8;

// What is escaped before a word ends in a letter or a digit, and is no part of it.
const wordStart = String.raw`(?:(?<![\p{L}\p{N}_])|(?<=\\[nrtbf]|\\u[\da-fA-F]{4}|%[\da-fA-F]{2}))`;
const wordEnd = String.raw`(?![\p{L}\p{N}_])`;
const somewhere = (text: string): string =>
  text.length < longEnough ? `${wordStart}${spellings(text).join('')}${wordEnd}` : spellings(text).join('');

// A beginning that is shorter than this tells little; where a cut leaves more than this many pieces, the cut is ours, and was masked before.
const shortestBeginning = 6;
const longestBeginning = 100;
const cutEscape = String.raw`(?:\\{1,8}(?:u[\da-fA-F]{0,3})?|%[\da-fA-F]?)?`;

/** The beginning of a long text, where a cut has left no more of it: at the end, or before the sign for what was left out. */
function beginning(text: string): string[] {
  const pieces = spellings(text);
  if (pieces.length <= longEnough) return [];
  const rest = pieces
    .slice(shortestBeginning, longestBeginning)
    .reduceRight((tail, piece) => `(?:${piece}${tail})?`, '');
  return [`${pieces.slice(0, shortestBeginning).join('')}${rest}${cutEscape}(?=…|$)`];
}

/** What base64 text holds a text at any offset: the part of it that does not depend on its neighbours, in both alphabets. */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const cores = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor(((offset + bytes.length) * 8) / 6);
    return encoded.slice(from, to);
  });
  // At offset 0 the last character, where one is left, and the padding belong to it too.
  const whole = bytes.toString('base64').replace(/=+$/, '');
  return [`${whole}={0,2}`, ...cores.filter((core) => core.length >= 6)]
    .filter((core) => core.length >= 6)
    .map((core) => core.replaceAll('+', '[+-]').replaceAll('/', '[/_]'));
}

// A pattern of a text of many thousand characters is more than an engine can build: such a text is looked for in parts.
const parts = (text: string): string[] => text.match(/.{1,1000}(?:.{0,7}$)?/gsu) ?? [];

// An engine takes seconds for the pattern of a long secret, and each connection asks for the same.
const mostMade = 4;
const made = new Map<string, RegExp>();

/** One pattern for all secrets in all their spellings, longest first; undefined where there is none. */
export function secretPattern(secrets: readonly string[]): RegExp | undefined {
  const texts = [...new Set(secrets.flatMap(parts))].sort((one, other) => other.length - one.length);
  if (texts.length === 0) return undefined;
  const key = JSON.stringify(texts);
  const before = made.get(key);
  if (before) return before;
  const ways = [...texts.map(somewhere), ...texts.flatMap(inBase64), ...texts.flatMap(beginning)];
  const pattern = new RegExp(ways.join('|'), 'gu');
  if (made.size >= mostMade) made.delete(made.keys().next().value!);
  made.set(key, pattern);
  return pattern;
}
