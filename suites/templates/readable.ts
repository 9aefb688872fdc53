import { defineCase } from '../../harness/case.ts';
import { type Expansion, isThere, knownTemplates } from '../../harness/expansions.ts';
import { uriFault } from '../../harness/formats/uri.ts';
import { blockedBy, notApplicable, untested } from '../../harness/judge.ts';
import { all, instead, onReply, onRequest, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isWithheld } from '../../harness/session/reply.ts';
import type { JsonObject } from '../../harness/wire.ts';

const list = 'resources/templates/list';

const vouched: Readonly<Record<Expansion['by'], string | undefined>> = {
  completion: 'the values that the server itself completes',
  config: 'the values in fixtures.templates',
  text: 'no value to fill in',
  // A listed URI that cannot be read is for read/listed-readable to judge, and a convention binds nobody.
  list: undefined,
  convention: undefined,
};

const notFound = (uri: unknown) => ({ error: { code: -32602, message: 'Resource not found', data: { uri } } });

/** Reads below this prefix find nothing. */
const unbound = (matches: (uri: string) => boolean) =>
  instead('resources/read', ({ params }) => (matches(String(params?.uri)) ? notFound(params?.uri) : undefined));

const colors = 'demo://host/colors/';

/** Lists a template under another name than the one that is served; its completions go on working. */
const renamed = (from: string, to: string) =>
  all(
    onResult(list, ({ resourceTemplates }) => {
      for (const template of resourceTemplates) if (template.uriTemplate === from) template.uriTemplate = to;
    }),
    onRequest('completion/complete', (request) => {
      const ref: JsonObject | undefined = request.params?.ref;
      if (ref?.uri === to) ref.uri = from;
      return request;
    }),
  );

export default defineCase({
  title: 'A URI built from a template with values that the server knows can be read',
  rules: [
    {
      id: 'template-expansion-readable',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'server/resources#resource-templates',
      find: 'Resource templates allow servers to expose',
      derived:
        'The text says what templates are for, not that each expansion exists: only where the server (or its operator) ' +
        'supplied the values can a refusal be held against it.',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Bind a handler to each template, decode its variables once, and match the URI as RFC 6570 expands it.',

  async run(probe) {
    const templates = await knownTemplates(probe);
    const listed = (await probe.reads()).filter(({ entry }) => entry !== undefined);
    if (listed.length > 0 && !listed.some(isThere))
      blockedBy('read/listed-readable', `no read gave contents, the first got ${inWords(listed[0]!.reply)}`);
    let judged = 0;
    for (const { template, expansions } of templates) {
      const there = expansions.filter(isThere);
      const refused = expansions.filter(
        (each) =>
          vouched[each.by] !== undefined &&
          !isThere(each) &&
          !isWithheld(each.reply) &&
          // What a template without a scheme expands to may rightly be refused: templates/syntax judges the template.
          uriFault(each.uri) === undefined &&
          each.reply.cause !== 'timeout' &&
          each.reply.cause !== 'malformed',
      );
      if (there.length > 0 || refused.length > 0) judged++;
      if (refused.length === 0) continue;
      const [{ uri, reply, by }] = refused as [Expansion];
      probe.cite(reply);
      const outcome = `${quote(uri)} was answered with ${inWords(reply)}`;
      const several = template.parts.flatMap((part) => ('literal' in part ? [] : part.variables)).length > 1;
      if (there.length === 0) {
        // Values that were completed one by one need not belong together.
        if (by === 'completion' && several) judged--;
        else probe.flag(`nothing is read from ${quote(template.text)} with ${vouched[by]}: ${outcome}`);
        continue;
      }
      // Whoever wrote the config knows of this very URI, whatever else the template leads to.
      if (by === 'config') {
        probe.flag(`${quote(template.text)} leads to nothing with ${vouched[by]}: ${outcome}`);
        continue;
      }
      const awkward = (each: Expansion) => each.by === 'completion' && each.uri.includes('%');
      // Only values that have to be encoded are refused: the variables are not decoded, or twice.
      if (refused.some(awkward) && refused.every(awkward) && !there.some(awkward))
        probe.flag(`from ${quote(template.text)} only values are read that need no encoding: ${outcome}`);
    }
    if (judged > 0) return;
    if (templates.length > 0)
      untested('no values are known for the variables of any template; give some in fixtures.templates of the config');
    if ((await probe.templates()).length > 0) blockedBy('templates/syntax', 'no listed template is one by RFC 6570');
    notApplicable('the server lists no template');
  },

  allows: {
    'some suggestions are gone': unbound((uri) => uri === `${colors}black.txt`),
    'a single number is gone': unbound((uri) => uri === 'demo://host/numbers/1'),
    'a capability is needed first': [
      onReply('resources/read', (reply, { params }) =>
        String(params?.uri).startsWith(colors)
          ? {
              error: {
                code: -32021,
                message: 'Elicitation is needed',
                data: { requiredCapabilities: { elicitation: {} } },
              },
            }
          : reply,
      ),
      { since: '2026-07-28' },
    ],
    'values completed one by one that do not belong together': unbound((uri) =>
      uri.startsWith('demo://host/people/ada/'),
    ),
    'no completion': onReply('completion/complete', () => ({ error: { code: -32601, message: 'Method not found' } })),
  },
  breaks: {
    'a template without a handler': [
      renamed(`${colors}{color}.txt`, 'demo://host/colours/{color}.txt'),
      'nothing is read from "demo://host/colours/{color}.txt" with the values that the server itself completes',
    ],
    'a template whose reads all fail': [
      onReply('resources/read', (reply, { params }) =>
        String(params?.uri).startsWith('demo://host/numbers/')
          ? { error: { code: -32603, message: 'Internal error' } }
          : reply,
      ),
      'was answered with error -32603',
    ],
    'a fixed template that leads nowhere': [
      onResult(list, ({ resourceTemplates }) => {
        resourceTemplates.push({ uriTemplate: 'demo://host/nowhere', name: 'nowhere' });
      }),
      'nothing is read from "demo://host/nowhere" with no value to fill in',
    ],
    'variables that are not decoded': [
      unbound((uri) => uri.startsWith(colors) && uri.includes('%')),
      'only values are read that need no encoding',
    ],
  },
});
