import { defineCase } from '../../harness/case.ts';
import { knownTemplates } from '../../harness/expansions.ts';
import { essence } from '../../harness/formats/media-type.ts';
import { matchTemplate } from '../../harness/formats/uri-template.ts';
import { notApplicable, untested } from '../../harness/judge.ts';
import { all, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

const list = 'resources/templates/list';

/** Widely used for "not known". */
const unknown = 'application/octet-stream';

const typed = (matches: (uriTemplate: string) => boolean, mimeType: string) =>
  onResult(list, ({ resourceTemplates }) => {
    for (const template of resourceTemplates) if (matches(template.uriTemplate)) template.mimeType = mimeType;
  });

const contents = (prefix: string, mimeType: string) =>
  onResult('resources/read', (result, { params }) => {
    if (String(params?.uri).startsWith(prefix)) for (const item of result.contents) item.mimeType = mimeType;
  });

export default defineCase({
  title: 'A template that names a MIME type leads only to resources of that type',
  rules: [
    {
      id: 'template-mimetype-uniform',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'schema#ResourceTemplate',
      derived:
        'A comment in the schema advises it without a keyword, and what a template matches can be told of some URIs only.',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Leave mimeType out of a template whose resources are of several types.',

  async run(probe) {
    const templates = await knownTemplates(probe);
    const typed = (await probe.templates()).filter(({ mimeType }) => typeof mimeType === 'string');
    if (typed.length === 0) notApplicable('no template that the server lists names a MIME type');
    let judged = 0;
    // The server's own answer that a resource names no type leaves nothing to compare.
    const silent = new Set<unknown>();
    for (const { entry, template, expansions } of templates) {
      const { mimeType } = entry;
      if (typeof mimeType !== 'string' || essence(mimeType) === unknown) continue;
      const others = templates.filter((other) => other.template !== template);
      for (const { uri, entry: listed, contents, reply } of expansions) {
        // Where several templates match, the resource may be that of another one.
        if (others.some((other) => matchTemplate(other.template, uri))) continue;
        // Several items are the parts of a folder, say, which have types of their own.
        const [item, ...more] = contents;
        if (more.length === 0 && item && item.mimeType === undefined && listed?.mimeType === undefined)
          silent.add(entry.uriTemplate);
        const types = [listed?.mimeType, more.length === 0 ? item?.mimeType : undefined];
        for (const type of types) {
          if (typeof type !== 'string') continue;
          judged++;
          if (essence(type) === essence(mimeType)) continue;
          probe.cite(reply);
          probe.flag(
            `expected ${quote(mimeType)}, as ${quote(template.text)} says, for ${quote(uri)}, got ${quote(type)}`,
          );
          break;
        }
      }
    }
    if (judged > 0) return;
    const named = typed.filter(({ mimeType }) => essence(mimeType) !== unknown);
    if (named.every(({ uriTemplate }) => silent.has(uriTemplate)))
      notApplicable('what was read through the templates that name a MIME type names none itself');
    untested(
      'no resource of a known MIME type is known for the templates that name one; ' +
        'give values for their variables in fixtures.templates of the config',
    );
  },

  allows: {
    'the same type in other letters, with a parameter': contents('demo://host/people/', 'Text/Plain; charset=utf-8'),
    'a type for what is not known': typed((uriTemplate) => uriTemplate === 'demo://host/note{.format}', unknown),
    'no type in the list of resources': onResult('resources/list', ({ resources }) => {
      for (const resource of resources) delete resource.mimeType;
    }),
    'no type but that of one template': [
      all(
        onResult(list, ({ resourceTemplates }) => {
          for (const template of resourceTemplates)
            if (template.uriTemplate !== 'demo://host/note{.format}') delete template.mimeType;
            else template.mimeType = 'text/plain';
        }),
        onResult('resources/list', ({ resources }) => {
          for (const resource of resources) delete resource.mimeType;
        }),
        onResult('resources/read', (result) => {
          for (const item of result.contents ?? []) delete item.mimeType;
        }),
      ),
      { inapplicable: true },
    ],
  },
  breaks: {
    'text/plain for two formats': [
      typed((uriTemplate) => uriTemplate === 'demo://host/note{.format}', 'text/plain'),
      'expected "text/plain", as "demo://host/note{.format}" says, for "demo://host/note.md", got "text/markdown"',
    ],
    'text/plain for a whole folder': [
      typed((uriTemplate) => uriTemplate.endsWith('/{+path}'), 'text/plain'),
      'expected "text/plain"',
    ],
    'another type when read': [contents('demo://host/words', 'text/html'), 'got "text/html"'],
    'another type than the list says': [
      all(
        typed((uriTemplate) => uriTemplate.endsWith('/{+path}'), 'application/pdf'),
        onResult('resources/read', (result) => {
          for (const item of result.contents ?? []) delete item.mimeType;
        }),
      ),
      'expected "application/pdf"',
    ],
  },
});
