import { describe, expect, it } from 'vitest';
import { binaryEvidence } from '../../harness/formats/binary-text.ts';

describe('binaryEvidence', () => {
  it.each([
    ['plain text', 'Hello\n', 'text/plain'],
    ['no MIME type', 'Hello\n', undefined],
    ['the empty text of an image', '', 'image/png'],
    ['SVG', '<svg/>', 'image/svg+xml'],
    ['JSON of a font', '{"a":1}', 'font/collection'],
    ['what was taken out of a PDF', 'Chapter 1\f', 'application/pdf'],
    ['words of anything', 'just some words and nothing else', 'application/octet-stream'],
    ['a long word of anything', 'abcdefghijklmnopqrstuvwx', 'application/octet-stream'],
    ['base64 said to be text', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'text/plain'],
    ['a playlist', '#EXTM3U\nhttp://example.com/a.mp3\n', 'audio/x-mpegurl'],
    ['a bell in a long text', `${'x'.repeat(200)}\u0007`, 'text/plain'],
    ['colours and tabs', '\u001b[31mred\u001b[0m\t\f\r\n', 'text/plain'],
    ['a MIME type that is none', 'Hello', ';;; charset'],
    ['letters beyond ASCII', 'Café ☕ 日本語 \u{1d11e}', 'text/plain'],
  ])('finds nothing in %s', (_, text, type) => {
    expect(binaryEvidence(text, type)).toBeUndefined();
  });

  it.each([
    ['a NUL', 'PK\u0003\u0004\0', 'text/plain', 'a NUL (character 5)'],
    ['control characters', '\u0001\u0002\u0003', undefined, '3 control characters among 3 characters'],
    ['replacement characters', '\ufffd\ufffdPNG', undefined, '2 replacement characters (U+FFFD) among 5 characters'],
    ['words of an image', 'a picture of a cat', 'image/PNG; q=1', 'the MIME type image/png, which is never text'],
    ['base64 of a PDF', 'JVBERi0xLjQKJcfsj6IKNSAw', 'application/pdf', 'a text that looks like base64'],
    ['base64 in lines', 'JVBERi0xLjQK\r\nJcfsj6IKNSAw\r\n', 'application/pdf', 'a text that looks like base64'],
  ])('finds %s', (_, text, type, words) => {
    expect(binaryEvidence(text, type)).toContain(words);
  });

  it('reads a long text once', () => {
    expect(binaryEvidence(`${'A'.repeat(5_000_000)}!`, 'application/octet-stream')).toBeUndefined();
  });
});
