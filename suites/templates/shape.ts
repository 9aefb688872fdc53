import { defineCase } from '../../harness/case.ts';
import { blockedBy, notApplicable } from '../../harness/judge.ts';
import { onResult } from '../../harness/mutate.ts';
import { inWords, isError, isResult } from '../../harness/session/reply.ts';
import { checkShape } from '../../harness/shape.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const method = 'resources/templates/list';
const type = 'ListResourceTemplatesResult';
const item = 'resourceTemplates[]';

/** The members that each rule is about; cursor, caching hints, annotations and icons have cases of their own. */
const members: Readonly<Record<string, string[]>> = {
  'templates-result-shape': ['resourceTemplates', item],
  'template-uritemplate-required': [`${item}.uriTemplate`],
  'template-name-required': [`${item}.name`],
  'template-optional-strings': [`${item}.title`, `${item}.description`, `${item}.mimeType`],
  'template-meta-object': [`${item}._meta`],
};

const each = (change: (template: JsonObject) => void) =>
  onResult(method, ({ resourceTemplates }) => resourceTemplates.forEach(change));

export default defineCase({
  title: 'Templates are listed in the form that the schema gives them',
  rules: [
    { id: 'templates-result-shape', level: 'SCHEMA', since: '2024-11-05', at: `schema#${type}` },
    { id: 'template-uritemplate-required', level: 'SCHEMA', since: '2024-11-05', at: 'schema#ResourceTemplate' },
    { id: 'template-name-required', level: 'SCHEMA', since: '2024-11-05', at: 'schema#ResourceTemplate' },
    { id: 'template-optional-strings', level: 'SCHEMA', since: '2024-11-05', at: 'schema#ResourceTemplate' },
    { id: 'template-meta-object', level: 'SCHEMA', since: '2025-06-18', at: 'schema#ResourceTemplate' },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Give resourceTemplates as an array of objects with uriTemplate and name; leave out what has no value, rather than send null.',

  async run(probe, { binds, revision }) {
    for await (const { reply, cursor } of probe.pages(method)) {
      if (!isResult(reply)) {
        // A cursor that is refused is for pagination/walk to judge.
        if (cursor !== undefined) return;
        if (isError(reply) && reply.error?.code === -32601) notApplicable(`the server does not know ${method}`);
        blockedBy('templates/answered', `${method} was answered with ${inWords(reply)}`);
      }
      if (!isObject(reply.result)) blockedBy('messages/result-or-error', `the result of ${method} is no object`);
      for (const [rule, only] of Object.entries(members))
        if (binds(rule)) checkShape(reply.result, type, revision, { rule, only, lines: reply.lines });
    }
  },

  allows: {
    'no template': onResult(method, (result) => {
      result.resourceTemplates = [];
      delete result.nextCursor;
    }),
    'members that no schema knows': each((template) => {
      template['x-note'] = null;
      template.size = 'large';
    }),
    'an empty name': each((template) => {
      template.name = '';
    }),
    'no optional member': each((template) => {
      for (const name of ['title', 'description', 'mimeType', 'annotations', 'icons', '_meta']) delete template[name];
    }),
    'title and _meta of any type, before they were defined': [
      each((template) => Object.assign(template, { title: 7, _meta: [] })),
      { until: '2025-03-26' },
    ],
  },
  breaks: (revision) =>
    Object.assign(
      {},
      ...Object.entries(members).map(([rule, member]) => shapeMutants(method, type, revision, { member, rule })),
    ),
});
