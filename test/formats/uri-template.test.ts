import { describe, expect, test } from 'vitest';
import {
  expand,
  literalPrefix,
  matchTemplate,
  parseTemplate,
  type UriTemplate,
  variablesOf,
} from '../../harness/formats/uri-template.ts';

/** The template of a text that has to be one. */
function template(text: string): UriTemplate {
  const parsed = parseTemplate(text);
  if ('fault' in parsed) throw new Error(`${text}: ${parsed.fault}`);
  return parsed;
}

describe('says what is wrong', () => {
  test.each([
    ['a{', 'a "{" without its "}"', 1],
    ['a{b', 'a "{" without its "}"', 1],
    ['a}b', 'a "}" without its "{"', 1],
    ['{a}}', 'a "}" without its "{"', 3],
    ['{a{b}}', 'a "{" within an expression', 2],
    ['x{}', 'an empty expression {}', 1],
    ['{=a}', 'the operator "=", which is reserved', 0],
    ['{,a}', 'the operator ",", which is reserved', 0],
    ['{!a}', 'the operator "!", which is reserved', 0],
    ['{@a}', 'the operator "@", which is reserved', 0],
    ['{|a}', 'the operator "|", which is reserved', 0],
    ['{+}', 'an expression with an empty variable name', 2],
    ['{a,}', 'an expression with an empty variable name', 3],
    ['{a,,b}', 'an expression with an empty variable name', 3],
    ['{a b}', 'a space in an expression', 1],
    ['{a, b}', 'a space in an expression', 3],
    ['{user-id}', 'an invalid variable name "user-id"', 1],
    ['{$x}', 'an invalid variable name "$x"', 1],
    ['{*path}', 'an invalid variable name "*path"', 1],
    ['{id?}', 'an invalid variable name "id?"', 1],
    ['{.a..b}', 'an invalid variable name "a..b"', 2],
    ['{a.}', 'an invalid variable name "a."', 1],
    ['{%4}', 'an invalid variable name "%4"', 1],
    ['{é}', 'an invalid variable name "é"', 1],
    ['{a:0}', 'a prefix that is no number from 1 to 9999: "a:0"', 1],
    ['{a:}', 'a prefix that is no number from 1 to 9999: "a:"', 1],
    ['{a:10000}', 'a prefix that is no number from 1 to 9999: "a:10000"', 1],
    ['{a:3*}', 'a prefix and an explode together: "a:3*"', 1],
    ['{a*:3}', 'a prefix and an explode together: "a*:3"', 1],
    ['{a:.*}', 'an unknown modifier ":.*" after a variable name', 1],
    ['{a**}', 'an unknown modifier "**" after a variable name', 1],
    ['a b', 'a raw space outside of an expression', 1],
    ['<{a}>', 'a raw "<" outside of an expression', 0],
    ['a\\b', 'a backslash outside of an expression', 1],
    ['a|b', 'a raw "|" outside of an expression', 1],
    ['%zz', 'an invalid percent triplet %zz outside of an expression', 0],
    ['a\n', 'a line break (U+000A) outside of an expression', 1],
    ['\ud800', 'half a character (U+D800, a lone surrogate) outside of an expression', 0],
    ['\ufdd0', 'a raw U+FDD0 outside of an expression', 0],
    ['\u{1ffff}', 'a raw U+1FFFF outside of an expression', 0],
  ])('%j: %s', (text, fault, at) => {
    expect(parseTemplate(text)).toEqual({ fault, at });
  });
});

test('names and the literal start are told', () => {
  const parsed = template('demo://é/{a}/{?b,a*}{c:3}');
  expect(variablesOf(parsed)).toEqual(['a', 'b', 'c']);
  expect(literalPrefix(parsed)).toBe('demo://%C3%A9/');
  expect(literalPrefix(template('{scheme}://x'))).toBe('');
  expect(literalPrefix(template(''))).toBe('');
  expect(variablesOf(template('x'))).toEqual([]);
});

describe('matches where there is one way', () => {
  test.each<[string, string, Record<string, string> | undefined]>([
    ['demo://users/{user}/notes/{note}', 'demo://users/ada/notes/2', { user: 'ada', note: '2' }],
    ['demo://users/{user}/notes/{note}', 'demo://users/ada/notes/2/3', undefined],
    ['demo://users/{user}', 'demo://users/a%20b%C3%A9', { user: 'a bé' }],
    ['demo://users/{user}', 'demo://users/a%ff', undefined],
    ['demo://users/{user}', 'demo://users/a/b', undefined],
    ['demo://users/{user}', 'demo://users/a:b', undefined],
    ['demo://users/{user}', 'demo://users/', undefined],
    ['demo://users/{user}', 'other://users/a', undefined],
    ['demo://é/{a}', 'demo://%C3%A9/x', { a: 'x' }],
    ['x', 'x', {}],
    ['x', 'y', undefined],
    ['file:///{+path}', 'file:///a/b%20c,d', { path: 'a/b%20c,d' }],
    ['{+path}.txt', 'a.txt.txt', { path: 'a.txt' }],
    ['x{#part}', 'x#a/b', { part: 'a/b' }],
    ['x{#part}', 'x#', { part: '' }],
    ['x{#part}', 'x', {}],
    ['{a}{b}', 'xy', undefined],
    ['{a}-{b}', 'x-y-z', undefined],
    ['{a}-{b}', 'x-y', { a: 'x', b: 'y' }],
    ['{x,y}', '1,2', { x: '1', y: '2' }],
    ['{x,y}', '1', undefined],
    ['{+x,y}', '1,2', undefined],
    ['{/a,b}', '/1/2', { a: '1', b: '2' }],
    ['{/a,b}', '/1', undefined],
    ['{/a}', '/', { a: '' }],
    ['{/a}', '', {}],
    ['x{.a}', 'x.y', { a: 'y' }],
    ['x{.a}', 'x.y.z', { a: 'y.z' }],
    ['x{.a,b}', 'x.y.z', undefined],
    ['{;a,b}', ';a=1;b', { a: '1', b: '' }],
    ['{;a,b}', ';b=2', { b: '2' }],
    ['x{?q,page}', 'x?q=a&page=2', { q: 'a', page: '2' }],
    ['x{?q,page}', 'x?page=2', { page: '2' }],
    ['x{?q,page}', 'x', {}],
    ['x{?q,page}', 'x?q=', { q: '' }],
    ['x{?q,page}', 'x?page=2&q=a', undefined],
    ['x?f=1{&q}', 'x?f=1&q=2', { q: '2' }],
    ['{a}/{a}', 'x/x', { a: 'x' }],
    ['{a}/{a}', 'x/y', undefined],
    ['{/a*}', '/x', undefined],
    ['{a:3}', 'xyz', undefined],
    ['{__proto__}!', 'x!', Object.fromEntries([['__proto__', 'x']])],
  ])('%s with %s', (text, uri, expected) => {
    expect(matchTemplate(template(text), uri)).toEqual(expected);
  });

  test.each([
    { host: 'h', dir: 'a', name: 'b', q: '1', r: '' },
    { host: 'h é', dir: '/', name: '%41', q: '&=', r: '?' },
  ])('what is found expands to the same URI: %o', (given) => {
    const parsed = template('demo://{host}{/dir,name}{?q,r}');
    const uri = expand(parsed, given);
    expect(matchTemplate(parsed, uri)).toEqual(given);
  });
});

test('hostile sizes end in bounded time and memory', () => {
  const million = 'a'.repeat(1_000_000);
  expect(variablesOf(template(`{${million}}`))).toEqual([million]);
  expect(template(million).parts).toEqual([{ literal: million }]);
  expect(parseTemplate('{'.repeat(1_000_000))).toEqual({ fault: 'a "{" without its "}"', at: 0 });
  expect(parseTemplate(`{${'{'.repeat(1_000_000)}}`)).toEqual({ fault: 'a "{" within an expression', at: 1 });
  expect(expand(template('{a}'), { a: million })).toBe(million);
  expect(matchTemplate(template('{a}'), million)).toEqual(undefined);
  expect(matchTemplate(template(`x:{+a}`), `x:${'a'.repeat(100_000)}`)).toEqual({ a: 'a'.repeat(100_000) });
  expect(matchTemplate(template('{a}'.repeat(2_000)), 'a'.repeat(500))).toBeUndefined();
  expect(matchTemplate(template('{a}'.repeat(1_000_000)), 'a')).toBeUndefined();
});
