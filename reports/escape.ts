// What neither shows nor stays in its place: controls, bidi and zero-width characters, lone surrogates, tags, noncharacters.
// The two variation selectors that choose emoji or text form are harmless and common.
const invisible =
  /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
// GitHub's runner obeys `##[error]` wherever it stands, Azure's `##vso[…]`; TeamCity's looks for `##teamcity[…]`.
const order = /##(?=\w*\[)/g;
const brief: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text of any value; an object's own `toString` came off the wire and is never called. */
export function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) ? `[array of ${value.length}]` : '[object]';
}

const escapeOf = (character: string): string => {
  const code = character.codePointAt(0)!;
  if (code < 0x100) return brief[character] ?? `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
};

/** Text for a terminal line: whatever a terminal would obey, hide or reorder by stands as an escape, `\x1b`. */
export const visible = (text: unknown): string => plain(text).replace(invisible, escapeOf);

/** As `visible`, but line breaks and tabs stay: for blocks that keep their own layout. */
export const visibleBlock = (text: unknown): string =>
  plain(text).replace(invisible, (character) =>
    character === '\n' || character === '\t' ? character : escapeOf(character),
  );

/** JSON text in which such characters, and what a CI runner would obey, stand as `\uXXXX`; it parses to the same value. */
export const visibleJson = (json: string): string =>
  json
    .replace(invisible, (character) => {
      if (character === '\n') return character;
      return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
        .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
        .join('');
    })
    .replace(order, '#\\u0023');

/** A line of output that no CI runner takes for a command of its own: `::error::` at its beginning, `##[error]` or `##vso[…]` anywhere. */
export const inert = (line: string): string =>
  line.replace(/^((?:\s|\u001b\[[\d;]*m)*):(?=:)/, '$1\\x3a').replace(order, '#\\x23');

/** Text for stderr, line by line harmless: neither a terminal nor a CI runner obeys anything in it. */
export const harmless = (text: string): string =>
  text
    .split('\n')
    .map((line) => inert(visible(line)))
    .join('\n');

/** A number as people read it: 12,345. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** The first `max` UTF-16 units, never half a code point; undefined where nothing has to go. */
export function head(text: string, max: number): string | undefined {
  if (text.length <= max) return undefined;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** At most `max` characters of a text, and how many there were: `aaaa… (12,345 characters)`. */
export function shorten(text: unknown, max: number): string {
  const whole = plain(text);
  const kept = head(whole, max);
  return kept === undefined ? whole : `${kept}… (${grouped(whole.length)} characters)`;
}

/** Markup that `html` made: the only thing that it lets through as it is. */
export class Html {
  constructor(readonly markup: string) {}
  toString(): string {
    return this.markup;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(value: unknown): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(escaped).join('');
  if (value === false || value === null || value === undefined) return '';
  return (
    visibleBlock(value)
      .replace(/[&<>"']/g, (character) => entities[character]!)
      // A page on stdout of a CI job must not give its runner commands; see inert.
      .replace(/^([\t ]*):/gm, '$1&#58;')
      .replace(order, '#&#35;')
  );
}

/** A tagged template: every value is escaped unless `html` itself made it; arrays are joined, nothing is empty. */
export const html = (strings: TemplateStringsArray, ...values: unknown[]): Html =>
  new Html(strings.reduce((markup, part, at) => markup + escaped(values[at - 1]) + part));
