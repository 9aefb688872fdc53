import { defineCase } from '../../harness/case.ts';
import { schemeOf, uriFault } from '../../harness/formats/uri.ts';
import { expand, parseTemplate, type UriTemplate, variablesOf } from '../../harness/formats/uri-template.ts';
import { notApplicable } from '../../harness/judge.ts';
import { onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

const method = 'resources/templates/list';

/** A value may have to be a number (a port) or an address (a host in brackets): the template is at fault only if none will do. */
const simple = ['1', 'a', '::1'];

/** Why no simple expansion is a URI; undefined where one is, or where the scheme itself is left to a variable. */
function expansionFault(template: UriTemplate): { uri: string; fault: string } | undefined {
  const [first] = template.parts;
  if (first && !('literal' in first) && first.operator !== '/' && first.operator !== '?') return undefined;
  const faults = simple.map((value) => {
    const uri = expand(template, Object.fromEntries(variablesOf(template).map((name) => [name, value])));
    const fault = uriFault(uri);
    return fault === undefined ? undefined : { uri, fault };
  });
  return faults.includes(undefined) ? undefined : faults[0];
}

const listing = (uriTemplate: string) =>
  onResult(method, (result, { params }) => {
    if (params?.cursor === undefined) result.resourceTemplates[0].uriTemplate = uriTemplate;
  });

const legal = (...uriTemplates: string[]) =>
  onResult(method, (result) => {
    result.resourceTemplates = uriTemplates.map((uriTemplate, at) => ({ uriTemplate, name: `template-${at}` }));
    delete result.nextCursor;
  });

export default defineCase({
  title: 'Every uriTemplate is a URI template by RFC 6570 that expands to a URI',
  rules: [
    {
      id: 'template-uritemplate-rfc6570',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'schema#ResourceTemplate',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Write each variable as {name}, give the template a scheme, and percent-encode what a URI does not allow.',

  async run(probe) {
    let judged = 0;
    for await (const { items } of probe.pages(method)) {
      for (const item of items) {
        const text: unknown = (item as { uriTemplate?: unknown } | null)?.uriTemplate;
        if (typeof text !== 'string') continue;
        judged++;
        const template = parseTemplate(text);
        if ('fault' in template) {
          probe.flag(`${quote(text)} is no URI template: ${template.fault} (character ${template.at + 1})`);
          continue;
        }
        const found = expansionFault(template);
        if (!found) continue;
        const { uri, fault } = found;
        // A scheme that is not well-formed is for list/custom-scheme to judge, in templates too.
        if (schemeOf(uri) === undefined && /^[^/?#]*:/.test(uri) && !/^[a-z]:\\/i.test(uri)) continue;
        // That there is a scheme is sure; what else may follow depends on values that are not known here.
        probe.flag(`${quote(text)} expands to ${quote(uri)}, which is no URI: ${fault}`, {
          warn: schemeOf(uri) !== undefined,
        });
      }
    }
    if (judged === 0 && probe.flags.length === 0) {
      await probe.templates();
      notApplicable('the server lists no template');
    }
  },

  allows: {
    'every operator and modifier': legal(
      'demo://host/a{?q*}',
      'demo://host/a{/path*}',
      'demo://host/{+path}',
      'demo://host/a{#part}',
      'demo://host/{var:3}',
      'demo://host/x{.a,b}{;c}{?d}{&e*}',
    ),
    'no variable at all': legal('demo://host/greeting'),
    'a scheme that is a variable': legal('{+uri}', '{scheme}://host/'),
    'letters beyond ASCII outside of the expressions': legal('demo://host/café/{name}'),
    'a port and an address as variables': legal('demo://host:{port}/x', 'demo://[{+address}]/x'),
    'names with dots, digits, underscores and triplets': legal('demo://host/{a.b}/{_1}/{%41x}'),
  },
  breaks: {
    'an unclosed brace': [listing('file:///{path'), 'is no URI template: a "{" without its "}"'],
    'a brace too many': [listing('file:///path}'), 'a "}" without its "{"'],
    'an empty expression': [listing('file:///{}/a'), 'an empty expression'],
    'an operator kept for later': [listing('file:///{=x}'), 'which is reserved'],
    'a space in an expression': [listing('file:///{ path }'), 'a space in an expression'],
    'a space outside of them': [listing('demo://host/my files/{name}'), 'a raw space'],
    'an invalid name': [listing('demo://host/{user-id}'), 'an invalid variable name'],
    'a colon as in routers': [listing('demo://host/{id:int}'), 'is no URI template'],
    'no scheme': [listing('users/{id}'), 'which is no URI: a relative reference'],
    'a path alone': [listing('/users/{id}'), 'which is no URI: a relative reference'],
    'brackets in the path': [listing('demo://host/[x]/{id}'), 'which is no URI', { warn: true }],
  },
});
