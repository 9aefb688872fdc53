import { describe, expect, it } from 'vitest';
import { html } from '../../reports/escape.ts';
import { markedJson } from '../../reports/html/marked-json.ts';
import { offending } from '../../reports/html/offending.ts';
import { deepMessage, hostileStrings } from './hostile.ts';

const marks = (reason: string, message: unknown): string[] => [...offending(message, reason)];
const result = (value: unknown): object => ({ jsonrpc: '2.0', id: 'a', result: value });

describe('the member that a finding speaks of', () => {
  it.each<[string, object, string[]]>([
    ['expected error -32602 for "a", got error -32603', { error: { code: -32603, message: 'm' } }, ['/error/code']],
    [
      'not a Resource: resources/1/uri: must be string, got number',
      result({ resources: [{ uri: 'a' }, { uri: 4 }] }),
      ['/result/resources/1/uri'],
    ],
    [
      'expected a number as size of "doc://a", got "12"',
      result({ resources: [{ uri: 'doc://a', size: '12' }] }),
      ['/result/resources/0/size'],
    ],
    [
      'expected an array as audience of "a", got null',
      result({ contents: [{ annotations: { audience: null } }] }),
      ['/result/contents/0/annotations/audience'],
    ],
    ['expected no request before initialized, got "roots/list"', { method: 'roots/list', id: 0 }, ['/method']],
    [
      'expected one sentence, got several lines: "first\\nsec…',
      { error: { code: 1, message: 'first\nsecond' } },
      ['/error/message'],
    ],
    ['not a CompleteResult: required member completion is missing', result({ _meta: {} }), ['/result']],
    [
      'expected x in the _meta of the result of resources/list, got none',
      result({ _meta: { y: 1 } }),
      ['/result/_meta'],
    ],
    ['expected an error for "a", got contents', result({ contents: [] }), ['/result/contents']],
    ['expected error -32602 for a cursor, got a result', result({ resources: [] }), ['/result']],
    ['expected an object as the result, got null', result(null), ['/result']],
    ['the server exited with code 1 during this case', result({}), []],
  ])('is found for: %s', (reason, message, expected) => {
    expect(marks(reason, message)).toEqual(expected);
  });

  it('is none where the message does not hold it', () => {
    expect(marks('expected error -32602, got error -32603', { error: { code: -32000 } })).toEqual([]);
    expect(marks('expected a, got "nothing of the kind"', result({ a: 'b' }))).toEqual([]);
  });

  it.each(hostileStrings.map((hostile) => [JSON.stringify(hostile.slice(0, 30)), hostile]))(
    'is looked for in bounded time in %s',
    (_, hostile) => {
      expect(() => marks(`expected ${hostile}, got "${hostile}"`, result({ [hostile]: hostile }))).not.toThrow();
      expect(() => marks('"'.repeat(2_000), deepMessage(4_000))).not.toThrow();
      expect(() => marks('\\'.repeat(2_000), [1, 'a', null])).not.toThrow();
    },
  );
});

describe('JSON that is marked', () => {
  const text = (value: unknown, paths: string[] = [], extent = {}): string =>
    markedJson(value, new Set(paths), extent).markup;

  it('marks a member with its name, wherever it stands in a list', () => {
    const items = Array.from({ length: 100 }, (_, at) => ({ uri: `doc://${at}` }));
    const markup = text(result({ resources: items }), ['/result/resources/70/uri']);
    expect(markup).toContain('<mark><span class="key">&quot;uri&quot;</span>: &quot;doc://70&quot;</mark>');
    expect(markup).toContain('… 58 more');
    expect(markup).toContain('… 29 more');
    expect(markup.match(/<mark>/g)).toHaveLength(1);
  });

  it('marks the name alone of what takes many lines', () => {
    const markup = text(result({ resources: Array.from({ length: 9 }, () => ({ uri: 'doc://a', name: 'a' })) }), [
      '/result',
    ]);
    expect(markup).toContain('<mark><span class="key">&quot;result&quot;</span></mark>: {');
    expect(text(result(null), ['/result'])).toContain('<mark><span class="key">&quot;result&quot;</span>: null</mark>');
  });

  it('folds a long string, whose whole is there when it is opened, up to its bound', () => {
    expect(text('a'.repeat(200))).toBe(
      html`<details class="fold"><summary>${`"${'a'.repeat(100)}`}… <small>(200 characters)</small></summary><span>${`"${'a'.repeat(200)}"`}</span></details>`
        .markup,
    );
    expect(text('b'.repeat(1_000_000)).length).toBeLessThan(2_000);
  });

  it('bounds breadth, depth and number of values', () => {
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, [at, at, at]]));
    expect(text(wide).length).toBeLessThan(10_000);
    expect(text(deepMessage(5_000)).length).toBeLessThan(2_000);
    expect(text(JSON.parse('{"__proto__":{"a":1},"b":""}'))).toContain('__proto__');
  });
});
