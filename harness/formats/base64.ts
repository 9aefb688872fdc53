/** What is wrong with a base64 text: a fault that RFC 4648 has decoders refuse, or an oddity that many let pass. */
export interface Base64Fault {
  severity: 'fault' | 'oddity';
  reason: string;
}

const other = 255;
const space = 254;
const padding = 253;
const urlSafe = 252;

/** The six bits of each character of the alphabet, or the kind of a character outside it. */
const sextets = new Uint8Array(128).fill(other);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let bits = 0; bits < 64; bits++) sextets[alphabet.charCodeAt(bits)] = bits;
for (const code of [0x20, 0x09, 0x0a, 0x0d]) sextets[code] = space;
sextets[0x3d] = padding;
sextets[0x2d] = urlSafe;
sextets[0x5f] = urlSafe;

const fault = (reason: string): Base64Fault => ({ severity: 'fault', reason });
const oddity = (reason: string): Base64Fault => ({ severity: 'oddity', reason });

/** Whether all characters are hexadecimal digits, at least four bytes of them: fewer say nothing. */
function looksHexadecimal(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!/[0-9a-f]/i.test(text[at]!)) return false;
  return text.length >= 8 && text.length % 2 === 0;
}

/** Names a character so that it can be seen. */
function name(text: string, at: number): string {
  const code = text.codePointAt(at)!;
  const visible = code > 0x20 && code !== 0x7f && (code < 0x80 || code >= 0xa0) && (code < 0xd800 || code > 0xdfff);
  return visible ? `"${String.fromCodePoint(code)}"` : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Why a text is not the base64 of RFC 4648 section 4, worst first; undefined when it is (the empty text is).
 * Reads the text once and copies nothing of it.
 */
export function base64Fault(text: string): Base64Fault | undefined {
  if (/^data:/i.test(text)) return fault('a data: URI in place of the base64 alone');
  let characters = 0;
  let pads = 0;
  let spaceAt = -1;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const bits = code < 128 ? sextets[code]! : other;
    if (bits < 64) {
      if (pads > 0) return fault(`more text after the padding, from character ${at + 1} on`);
      characters++;
      last = bits;
    } else if (bits === padding) pads++;
    else if (bits === space) spaceAt = spaceAt < 0 ? at : spaceAt;
    else if (pads > 0) return fault(`more text after the padding, from character ${at + 1} on`);
    else if (bits === urlSafe) {
      return fault(`the URL-safe alphabet: ${name(text, at)} as character ${at + 1}, where "+" and "/" are meant`);
    } else return fault(`${name(text, at)} as character ${at + 1}, which is not in the alphabet`);
  }
  const short = characters % 4;
  const hint = short !== 0 && looksHexadecimal(text) ? ' (it looks hexadecimal)' : '';
  if (short === 1) return fault(`a length of ${characters} without the padding, which no bytes encode to${hint}`);
  const wanted = short === 0 ? 0 : 4 - short;
  if (pads < wanted) return fault(`missing padding: ${pads} of ${wanted} "=" at the end${hint}`);
  if (pads > wanted) return fault(`too much padding: ${pads} "=" at the end, where ${wanted} would do`);
  if (spaceAt >= 0) return oddity(`white space (${name(text, spaceAt)} as character ${spaceAt + 1})`);
  if (wanted > 0 && last % (wanted === 2 ? 16 : 4) !== 0) {
    return oddity('bits set in the last character that no byte takes up: not the canonical encoding');
  }
  return undefined;
}

/** The number of bytes that a base64 text stands for, decoding nothing; what is not of the alphabet counts for nothing. */
export function decodedLength(text: string): number {
  let characters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const bits = code < 128 ? sextets[code]! : other;
    if (bits < 64 || bits === urlSafe) characters++;
    else if (bits === padding) break;
  }
  return Math.floor((characters * 3) / 4);
}
