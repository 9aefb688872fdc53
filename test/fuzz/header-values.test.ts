import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from '../../harness/formats/json-fault.ts';
import { maxDepth, readMessage } from '../../harness/transport/json-message.ts';
import { headerValue, readHeaderValue } from '../../harness/transport/mcp-headers.ts';
import { holds, textOf } from './property.ts';

const anyText = fc.oneof(
  textOf('=?base64?', '?=', '=', ' ', '\t', 'name', 'ä€😀', '\r\n', 'YWJj', '\ud800'),
  fc.string({ unit: 'binary' }),
);

describe('the value of a header', () => {
  it('carries any text there and back, in characters that a header may hold', () => {
    holds(
      fc.property(anyText, (text) => {
        const value = headerValue(text);
        expect(value).toMatch(/^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/);
        // What is no character at all cannot be written as UTF-8.
        expect(readHeaderValue(value)).toBe(Buffer.from(text, 'utf8').toString('utf8'));
      }),
      3000,
    );
  });

  it('is read without a crash, and only where it is sound', () => {
    holds(
      fc.property(anyText, (value) => {
        const text = readHeaderValue(value);
        if (text === undefined) return;
        // Another spelling of the same is none: base64 has one for each text.
        const wrapped = value.startsWith('=?base64?') && value.endsWith('?=');
        if (wrapped) expect(Buffer.from(text).length).toBe(Buffer.from(value.slice(9, -2), 'base64').length);
        else expect(text).toBe(value);
      }),
      3000,
    );
  });
});

const jsonPieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"a"',
  '1',
  '-',
  '0',
  '.5',
  'e+1',
  'true',
  'null',
  ' ',
  '\n',
  '\\',
  '\\u00',
];
const jsonText = fc.oneof(
  textOf(...jsonPieces),
  fc.json(),
  fc.tuple(fc.json(), fc.nat(), textOf(...jsonPieces)).map(([json, at, wrong]) => {
    const place = at % (json.length + 1);
    return json.slice(0, place) + wrong.slice(0, 3) + json.slice(place);
  }),
);

describe('text that should be JSON', () => {
  it('has a fault exactly where the engine finds one, with its place', () => {
    holds(
      fc.property(jsonText, (text) => {
        let sound = true;
        try {
          JSON.parse(text);
        } catch {
          sound = false;
        }
        const fault = jsonFault(text);
        expect(fault === undefined, JSON.stringify(fault)).toBe(sound);
        if (!fault) return;
        expect(fault.fault.length).toBeGreaterThan(5);
        const lines = text.split(/\r\n|\r|\n/);
        expect(fault.line).toBeLessThanOrEqual(lines.length);
        expect(fault.column).toBeLessThanOrEqual(lines[fault.line - 1]!.length + 1);
        // All that stands before the fault can begin a JSON text: to cut there and to cut before says the same.
        const before =
          lines.slice(0, fault.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + fault.column - 1;
        if (!text.includes('\r')) expect(jsonFault(text.slice(0, before))?.fault ?? 'ends').toContain('ends');
      }),
      5000,
    );
  });

  it('is a message, or it is told why not', () => {
    holds(
      fc.property(jsonText, (text) => {
        const read = readMessage(text);
        if ('why' in read) expect(read.why).not.toBe('');
        else expect(read.message).toEqual(JSON.parse(text));
      }),
      3000,
    );
  });

  it('is refused from one depth on, wherever brackets stand in its strings', () => {
    const property = fc.property(fc.integer({ min: 1, max: 3 * maxDepth }), fc.boolean(), (depth, inString) => {
      const filled = inString ? JSON.stringify({ a: '[{'.repeat(depth) }) : '0';
      const text = `${'['.repeat(depth)}${filled}${']'.repeat(depth)}`;
      const levels = depth + (inString ? 1 : 0);
      expect('message' in readMessage(text)).toBe(levels <= maxDepth);
    });
    holds(property, 200);
  });
});
