import { describe, expect, test } from 'vitest';
import { base64Fault, decodedLength } from '../../harness/formats/base64.ts';

describe('canonical base64', () => {
  test.each(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar', '\u0000', '\u00ff\u00ef\u00be'])('of %j', (text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(base64Fault(bytes.toString('base64'))).toBeUndefined();
    expect(decodedLength(bytes.toString('base64'))).toBe(bytes.length);
  });

  test('of every pair of bytes in a row', () => {
    for (let pair = 0; pair < 65_536; pair += 7) {
      const text = Buffer.from([pair >> 8, pair & 255]).toString('base64');
      if (base64Fault(text) !== undefined) throw new Error(`${text}: ${base64Fault(text)!.reason}`);
    }
    expect(base64Fault('+/+/')).toBeUndefined();
  });
});

describe('faults', () => {
  test.each([
    ['data:image/png;base64,Zm9v', 'a data: URI in place of the base64 alone'],
    ['DATA:,Zm9v', 'a data: URI in place of the base64 alone'],
    ['Zm9vYg', 'missing padding: 0 of 2 "=" at the end'],
    ['Zm9vYg=', 'missing padding: 1 of 2 "=" at the end'],
    ['Zm9vYmE', 'missing padding: 0 of 1 "=" at the end'],
    ['Zm9v=', 'too much padding: 1 "=" at the end, where 0 would do'],
    ['Zm8==', 'too much padding: 2 "=" at the end, where 1 would do'],
    ['====', 'too much padding: 4 "=" at the end, where 0 would do'],
    ['Zm9vY', 'a length of 5 without the padding, which no bytes encode to'],
    ['A===', 'a length of 1 without the padding, which no bytes encode to'],
    ['48656c6c6f', 'missing padding: 0 of 2 "=" at the end (it looks hexadecimal)'],
    ['-_-_', 'the URL-safe alphabet: "-" as character 1, where "+" and "/" are meant'],
    ['Zg==Zg==', 'more text after the padding, from character 5 on'],
    ['Zg==!', 'more text after the padding, from character 5 on'],
    ['Zm9v!', '"!" as character 5, which is not in the alphabet'],
    ['Zm9\u0000', 'U+0000 as character 4, which is not in the alphabet'],
    ['Zmé9', '"é" as character 3, which is not in the alphabet'],
    ['Zm9v\u00a0', '"\u00a0" as character 5, which is not in the alphabet'],
    ['Zm9\ud800', 'U+D800 as character 4, which is not in the alphabet'],
    ['[object Object]', '"[" as character 1, which is not in the alphabet'],
    ['Zm\n9vY', 'a length of 5 without the padding, which no bytes encode to'],
  ])('%j: %s', (text, reason) => {
    expect(base64Fault(text)).toEqual({ severity: 'fault', reason });
  });
});

describe('oddities', () => {
  test.each([
    ['Zm9v\nYmFy', 'white space (U+000A as character 5)'],
    ['Zm9v\n', 'white space (U+000A as character 5)'],
    [' Zm9v', 'white space (U+0020 as character 1)'],
    ['Zg=\r\n=', 'white space (U+000D as character 4)'],
    ['Zh==', 'bits set in the last character that no byte takes up: not the canonical encoding'],
    ['Zm9=', 'bits set in the last character that no byte takes up: not the canonical encoding'],
  ])('%j: %s', (text, reason) => {
    expect(base64Fault(text)).toEqual({ severity: 'oddity', reason });
  });
});

test('the decoded length counts what stands for bytes', () => {
  expect(decodedLength('Zm9v\nYmFy\n')).toBe(6);
  expect(decodedLength('Zg==')).toBe(1);
  expect(decodedLength('Zg')).toBe(1);
  expect(decodedLength('-_-_')).toBe(3);
  expect(decodedLength('====')).toBe(0);
});

test('huge texts are read to their end', () => {
  const huge = 'Zm9v'.repeat(12_500_000);
  expect(base64Fault(huge)).toBeUndefined();
  expect(base64Fault(`${huge}!`)?.reason).toContain('as character 50000001');
  expect(decodedLength(huge)).toBe(37_500_000);
});
