import { defineCase } from '../../harness/case.ts';
import { isDriveLike, uriFault } from '../../harness/formats/uri.ts';
import type { Grounds } from '../../harness/judge.ts';
import { listedPages, nothingListed } from '../../harness/listing.ts';
import { onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

/** Schemes that are registered or that the text names: all others are custom ones. */
const standard = new Set([
  ...['https', 'http', 'file', 'git', 'data', 'urn', 'ftp', 'sftp', 'ssh', 'ws', 'wss', 'mailto', 'tel', 'news'],
  ...['nntp', 'ldap', 'ldaps', 'jar', 'tag', 'info', 'cid', 'mid', 'blob', 's3', 'gs', 'redis', 'postgresql'],
]);

/** What stands where a scheme would; undefined where nothing does, as in a relative reference or a path of Windows. */
const schemePart = (text: string): string | undefined =>
  /^[A-Za-z]:[\\/]/.test(text) ? undefined : /^([^:/?#]*):/.exec(text)?.[1];

/** Whether a text is the relative reference of RFC 3986, well-formed but for the scheme that it lacks. */
const isRelative = (text: string): boolean =>
  text !== '' && schemePart(text) === undefined && uriFault(`a://h/${text.replace(/^\/+/, '')}`) === undefined;

/** What is wrong with one URI, which rule it breaks, and how much the evidence weighs. */
function judge(uri: string, custom: boolean): { kind: string; words: string; grounds: Grounds } | undefined {
  const fault = uriFault(uri);
  const rule = 'resource-uri-format';
  if (fault === undefined) {
    if (!isDriveLike(uri)) return undefined;
    const words = `expected a scheme of more than a letter, got ${quote(uri)}, which looks like a path of Windows`;
    return { kind: 'drive', words, grounds: { rule, warn: true } };
  }
  // The type is a string whose format is noted, and SDKs of others take such texts: not enough for a failure.
  if (isRelative(uri)) {
    const words = `expected a URI with a scheme, got the relative reference ${quote(uri)}`;
    return { kind: 'relative', words, grounds: { rule, warn: true } };
  }
  const scheme = schemePart(uri);
  const own = custom && scheme !== undefined && !standard.has(scheme.toLowerCase());
  const words = `expected a URI by RFC 3986, got ${quote(uri)}: ${fault}`;
  return { kind: own ? 'custom' : 'format', words, grounds: { rule: own ? 'uri-custom-scheme-rfc3986' : rule } };
}

const first = (uri: string) =>
  onResult('resources/list', ({ resources }, { params }) => {
    if (params?.cursor === undefined) resources[0].uri = uri;
  });
const template = (uriTemplate: string) =>
  onResult('resources/templates/list', ({ resourceTemplates }) => {
    resourceTemplates[0].uriTemplate = uriTemplate;
  });
const own = { since: '2025-06-18', rule: 'uri-custom-scheme-rfc3986' } as const;
const until = { until: '2025-03-26' } as const;

export default defineCase({
  title: 'Every listed URI is a URI by RFC 3986, also where its scheme is a custom one',
  rules: [
    { id: 'resource-uri-format', level: 'SCHEMA', since: '2024-11-05', at: 'schema#Resource' },
    {
      id: 'uri-custom-scheme-rfc3986',
      level: 'MUST',
      since: '2025-06-18',
      at: 'server/resources#custom-uri-schemes',
      find: 'Custom URI schemes **MUST** be in',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Start with a scheme of letters, digits, "+", "-" and ".", and percent-encode all else, such as spaces.',

  // The URIs of contents and of updates are judged where their form is, so that one cause is reported once.
  async run(probe, { binds }) {
    const custom = binds('uri-custom-scheme-rfc3986');
    const flagged = new Set<string>();
    let judged = 0;
    for await (const { items } of listedPages(probe))
      for (const { uri } of items) {
        if (typeof uri !== 'string') continue;
        judged++;
        const found = judge(uri, custom);
        if (!found || flagged.has(found.kind)) continue;
        flagged.add(found.kind);
        probe.flag(found.words, found.grounds);
      }
    if (custom && !flagged.has('custom'))
      for (const { uriTemplate } of await probe.templates().catch(() => [])) {
        // Only what stands before the first expression is there to be judged.
        const scheme = schemePart(uriTemplate.split('{', 1)[0]!);
        if (scheme === undefined) continue;
        judged++;
        const fault = uriFault(`${scheme}:`);
        if (fault === undefined) continue;
        const words = `expected a scheme by RFC 3986, got the template ${quote(uriTemplate)}: ${fault}`;
        probe.flag(words, { rule: 'uri-custom-scheme-rfc3986' });
        break;
      }
    if (judged === 0) nothingListed(probe, 'no URI is listed');
  },

  allows: {
    'no authority': first('memo:1'),
    'a scheme of one letter': first('a:b'),
    'a scheme of one letter before a host': first('a://host/b'),
    'an empty authority': first('test:///x'),
    'a name, not a place': first('urn:isbn:0451450523'),
    'one slash': first('file:/a'),
    'nothing after the scheme': first('test://'),
    'an upper-case scheme': first('DEMO://HOST/x'),
    'a scheme with a plus, a dot and a digit': first('x-y+z.2://host'),
    'a query, a fragment and an IPv6 host': first('demo://[2001:db8::1]:8080/a?b=c/d?#e/f'),
    'dots in a name': first('demo://host/v1..v2'),
    'a template that begins with its scheme': [template('{scheme}://host/{name}'), { since: '2025-06-18' }],
  },
  breaks: {
    'a relative reference': [first('README.md'), 'the relative reference "README.md"', { warn: true }],
    'an absolute path': [first('/srv/notes/1'), 'the relative reference "/srv/notes/1"', { warn: true }],
    'a drive with slashes': [first('c:/notes/1'), 'looks like a path of Windows', { warn: true }],
    'a path of Windows': [first('C:\\notes\\1'), 'a Windows path'],
    'an empty text': [first(''), 'an empty text'],
    'a raw space': [first('file:///my notes'), 'a raw space'],
    'a raw space in a relative reference': [first('my notes.txt'), 'expected a URI by RFC 3986'],
    'letters beyond ASCII': [first('https://example.com/café'), 'a non-ASCII character'],
    'a bad percent triplet': [first('file:///100%zz'), 'an invalid percent triplet'],
    'a template among the resources': [first('file:///{name}'), 'a raw "{"'],
    'an underscore in a scheme': [first('my_scheme://item/1'), 'an underscore in the scheme', until],
    'an underscore in a custom scheme': [first('my_scheme://item/1'), 'an underscore in the scheme', own],
    'a custom scheme that starts with a digit': [first('1pass://config'), 'a scheme that starts with a digit', own],
    'a space in a custom scheme': [first('my scheme://item/1'), 'a raw space', own],
    'letters beyond ASCII in a custom scheme': [first('größe://item/1'), 'a non-ASCII character', own],
    'a raw space behind a custom scheme': [first('demo://host/my notes'), 'a raw space', own],
    'a template of a malformed scheme': [template('my_scheme://item/{id}'), 'got the template', own],
  },
});
