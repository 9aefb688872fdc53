import { describe, expect, test } from 'vitest';
import { expand, parseTemplate, type TemplateValue, type UriTemplate } from '../../harness/formats/uri-template.ts';

/** The template of a text that has to be one. */
function template(text: string): UriTemplate {
  const parsed = parseTemplate(text);
  if ('fault' in parsed) throw new Error(`${text}: ${parsed.fault}`);
  return parsed;
}

/** The values of RFC 6570, section 3.2. */
const values: Record<string, TemplateValue> = {
  count: ['one', 'two', 'three'],
  dom: ['example', 'com'],
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  v: '6',
  x: '1024',
  y: '768',
  empty: '',
  empty_keys: {},
  undef: null,
};

const expansions: Record<string, Record<string, string>> = {
  '3.2.1 variables': {
    '{count}': 'one,two,three',
    '{count*}': 'one,two,three',
    '{/count}': '/one,two,three',
    '{/count*}': '/one/two/three',
    '{;count}': ';count=one,two,three',
    '{;count*}': ';count=one;count=two;count=three',
    '{?count}': '?count=one,two,three',
    '{?count*}': '?count=one&count=two&count=three',
    '{&count*}': '&count=one&count=two&count=three',
  },
  '3.2.2 simple': {
    '{var}': 'value',
    '{hello}': 'Hello%20World%21',
    '{half}': '50%25',
    'O{empty}X': 'OX',
    'O{undef}X': 'OX',
    '{x,y}': '1024,768',
    '{x,hello,y}': '1024,Hello%20World%21,768',
    '?{x,empty}': '?1024,',
    '?{x,undef}': '?1024',
    '?{undef,y}': '?768',
    '{var:3}': 'val',
    '{var:30}': 'value',
    '{list}': 'red,green,blue',
    '{list*}': 'red,green,blue',
    '{keys}': 'semi,%3B,dot,.,comma,%2C',
    '{keys*}': 'semi=%3B,dot=.,comma=%2C',
  },
  '3.2.3 reserved': {
    '{+var}': 'value',
    '{+hello}': 'Hello%20World!',
    '{+half}': '50%25',
    '{base}index': 'http%3A%2F%2Fexample.com%2Fhome%2Findex',
    '{+base}index': 'http://example.com/home/index',
    'O{+empty}X': 'OX',
    'O{+undef}X': 'OX',
    '{+path}/here': '/foo/bar/here',
    'here?ref={+path}': 'here?ref=/foo/bar',
    'up{+path}{var}/here': 'up/foo/barvalue/here',
    '{+x,hello,y}': '1024,Hello%20World!,768',
    '{+path,x}/here': '/foo/bar,1024/here',
    '{+path:6}/here': '/foo/b/here',
    '{+list}': 'red,green,blue',
    '{+list*}': 'red,green,blue',
    '{+keys}': 'semi,;,dot,.,comma,,',
    '{+keys*}': 'semi=;,dot=.,comma=,',
  },
  '3.2.4 fragment': {
    '{#var}': '#value',
    '{#hello}': '#Hello%20World!',
    '{#half}': '#50%25',
    'foo{#empty}': 'foo#',
    'foo{#undef}': 'foo',
    '{#x,hello,y}': '#1024,Hello%20World!,768',
    '{#path,x}/here': '#/foo/bar,1024/here',
    '{#path:6}/here': '#/foo/b/here',
    '{#list}': '#red,green,blue',
    '{#list*}': '#red,green,blue',
    '{#keys}': '#semi,;,dot,.,comma,,',
    '{#keys*}': '#semi=;,dot=.,comma=,',
  },
  '3.2.5 label': {
    '{.who}': '.fred',
    '{.who,who}': '.fred.fred',
    '{.half,who}': '.50%25.fred',
    'www{.dom*}': 'www.example.com',
    'X{.var}': 'X.value',
    'X{.empty}': 'X.',
    'X{.undef}': 'X',
    'X{.var:3}': 'X.val',
    'X{.list}': 'X.red,green,blue',
    'X{.list*}': 'X.red.green.blue',
    'X{.keys}': 'X.semi,%3B,dot,.,comma,%2C',
    'X{.keys*}': 'X.semi=%3B.dot=..comma=%2C',
    'X{.empty_keys}': 'X',
    'X{.empty_keys*}': 'X',
  },
  '3.2.6 path': {
    '{/who}': '/fred',
    '{/who,who}': '/fred/fred',
    '{/half,who}': '/50%25/fred',
    '{/who,dub}': '/fred/me%2Ftoo',
    '{/var}': '/value',
    '{/var,empty}': '/value/',
    '{/var,undef}': '/value',
    '{/var,x}/here': '/value/1024/here',
    '{/var:1,var}': '/v/value',
    '{/list}': '/red,green,blue',
    '{/list*}': '/red/green/blue',
    '{/list*,path:4}': '/red/green/blue/%2Ffoo',
    '{/keys}': '/semi,%3B,dot,.,comma,%2C',
    '{/keys*}': '/semi=%3B/dot=./comma=%2C',
  },
  '3.2.7 path parameters': {
    '{;who}': ';who=fred',
    '{;half}': ';half=50%25',
    '{;empty}': ';empty',
    '{;v,empty,who}': ';v=6;empty;who=fred',
    '{;v,bar,who}': ';v=6;who=fred',
    '{;x,y}': ';x=1024;y=768',
    '{;x,y,empty}': ';x=1024;y=768;empty',
    '{;x,y,undef}': ';x=1024;y=768',
    '{;hello:5}': ';hello=Hello',
    '{;list}': ';list=red,green,blue',
    '{;list*}': ';list=red;list=green;list=blue',
    '{;keys}': ';keys=semi,%3B,dot,.,comma,%2C',
    '{;keys*}': ';semi=%3B;dot=.;comma=%2C',
  },
  '3.2.8 query': {
    '{?who}': '?who=fred',
    '{?half}': '?half=50%25',
    '{?x,y}': '?x=1024&y=768',
    '{?x,y,empty}': '?x=1024&y=768&empty=',
    '{?x,y,undef}': '?x=1024&y=768',
    '{?var:3}': '?var=val',
    '{?list}': '?list=red,green,blue',
    '{?list*}': '?list=red&list=green&list=blue',
    '{?keys}': '?keys=semi,%3B,dot,.,comma,%2C',
    '{?keys*}': '?semi=%3B&dot=.&comma=%2C',
  },
  '3.2.9 query continuation': {
    '{&who}': '&who=fred',
    '{&half}': '&half=50%25',
    '?fixed=yes{&x}': '?fixed=yes&x=1024',
    '{&x,y,empty}': '&x=1024&y=768&empty=',
    '{&x,y,undef}': '&x=1024&y=768',
    '{&var:3}': '&var=val',
    '{&list}': '&list=red,green,blue',
    '{&list*}': '&list=red&list=green&list=blue',
    '{&keys}': '&keys=semi,%3B,dot,.,comma,%2C',
    '{&keys*}': '&semi=%3B&dot=.&comma=%2C',
  },
  'beyond the examples': {
    '': '',
    plain: 'plain',
    "it's/{var}": "it's/value",
    'x{a.b}{a_b}{%41}': 'x12P',
    '{+triplet}': '%2Fa%25zz',
    '{triplet}': '%252Fa%25zz',
    '{smile:1}': '%F0%9F%98%80',
    '{number}{truth}': '7true',
    '{;empty_list}{?blank*}': '?blank=&blank=x',
    '{toString}{constructor}': '',
  },
};
Object.assign(values, {
  'a.b': 1,
  a_b: 2,
  '%41': 'P',
  triplet: '%2Fa%zz',
  smile: '😀😀',
  number: 7,
  truth: true,
  empty_list: [],
  blank: ['', 'x', null],
});

describe.each(Object.entries(expansions))('expands %s', (_section, cases) => {
  test.each(Object.entries(cases))('%s to %s', (text, expected) => {
    expect(expand(template(text), values)).toBe(expected);
  });
});

test('literals that no URI may hold are encoded, half a character is replaced', () => {
  expect(expand(template('é/%41{var}'), values)).toBe('%C3%A9/%41value');
  expect(expand(template('{half}'), { half: '\ud800' })).toBe('%EF%BF%BD');
});

test('a prefix of a list is refused with the mend', () => {
  expect(() => expand(template('{list:3}'), values)).toThrow('give a string');
});
