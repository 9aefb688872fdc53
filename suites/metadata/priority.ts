import { type Broken, defineCase } from '../../harness/case.ts';
import { annotationRules, describedPages, noneDescribed } from '../../harness/described.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { type Mutant, onResult } from '../../harness/mutate.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isObject, type Revision } from '../../harness/wire.ts';

const says = 'as priority of ';

const given = (priority: unknown): Mutant =>
  onResult('resources/list', ({ resources }) => {
    for (const item of resources) item.annotations = { ...item.annotations, priority };
  });
const shapes = (revision: Revision): Record<string, Broken> => ({
  ...shapeMutants('resources/list', 'ListResourcesResult', revision, {
    member: 'resources[].annotations.priority',
    says,
  }),
  ...shapeMutants('resources/templates/list', 'ListResourceTemplatesResult', revision, {
    member: 'resourceTemplates[].annotations.priority',
    says: `${says}the template`,
  }),
});

export default defineCase({
  title: 'The priority of a resource or template is a number from 0 to 1',
  rules: annotationRules('annotations-priority', 'A number from 0.0 to 1.0'),
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Scale priorities to the numbers from 0 (least) to 1 (most), and leave them out where nothing is known.',

  async run(probe) {
    let judged = 0;
    for await (const { items, what } of describedPages(probe))
      for (const item of items) {
        if (!isObject(item.annotations) || !('priority' in item.annotations)) continue;
        judged++;
        const { priority } = item.annotations;
        const isOne = typeof priority === 'number' && priority >= 0 && priority <= 1;
        check(isOne, () => `expected a number from 0 to 1 ${says}${what(item)}, got ${valueInWords(priority)}`);
      }
    if (judged === 0) await noneDescribed(probe, 'nothing that is listed has a priority');
  },

  allows: {
    'the least': given(0),
    'the most': given(1),
    'a small fraction': given(1e-9),
    // Judged by the case on annotations.
    'no annotations in an object': onResult('resources/list', ({ resources }) => {
      resources[0].annotations = null;
    }),
  },
  breaks: (revision) => ({
    ...shapes(revision),
    'ten grades': [given(5), 'expected a number from 0 to 1 as priority of "demo://host/greeting", got 5'],
    'a little too much': [given(1.01), 'got 1.01'],
    'less than nothing': [given(-0.5), 'got -0.5'],
    'a number in quotes': [given('0.5'), 'got "0.5"'],
  }),
});
