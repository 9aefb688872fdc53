import { expect, test } from 'vitest';
import { headerValue, readHeaderValue } from '../../harness/transport/mcp-headers.ts';

test.each([
  ['us-west1', 'us-west1'],
  ['file:///a b/c.json?x=1#y', 'file:///a b/c.json?x=1#y'],
  ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
  [' padded ', '=?base64?IHBhZGRlZCA=?='],
  ['\tx', '=?base64?CXg=?='],
  ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
  ['a\u007fb', '=?base64?YX9i?='],
  ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
  ['=?base64?=', '=?base64?PT9iYXNlNjQ/PQ==?='],
  ['=?BASE64?eA==?=', '=?BASE64?eA==?='],
  ['=?base64?eA==', '=?base64?eA=='],
  ['', ''],
])('%j travels as %s and comes back', (text, value) => {
  expect(headerValue(text)).toBe(value);
  expect(readHeaderValue(value)).toBe(text);
});

test.each([
  ['=?base64?eA?=', 'padding missing'],
  ['=?base64?_-8=?=', 'another alphabet'],
  ['=?base64?e A==?=', 'a space inside'],
  ['=?base64?/w==?=', 'no UTF-8'],
  ['=?base64?=', 'too short'],
  ['\u00fcber', 'no ASCII'],
  ['a\nb', 'a control character'],
])('%j is malformed: %s', (value) => {
  expect(readHeaderValue(value)).toBeUndefined();
});
