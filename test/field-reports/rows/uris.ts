// URIs that are listed or built from a template, and do not read; templates and resources mixed up.
import { all, onReply, onRequest } from '../../../harness/mutate.ts';
import { adding, type FieldReport, onListed, onTemplates, type SetAside, unknownMethod, unreadable } from './row.ts';

const modern = '2026-07-28';

export const reports: readonly FieldReport[] = [
  {
    report: 'dgunning/edgartools#897',
    gist: 'a URL object is compared with texts, so no listed resource is ever found',
    server: unreadable(() => true),
    found: ['read/listed-readable', 'warn'],
  },
  {
    report: 'PrefectHQ/fastmcp#5166',
    gist: 'nothing matches a template whose fixed part has a letter beyond ASCII',
    server: all(
      onTemplates((template) => {
        template.uriTemplate = template.uriTemplate.replace('host/colors/', 'host/céleur/');
      }),
      onRequest('completion/complete', (request) => {
        const { ref } = request.params ?? {};
        if (typeof ref?.uri === 'string') ref.uri = ref.uri.replace('host/céleur/', 'host/colors/');
        return request;
      }),
    ),
    found: ['templates/readable', 'warn'],
  },
  {
    report: 'sourcemeta/one#882',
    gist: 'the list builds its URIs on one base, and a read expects another',
    over: 'http',
    server: onListed((entry) => {
      entry.uri = entry.uri.replace('demo://host/', 'demo://registry/');
    }),
    found: ['read/listed-readable', 'warn'],
  },
  {
    report: 'github/github-mcp-server#1792',
    gist: 'a filter keeps only templates whose text is the URI asked for, so none is ever matched',
    over: 'http',
    server: unreadable((uri) => uri.startsWith('demo://host/people/')),
    found: ['templates/readable', 'warn'],
  },
  {
    report: 'modelcontextprotocol/typescript-sdk#2267 (malformed URIs)',
    gist: 'what is no URI makes the parser throw, and that is passed on as an internal error',
    revision: modern,
    server: unreadable((uri) => /[^!-~]/.test(uri), -32603, 'Invalid URL'),
    found: ['not-found/code', 'fail'],
  },
  {
    report: 'modelcontextprotocol/java-sdk#596',
    gist: 'the "?" of a template is taken for a sign of the regular expression that it becomes',
    server: unreadable((uri) => uri.includes('?')),
    found: ['templates/readable', 'warn'],
  },
  {
    report: 'modelcontextprotocol/typescript-sdk#1079',
    gist: 'a template with query variables matches only where all of them have values',
    fixtures: { templates: { 'demo://host/range{?from,to}': { to: '200' } } },
    server: unreadable((uri) => uri.includes('/range?') && !uri.includes('&')),
    found: ['templates/readable', 'warn'],
  },
  {
    report: 'PrefectHQ/fastmcp#2085',
    gist: 'a read breaks as soon as an optional query variable has a value',
    over: 'http',
    server: unreadable((uri) => uri.includes('?letter='), -32603, 'Unexpected keyword'),
    found: ['templates/readable', 'warn'],
  },
  {
    report: 'modelcontextprotocol/csharp-sdk#821',
    gist: 'the first template is taken for every URI, so the others are never reached',
    server: unreadable((uri) => /^demo:\/\/host\/(words|range|numbers|colors|grid|shelf|note)/.test(uri)),
    found: ['templates/readable', 'warn'],
  },
  {
    report: 'stimmtdigital/craft-mcp#49',
    gist: 'a template registered earlier hides a more literal one',
    over: 'http',
    server: adding('resources/templates/list', 'resourceTemplates', {
      uriTemplate: 'demo://host/people/all',
      name: 'all',
    }),
    found: ['templates/readable', 'warn'],
  },
  {
    report: 'bennypowers/cem#355',
    gist: 'a template is registered as a resource: its braces stand in the list, and nothing matches it',
    server: adding('resources/list', 'resources', { uri: 'cem://element/{name}', name: 'element' }),
    found: ['list/uri-format', 'fail'],
  },
  {
    report: 'modelcontextprotocol/go-sdk#11',
    gist: 'a template with an empty expression is taken and listed',
    server: adding('resources/templates/list', 'resourceTemplates', { uriTemplate: 'file:///{}/{a}', name: 'empty' }),
    found: ['templates/syntax', 'fail'],
  },
  {
    report: 'ag2ai/ag2#3249',
    gist: 'the value of a variable is not decoded, so a name with a space is never found',
    server: unreadable((uri) => uri.startsWith('demo://host/colors/') && uri.includes('%')),
    found: ['templates/readable', 'warn'],
  },
  {
    report: 'modelcontextprotocol/java-sdk#319',
    gist: 'resources/list contains the templates as well',
    server: adding('resources/list', 'resources', { uri: 'db://users/{userId}', name: 'user' }),
    found: ['list/uri-format', 'fail'],
  },
  {
    report: 'modelcontextprotocol/swift-sdk#269',
    gist: 'a template is listed as a resource, and the list of templates has no handler',
    over: 'http',
    server: all(
      adding('resources/list', 'resources', { uri: 'test://template/{id}', name: 'template' }),
      onReply('resources/templates/list', () => unknownMethod),
    ),
    found: ['list/uri-format', 'fail'],
  },
  {
    report: 'Pouzor/homelable#387',
    gist: 'the list of templates has no handler, and each read fails where it is serialised',
    over: 'http',
    server: all(
      onReply('resources/templates/list', () => unknownMethod),
      unreadable(() => true, -32603, 'Internal error'),
    ),
    found: ['templates/answered', 'warn'],
  },
  {
    report: 'WordPress/mcp-adapter#232',
    gist: 'resources are declared, and resources/templates/list is unknown',
    over: 'http',
    server: onReply('resources/templates/list', () => unknownMethod),
    found: ['templates/answered', 'warn'],
  },
  {
    report: 'justadityaraj/shim-mcp#19',
    gist: 'as in WordPress/mcp-adapter#232',
    over: 'http',
    revision: modern,
    server: onReply('resources/templates/list', () => unknownMethod),
    found: ['templates/answered', 'warn'],
  },
];

export const aside: readonly SetAside[] = [
  {
    report: 'modelcontextprotocol/typescript-sdk#2267',
    gist: 'the not-found error names a normalised URI in place of the one that was asked for',
    why: 'data.uri stands in an example only; no sentence asks for it.',
  },
  {
    report: 'LIghtJUNction/OniMods#35',
    gist: 'the not-found error has no data.uri',
    why: 'data.uri stands in an example only; no sentence asks for it.',
  },
  {
    report: 'modelcontextprotocol/csharp-sdk#516',
    gist: 'a URI with capitals in its host does not read once a client has made them small',
    why: 'It reads as it is listed; other spellings are a matter of the client.',
  },
  {
    report: 'dagucloud/dagu#2764',
    gist: 'a description speaks of a query that the resource does not take',
    why: 'The promise is in prose; nothing that is listed leads to that URI.',
  },
  {
    report: 'modelcontextprotocol/python-sdk#159',
    gist: 'a simple expression does not match a value with a slash',
    why: 'RFC 6570 encodes the slash in such an expression, so the raw form is none of its expansions.',
  },
  {
    report: 'cyanheads/mcp-ts-core#30',
    gist: 'resources without variables are listed as templates too',
    why: 'A template without variables is one by RFC 6570, and no sentence keeps a URI out of either list.',
  },
  {
    report: 'php-mcp/laravel#25',
    gist: 'a template that can be read is not listed',
    why: 'A client that is not told of a template cannot know of it.',
  },
  {
    report: 'spring-projects/spring-ai#5712',
    gist: 'templates are looked for in resources/list',
    why: 'They belong into resources/templates/list, where the server had them.',
  },
];
