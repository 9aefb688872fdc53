import { describe, expect, test } from 'vitest';
import { isDriveLike, parseUri, schemeOf, uriFault } from '../../harness/formats/uri.ts';

describe('legal URIs', () => {
  test.each([
    'urn:x:y',
    'memo:1',
    'file:/a',
    'file:///a/b%20c.txt',
    'test://',
    'a:',
    'a://[::1]/x',
    'a://[2001:db8::192.0.2.1]:80/',
    'a://[1:2:3:4:5:6:7:8]/',
    'a://[::]',
    'a://[1:2:3:4:5:6:7::]/',
    'a://[v1.fe:x]/',
    'http://user:pa%20ss@example.com:/x?y=/?#z/?',
    'HTTP://EXAMPLE.com/%7Euser',
    'mailto:a@b.c',
    'tag:a@b,2020:x',
    'git+ssh://host/x;a=1',
    "x:!$&'()*+,;=:@-._~",
    'localhost:3000',
    'http://a/../b//c',
    'c:/windows',
    'a:?',
    'a:#',
    'a://@h/',
    'x:%C3%A9',
  ])('%s', (text) => {
    expect(uriFault(text)).toBeUndefined();
  });
});

describe('what is no URI', () => {
  test.each([
    ['', 'an empty text'],
    ['readme', 'no scheme'],
    ['not a uri', 'no scheme'],
    ['docs/readme.md', 'a relative reference'],
    ['/etc/passwd', 'a relative reference'],
    ['//host/x', 'a relative reference'],
    ['?q', 'a relative reference'],
    ['.', 'a relative reference'],
    ['a/b:c', 'a relative reference'],
    ['C:\\x', 'a Windows path'],
    ['\\\\server\\share', 'a Windows path'],
    [':x', 'an empty scheme'],
    ['://x', 'an empty scheme'],
    ['1password://config', 'a scheme that starts with a digit'],
    ['+a:x', 'a scheme that starts with "+"'],
    ['my_app://x', 'an underscore in the scheme'],
    ['a%20b:x', 'a percent sign in the scheme'],
    ['a~:x', 'a "~" in the scheme'],
    ['my app://x', 'a raw space'],
    ['{scheme}://x', 'a raw "{": a URI template, not a URI'],
    ['café://x', 'a non-ASCII character (é): an IRI, not a URI'],
    ['x:café', 'a non-ASCII character (é): an IRI, not a URI'],
    ['x:😀', 'a non-ASCII character (😀): an IRI, not a URI'],
    ['x:\ud800', 'half a character (U+D800, a lone surrogate)'],
    ['x:a b', 'a raw space'],
    ['x:a\nb', 'a line break (U+000A)'],
    ['x:\0', 'a control character (U+0000)'],
    ['x:\u0085', 'a control character (U+0085)'],
    ['x:a\\b', 'a backslash'],
    ['x:%zz', 'an invalid percent triplet %zz'],
    ['x:%4', 'an invalid percent triplet %4'],
    ['x:%', 'an invalid percent triplet %'],
    ['x:?%g0', 'an invalid percent triplet %g0'],
    ['x:#%0g', 'an invalid percent triplet %0g'],
    ['x:a#b#c', 'a second "#"'],
    ['x://h/[1]', 'a raw "["'],
    ['x:<y>', 'a raw "<"'],
    ['x:"y"', 'a raw """'],
    ['x:a|b', 'a raw "|"'],
    ['x:{id}', 'a raw "{": a URI template, not a URI'],
    ['x://a b/', 'a raw space in the host'],
    ['x://[::1/', 'a "[" without its "]" in the host'],
    ['x://[::1]x/', 'text after the bracketed host'],
    ['x://[1:2:3]/', 'a bracketed host that is no IPv6 address'],
    ['x://[::1::2]/', 'a bracketed host that is no IPv6 address'],
    ['x://[1:2:3:4:5:6:7:8:9]/', 'a bracketed host that is no IPv6 address'],
    ['x://[1::2:3:4:5:6:7:8]/', 'a bracketed host that is no IPv6 address'],
    ['x://[:1]/', 'a bracketed host that is no IPv6 address'],
    ['x://[1:]/', 'a bracketed host that is no IPv6 address'],
    ['x://[::1.2.3.256]/', 'a bracketed host that is no IPv6 address'],
    ['x://[1.2.3.4::]/', 'a bracketed host that is no IPv6 address'],
    ['x://[fe80::1%25eth0]/', 'a bracketed host that is no IPv6 address'],
    ['x://[v1.]/', 'a bracketed host that is no IPv6 address'],
    ['x://[]/', 'a bracketed host that is no IPv6 address'],
    ['x://h:8o/', 'a port that is not a number'],
    ['x://1:2:3/', 'a port that is not a number'],
    ['file://C:\\a', 'a backslash in the port'],
    ['x://a@b@c/', 'a second "@" in the authority'],
    ['x://a[@b/', 'a raw "[" in the user information'],
  ])('%j is %s', (text, fault) => {
    expect(uriFault(text)).toBe(fault);
    expect(parseUri(text)).toBeUndefined();
  });
});

test('a URI is taken apart with nothing decoded', () => {
  expect(parseUri('http://me:pw@[::1]:80/a%2Fb?q=1?#f')).toEqual({
    scheme: 'http',
    authority: 'me:pw@[::1]:80',
    userinfo: 'me:pw',
    host: '[::1]',
    port: '80',
    path: '/a%2Fb',
    query: 'q=1?',
    fragment: 'f',
  });
  expect(parseUri('file:///a')).toEqual({ scheme: 'file', authority: '', host: '', path: '/a' });
  expect(parseUri('urn:x:y')).toEqual({ scheme: 'urn', path: 'x:y' });
  expect(parseUri('a:?#')).toEqual({ scheme: 'a', path: '', query: '', fragment: '' });
});

test('a scheme is found whatever follows it', () => {
  expect(schemeOf('HTTP://a b')).toBe('http');
  expect(schemeOf('urn:x')).toBe('urn');
  expect(schemeOf('my_app://x')).toBeUndefined();
  expect(schemeOf('readme')).toBeUndefined();
  expect(schemeOf('a/b:c')).toBeUndefined();
});

test('a one-letter scheme is told apart without being a fault', () => {
  expect(isDriveLike('c:/windows')).toBe(true);
  expect(isDriveLike('C:\\windows')).toBe(true);
  expect(isDriveLike('cc:/x')).toBe(false);
  expect(isDriveLike('c:x')).toBe(false);
  expect(isDriveLike('c://x')).toBe(false);
  expect(isDriveLike('1:/x')).toBe(false);
});

test('huge texts are read to their end', () => {
  const million = 'a'.repeat(1_000_000);
  expect(uriFault(`x:${million}`)).toBeUndefined();
  expect(uriFault(`x:${million} `)).toBe('a raw space');
  expect(uriFault(million)).toBe('no scheme');
  expect(uriFault(`${million}_:`)).toBe('an underscore in the scheme');
  expect(uriFault(`x://${million}`)).toBeUndefined();
  expect(uriFault(`x://[${'1:'.repeat(500_000)}]`)).toBe('a bracketed host that is no IPv6 address');
  expect(uriFault(`x://[v${million}`)).toBe('a "[" without its "]" in the host');
  expect(uriFault(`x:${'%41'.repeat(300_000)}`)).toBeUndefined();
});
