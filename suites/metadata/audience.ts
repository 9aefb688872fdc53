import { type Broken, defineCase } from '../../harness/case.ts';
import { annotationRules, describedPages, noneDescribed } from '../../harness/described.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { type Mutant, onResult } from '../../harness/mutate.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isObject, type Revision } from '../../harness/wire.ts';

const roles: readonly unknown[] = ['user', 'assistant'];
const says = 'as audience of ';

const given = (audience: unknown): Mutant =>
  onResult('resources/list', ({ resources }) => {
    for (const item of resources) item.annotations = { ...item.annotations, audience };
  });
const shapes = (revision: Revision): Record<string, Broken> => ({
  ...shapeMutants('resources/list', 'ListResourcesResult', revision, {
    member: ['resources[].annotations.audience', 'resources[].annotations.audience[]'],
    says,
  }),
  ...shapeMutants('resources/templates/list', 'ListResourceTemplatesResult', revision, {
    member: ['resourceTemplates[].annotations.audience', 'resourceTemplates[].annotations.audience[]'],
    says: `${says}the template`,
  }),
});

export default defineCase({
  title: 'The audience of a resource or template is an array of "user" and "assistant"',
  rules: annotationRules('annotations-audience', 'Valid values are `"user"` and `"assistant"`.'),
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Give the audience as an array, also where it is one: ["user"], ["assistant"] or both.',

  async run(probe) {
    let judged = 0;
    for await (const { items, what } of describedPages(probe))
      for (const item of items) {
        if (!isObject(item.annotations) || !('audience' in item.annotations)) continue;
        judged++;
        const { audience } = item.annotations;
        check(Array.isArray(audience), () => `expected an array ${says}${what(item)}, got ${valueInWords(audience)}`);
        for (const each of audience)
          check(
            roles.includes(each),
            () => `expected "user" or "assistant" ${says}${what(item)}, got ${valueInWords(each)}`,
          );
      }
    if (judged === 0) await noneDescribed(probe, 'nothing that is listed has an audience');
  },

  allows: {
    'nobody at all': given([]),
    'the same one twice': given(['user', 'user']),
    'one of two': given(['assistant']),
    // Judged by the case on annotations.
    'no annotations in an object': onResult('resources/list', ({ resources }) => {
      resources[0].annotations = ['user'];
    }),
  },
  breaks: (revision) => ({
    ...shapes(revision),
    'a role without an array': [given('user'), 'expected an array as audience of "demo://host/greeting", got "user"'],
    'the roles of other interfaces': [given(['user', 'system']), 'got "system"'],
    'a capital letter': [given(['User']), 'got "User"'],
  }),
});
