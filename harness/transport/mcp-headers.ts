import { isUtf8 } from 'node:buffer';

const prefix = '=?base64?';
const suffix = '?=';
const fieldValue = /^[\t\x20-\x7e]*$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The value of an `Mcp-Name` (or `Mcp-Param-…`) header for `text`, as 2026-07-28 encodes it: plain where a header can carry the text
 * unharmed, else base64 of its UTF-8 between sentinels; also base64 where the plain text would be taken for that form.
 * Method names never need it, so `Mcp-Method` goes out plain.
 */
export function headerValue(text: string): string {
  const plain = fieldValue.test(text) && text === text.trim() && !isSentinel(text);
  return plain ? text : prefix + Buffer.from(text, 'utf8').toString('base64') + suffix;
}

/** The text that a received header value stands for; undefined where the value is malformed. */
export function readHeaderValue(value: string): string | undefined {
  if (!fieldValue.test(value)) return undefined;
  if (!isSentinel(value)) return value;
  if (value.length < prefix.length + suffix.length) return undefined;
  const encoded = value.slice(prefix.length, -suffix.length);
  if (!base64.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

const isSentinel = (text: string): boolean => text.startsWith(prefix) && text.endsWith(suffix);
