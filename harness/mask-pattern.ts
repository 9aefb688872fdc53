const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const hex = (code: number, width: number): string =>
  [...code.toString(16).padStart(width, '0')]
    .map((digit) => (digit > '9' ? `[${digit}${digit.toUpperCase()}]` : digit))
    .join('');
const named: Record<string, string> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };

/** One character, as it is or as JSON (also JSON within JSON), a URL or a form would write it. Bounded, so that matching stays linear. */
function spelled(character: string): string {
  const ways = [literal(character)];
  if (/["/]/.test(character)) ways.push(`\\\\{1,8}${literal(character)}`);
  if (named[character]) ways.push(`\\\\{1,8}${named[character]}`);
  if (character === ' ') ways.push('\\+');
  ways.push([...Buffer.from(character, 'utf8')].map((byte) => `%${hex(byte, 2)}`).join(''));
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  ways.push(units.map((unit) => `\\\\{1,8}u${hex(unit, 4)}`).join(''));
  // What is longer goes first: a bare % begins its own encoding.
  return `(?:${ways.reverse().join('|')})`;
}

/** A text in all its spellings. A run of backslashes counts as one thing, since each may be doubled several times. */
const spellings = (text: string): string =>
  (text.match(/\\+|[^\\]/gsu) ?? [])
    .map((piece) =>
      piece.startsWith('\\')
        ? `(?:\\\\{${piece.length},${piece.length * 8}}|(?:%5[cC]){${piece.length}})`
        : spelled(piece),
    )
    .join('');

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

/** One pattern for all secrets in all their spellings, longest first; undefined where there is none. */
export function secretPattern(secrets: readonly string[]): RegExp | undefined {
  const texts = [...new Set(secrets)].filter((secret) => secret !== '').sort((one, other) => other.length - one.length);
  if (texts.length === 0) return undefined;
  return new RegExp([...texts.map(spellings), ...texts.flatMap(inBase64)].join('|'), 'gu');
}
