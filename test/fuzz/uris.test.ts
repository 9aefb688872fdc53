import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Fault, decodedLength } from '../../harness/formats/base64.ts';
import { binaryEvidence } from '../../harness/formats/binary-text.ts';
import { privateHost } from '../../harness/formats/host.ts';
import { isIso8601 } from '../../harness/formats/iso-8601.ts';
import { repeatedNames } from '../../harness/formats/json-names.ts';
import { isForwardDomain, metaKeyFault } from '../../harness/formats/meta-key.ts';
import { traceFault, traceKeys } from '../../harness/formats/trace-context.ts';
import { parseUri, schemeOf, uriFault } from '../../harness/formats/uri.ts';
import {
  expand,
  literalPrefix,
  matchTemplate,
  parseTemplate,
  variablesOf,
} from '../../harness/formats/uri-template.ts';
import { splitCommand } from '../../harness/transport/command-line.ts';
import { readHeaderValue } from '../../harness/transport/mcp-headers.ts';
import { holds, textOf } from './property.ts';

const uriPieces = [
  'http',
  ':',
  '//',
  '/',
  '@',
  '[',
  ']',
  '::1',
  '1.2.3.4',
  '%20',
  '%',
  '%zz',
  '?',
  '#',
  '..',
  'a',
  'ä',
  ' ',
  '\\',
  '{',
  '}',
  '8080',
  '+',
  'v1.x',
];
const anyUri = fc.oneof(
  textOf(...uriPieces),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string(),
);

const unreserved = 'A-Za-z0-9._~\\-';
const delimiters = "!$&'()*+,;=";
const triplet = '%[0-9A-Fa-f]{2}';
const userinfo = `(?:[${unreserved}${delimiters}:]|${triplet})*`;
const name = `(?:[${unreserved}${delimiters}]|${triplet})*`;
const literalHost = `\\[(?:[0-9A-Fa-f:.]+|[vV][0-9A-Fa-f]+\\.[${unreserved}${delimiters}:]+)\\]`;
const path = `(?:[${unreserved}${delimiters}:@/]|${triplet})*`;
const more = `(?:[${unreserved}${delimiters}:@/?]|${triplet})*`;
const grammar = new RegExp(
  `^([A-Za-z][A-Za-z0-9+.-]*):(?://(?:(${userinfo})@)?(${literalHost}|${name})(?::([0-9]*))?((?:/${path})?)|(?!//)(${path}))(?:\\?(${more}))?(?:#(${more}))?$`,
);

describe('a URI', () => {
  it('is what the grammar of RFC 3986 makes it, part by part', () => {
    holds(
      fc.property(anyUri, (text) => {
        const found = grammar.exec(text);
        const address = found?.[3]?.startsWith('[') ? found[3].slice(1, -1) : undefined;
        const sound = found !== null && (address === undefined || /^v/i.test(address) || isIPv6(address));
        expect(uriFault(text) === undefined, `${uriFault(text)}`).toBe(sound);
        const parts = parseUri(text);
        if (!sound || !parts) return;
        const { scheme, host, port, userinfo: user, path: way, query, fragment } = parts;
        expect([scheme, user, host, port, way, query, fragment]).toEqual([
          found[1],
          found[2],
          found[3],
          found[4],
          found[5] ?? found[6],
          found[7],
          found[8],
        ]);
        expect(schemeOf(text)).toBe(found[1]!.toLowerCase());
      }),
      5000,
    );
  });
});

const templatePieces = [
  '{',
  '}',
  '{a}',
  '{+b}',
  '{#c}',
  '{.d}',
  '{/e}',
  '{;f}',
  '{?g,h}',
  '{&i}',
  '{a:3}',
  '{a*}',
  'x',
  '/',
  '%20',
  'ä',
  ',',
  '{a,b}',
  '{_x.y}',
  '{%41}',
];
const anyTemplate = fc.oneof(textOf(...templatePieces), fc.string());
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', '_x.y', '%41'];
const values = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(
    fc.string({ maxLength: 5 }),
    textOf('/', 'a', '%20', ',', '=', 'ä€😀', '').map((text) => text.slice(0, 6)),
  ),
);
const anyValues = fc.dictionary(fc.constantFrom(...names), fc.anything({ maxDepth: 1 }));

describe('a URI template', () => {
  it('is read or told why not, with its place', () => {
    holds(
      fc.property(anyTemplate, (text) => {
        const template = parseTemplate(text);
        if ('fault' in template) {
          expect(template.fault).not.toBe('');
          expect(template.at).toBeLessThanOrEqual(text.length);
          return;
        }
        expect(template.text).toBe(text);
        expect(new Set(variablesOf(template)).size).toBe(variablesOf(template).length);
      }),
      3000,
    );
  });

  it('expands to what it matches, and what it matches expands to the same again', () => {
    let matched = 0;
    holds(
      fc.property(anyTemplate, values, (text, given) => {
        const template = parseTemplate(text);
        if ('fault' in template) return;
        const uri = expand(template, given);
        expect(uri).toMatch(/^(?:[\x21-\x7e])*$/);
        expect(uri.startsWith(literalPrefix(template))).toBe(true);
        const found = matchTemplate(template, uri);
        if (found === undefined) return;
        matched++;
        expect(expand(template, found)).toBe(uri);
      }),
      5000,
    );
    expect(matched).toBeGreaterThan(100);
  });

  it('takes any value for a variable, or says what it cannot take', () => {
    holds(
      fc.property(anyTemplate, anyValues, (text, given) => {
        const template = parseTemplate(text);
        if ('fault' in template) return;
        try {
          expect(typeof expand(template, given as Record<string, string>)).toBe('string');
        } catch (error) {
          expect((error as Error).message).toContain('takes the start of a string');
        }
      }),
      2000,
    );
  });

  it('matches any text without a crash', () => {
    holds(
      fc.property(anyTemplate, anyUri, (text, uri) => {
        const template = parseTemplate(text);
        if ('fault' in template) return;
        const found = matchTemplate(template, uri);
        if (found) for (const variable of Object.keys(found)) expect(variablesOf(template)).toContain(variable);
      }),
      3000,
    );
  });
});

describe('whatever a server sends for a format', () => {
  const readers: Record<string, (text: string) => unknown> = {
    URI: uriFault,
    template: parseTemplate,
    base64: base64Fault,
    'base64 length': decodedLength,
    'binary text': (text) => binaryEvidence(text, 'text/plain'),
    time: isIso8601,
    host: privateHost,
    'member names': (text) => repeatedNames(text, ['result']),
    'meta key': metaKeyFault,
    domain: isForwardDomain,
    header: readHeaderValue,
    ...Object.fromEntries(traceKeys.map((key) => [key, (text: string) => traceFault(key, text)])),
  };
  const pieces = [
    ...uriPieces,
    ...templatePieces,
    'a.',
    'a-',
    '=',
    'k=v,',
    ';',
    '00-',
    '0',
    '2024-01-01T',
    '.000',
    '"',
    '\\',
    '\0',
    '😀',
  ];

  it.each(Object.keys(readers))('%s: any text is read', (kind) => {
    holds(
      fc.property(fc.oneof(textOf(...pieces), fc.string({ unit: 'binary' })), (text) => {
        readers[kind]!(text);
      }),
    );
  });

  // Whoever backtracks takes minutes for one of these.
  it.each(Object.keys(readers))('%s: a long text takes no long time', { timeout: 30_000 }, (kind) => {
    const long = fc
      .tuple(textOf(...pieces), textOf(...pieces), textOf(...pieces))
      .map(([head, piece, tail]) => head + piece.slice(0, 8).repeat(Math.floor(60_000 / (piece.length + 1))) + tail);
    holds(
      fc.property(long, (text) => {
        readers[kind]!(text);
      }),
      30,
    );
  });

  it('a long template is matched with a long URI in no long time', { timeout: 30_000 }, () => {
    holds(
      fc.property(anyTemplate, anyUri, fc.integer({ min: 1, max: 500 }), (text, uri, times) => {
        const template = parseTemplate(text.repeat(times));
        if ('fault' in template) return;
        matchTemplate(template, uri.repeat(times));
      }),
      300,
    );
  });
});

describe('a command line', () => {
  it('is split, or told why not', () => {
    holds(
      fc.property(textOf('"', "'", '\\', ' ', 'a', '\n', '$', '{port}', '\t'), (text) => {
        try {
          for (const argument of splitCommand(text)) expect(text.length).toBeGreaterThanOrEqual(argument.length);
        } catch (error) {
          expect((error as Error).message).toMatch(/quote|backslash|command/i);
        }
      }),
    );
  });
});
