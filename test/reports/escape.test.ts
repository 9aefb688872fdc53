import { describe, expect, it } from 'vitest';
import { harmless, html, shorten, visible, visibleBlock, visibleJson } from '../../reports/escape.ts';
import { deepMessage, hostileStrings } from './hostile.ts';

describe('visible', () => {
  it('shows what a terminal would obey, hide or reorder by', () => {
    expect(visible('\u001b[31m')).toBe('\\x1b[31m');
    expect(visible('\u009b\u007f\u0000')).toBe('\\x9b\\x7f\\x00');
    expect(visible('a\r\n\tb')).toBe('a\\r\\n\\tb');
    expect(visible('\u202ea\u2066\u2069')).toBe('\\u202ea\\u2066\\u2069');
    expect(visible('\u200b\ufeff\u2028\u2029')).toBe('\\u200b\\ufeff\\u2028\\u2029');
    expect(visible('\ud800x\u{e0041}')).toBe('\\ud800x\\u{e0041}');
  });

  it('leaves words of any language and emoji alone', () => {
    const text = 'zwei ☕ 日本語 עברית é ❤️ "quotes" \\ <b>';
    expect(visible(text)).toBe(text);
  });

  it('keeps line breaks and tabs in a block, and nothing else', () => {
    expect(visibleBlock('a\n\tb\r\u001b')).toBe('a\n\tb\\r\\x1b');
  });

  it('makes text of any value without calling what came with it', () => {
    expect(visible({ toString: () => 'called' })).toBe('[object]');
    expect(visible([1, 2])).toBe('[array of 2]');
    expect(visible(null)).toBe('');
    expect(visible(0)).toBe('0');
  });
});

describe('visibleJson', () => {
  it('parses to the same value', () => {
    for (const text of hostileStrings) {
      const shown = visibleJson(JSON.stringify({ text }, null, 2));
      expect(JSON.parse(shown)).toEqual({ text });
      expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
    }
  });
});

describe('what CI runners obey', () => {
  const orders = [
    '::error::x',
    '  ::set-output name=x::y',
    'a ##[error]x',
    '##vso[task.setvariable variable=x]y',
    '##teamcity[x]',
  ];
  const obeyed = (line: string) => /^\s*::/.test(line) || /##\w*\[/.test(line);

  it.each(orders)('leaves nothing to obey of %s', (order) => {
    expect(obeyed(order)).toBe(true);
    const text = `one\n${order}`;
    for (const shown of [
      harmless(text),
      html`<pre>${text}</pre>`.markup,
      visibleJson(JSON.stringify([order], null, 1)),
    ])
      expect(shown.split('\n').filter(obeyed)).toEqual([]);
    expect(JSON.parse(visibleJson(JSON.stringify(order)))).toBe(order);
  });

  it('leaves what is no order as it is', () => {
    for (const text of ['a::b', '## [a]', '# [a](b)', 'std::vector', '##']) expect(harmless(text)).toBe(text);
  });
});

describe('shorten', () => {
  it('keeps short text as it is', () => expect(shorten('four', 4)).toBe('four'));
  it('says how long the text was', () => expect(shorten('a'.repeat(12_345), 3)).toBe('aaa… (12,345 characters)'));
  it('never cuts a code point in half', () => expect(shorten('a😀b', 2)).toBe('a… (4 characters)'));
});

describe('html', () => {
  it('escapes every value', () => {
    expect(html`<p title="${`"'<&>`}">${'<script>'}</p>`.markup).toBe(
      '<p title="&quot;&#39;&lt;&amp;&gt;">&lt;script&gt;</p>',
    );
  });

  it('lets its own markup and arrays of it through', () => {
    expect(html`<ul>${['a', '<'].map((item) => html`<li>${item}</li>`)}</ul>`.markup).toBe(
      '<ul><li>a</li><li>&lt;</li></ul>',
    );
  });

  it('writes nothing for undefined, null and false, but 0', () => {
    expect(html`[${undefined}${null}${false}${0}${''}]`.markup).toBe('[0]');
  });

  it('is not fooled by what looks like its own markup', () => {
    expect(html`${{ markup: '<b>' }}`.markup).toBe('[object]');
    expect(html`${deepMessage(20)}`.markup).toBe('[object]');
  });
});
