import { essence } from './media-type.ts';

/** Types whose files are never text, whatever they hold. */
const binary = new Set([
  ...['png', 'jpeg', 'jpg', 'gif', 'webp', 'avif', 'heic', 'bmp', 'tiff', 'x-icon', 'vnd.microsoft.icon'].map(
    (sub) => `image/${sub}`,
  ),
  ...['mpeg', 'mp4', 'ogg', 'wav', 'x-wav', 'flac', 'aac', 'webm'].map((sub) => `audio/${sub}`),
  ...['mp4', 'mpeg', 'webm', 'quicktime', 'ogg'].map((sub) => `video/${sub}`),
]);

/** Types that often stand for bytes: base64 in their text gives them away, while other text may be what was taken out of them. */
const oftenBinary = /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|x-gzip|x-tar|wasm)$/;

/** What shows that a text holds binary data, in a few words; undefined where nothing does. Reads the text once. */
export function binaryEvidence(text: string, mediaType: string | undefined): string | undefined {
  if (text === '') return undefined;
  let controls = 0;
  let replaced = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0) return `a NUL (character ${at + 1})`;
    // Tab, line feed, form feed, carriage return and escape stand in ordinary text.
    if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0c && code !== 0x0d && code !== 0x1b) controls++;
    else if (code === 0xfffd) replaced++;
  }
  // A stray bell or separator is text still, and a text may speak of U+FFFD.
  if (controls * 100 > text.length) return `${controls} control characters among ${text.length} characters`;
  if (replaced * 20 > text.length) return `${replaced} replacement characters (U+FFFD) among ${text.length} characters`;
  if (mediaType === undefined) return undefined;
  const type = essence(mediaType);
  if (/^(?:image|audio|video)\/.*\+(?:xml|json)$/.test(type)) return undefined;
  if (binary.has(type)) return `the MIME type ${type}, which is never text`;
  if (oftenBinary.test(type) && looksLikeBase64(text))
    return `the MIME type ${type}, and a text that looks like base64`;
  return undefined;
}

/** Whether a text of some length has nothing but base64 in it: no word, no sentence. */
function looksLikeBase64(text: string): boolean {
  const dense = text.replaceAll(/[\r\n]/g, '');
  return dense.length >= 24 && dense.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(dense) && /\d|[+/=]/.test(dense);
}
