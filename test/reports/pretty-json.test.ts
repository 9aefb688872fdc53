import { describe, expect, it } from 'vitest';
import { exchangeOf, indexLines, payloadOf, shownLine } from '../../reports/exchange.ts';
import { prettyJson } from '../../reports/pretty-json.ts';
import { deepMessage, hostileStrings } from './hostile.ts';
import { sampleReport } from './sample.ts';

describe('prettyJson', () => {
  it('writes JSON that parses, small objects on one line', () => {
    const value = {
      jsonrpc: '2.0',
      id: 0,
      result: { contents: [{ uri: 'a:b', text: '' }], none: [], empty: {}, no: null, yes: true, long: 'x'.repeat(80) },
    };
    const text = prettyJson(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(text).toContain('[ { "uri": "a:b", "text": "" } ]');
  });

  it('folds long strings and counts what it leaves out', () => {
    expect(prettyJson({ blob: 'a'.repeat(12_345) }, { string: 4 })).toBe('{ "blob": "aaaa… (12,345 characters)" }');
    expect(prettyJson([1, 2, 3, 4], { items: 2 })).toBe('[ 1, 2, … 2 more ]');
    expect(prettyJson({ a: { b: { c: 1, d: 2 } } }, { depth: 2 })).toBe('{ "a": { "b": { … 2 members } } }');
  });

  it('stays small whatever it is given', () => {
    const wide = Array.from({ length: 40 }, () =>
      Array.from({ length: 40 }, () => Array.from({ length: 40 }, () => ({ a: 'b'.repeat(900) }))),
    );
    for (const value of [deepMessage(20_000), wide, Object.fromEntries(hostileStrings.map((text) => [text, text]))]) {
      expect(prettyJson(value).length).toBeLessThan(50_000);
      expect(prettyJson(value).split('\n').length).toBeLessThan(45);
    }
  });

  it('leaves nothing in it that a terminal obeys', () => {
    expect(prettyJson(hostileStrings)).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/,
    );
  });
});

describe('a line of a transcript', () => {
  const line = { n: 3, ms: 4, session: 1 } as const;

  it('is summed up by its method, its error code, or what it is', () => {
    const summary = (message: object): string => shownLine({ ...line, direction: 'in', message }).summary;
    expect(summary({ jsonrpc: '2.0', method: 'ping' })).toBe('ping');
    expect(summary({ error: { code: -32602 } })).toBe('error -32602');
    expect(summary({ result: {} })).toBe('result');
    expect(summary([1, 2])).toBe('batch of 2');
    expect(shownLine({ ...line, direction: 'in', text: 'Listening\n' })).toMatchObject({
      summary: 'not a message',
      body: 'Listening',
    });
    expect(
      shownLine({ ...line, direction: 'in', message: { result: {} }, http: { status: 404, headers: { a: 'b' } } }),
    ).toMatchObject({ summary: 'HTTP 404 result' });
  });

  it('is brief only where its envelope is in order', () => {
    const result = { contents: [] };
    expect(payloadOf({ jsonrpc: '2.0', id: 0, result }, 'in')).toEqual(result);
    for (const odd of [
      { id: 1, result },
      { jsonrpc: '2.0', result },
      { jsonrpc: '2.0', id: null, result },
      { jsonrpc: '2.0', id: 1, result, extra: 1 },
      { jsonrpc: '2.0', id: 1, result, error: {} },
    ])
      expect(payloadOf(odd, 'in')).toBe(odd);
  });

  it('is found by its number', () => {
    const leg = sampleReport().legs[0]!;
    expect(exchangeOf(indexLines(leg), [2, 2, 1]).lines.map(({ n }) => n)).toEqual([2, 1]);
  });
});
