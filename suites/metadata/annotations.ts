import { defineCase } from '../../harness/case.ts';
import { annotationRules, describedPages, noneDescribed } from '../../harness/described.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { onResult } from '../../harness/mutate.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isObject } from '../../harness/wire.ts';

const says = 'expected an object as annotations of ';

export default defineCase({
  title: 'The annotations of a resource or template are an object or left out',
  rules: annotationRules('annotations-object', 'Resources, resource templates and content blocks'),
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Leave annotations out where there are none; they are an object, never null or an array.',

  // Items of contents have no annotations in any schema: there they are a member like any that nobody knows.
  async run(probe) {
    let judged = 0;
    for await (const { items, what } of describedPages(probe))
      for (const item of items) {
        if (!('annotations' in item)) continue;
        judged++;
        const { annotations } = item;
        check(isObject(annotations), () => `${says}${what(item)}, got ${valueInWords(annotations)}`);
      }
    if (judged === 0) await noneDescribed(probe, 'nothing that is listed has annotations');
  },

  allows: {
    'empty ones': onResult('resources/list', ({ resources }) => {
      for (const item of resources) item.annotations = {};
    }),
    'members that nobody knows': onResult('resources/list', ({ resources }) => {
      for (const item of resources) item.annotations = { title: null, readOnlyHint: true };
    }),
  },
  breaks: (revision) => ({
    ...shapeMutants('resources/list', 'ListResourcesResult', revision, { member: 'resources[].annotations', says }),
    ...shapeMutants('resources/templates/list', 'ListResourceTemplatesResult', revision, {
      member: 'resourceTemplates[].annotations',
      says: `${says}the template`,
    }),
  }),
});
