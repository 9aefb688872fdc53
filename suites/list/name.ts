import { defineCase } from '../../harness/case.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { listedPages, named, nothingListed } from '../../harness/listing.ts';
import { onResult } from '../../harness/mutate.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';

export default defineCase({
  title: 'Every listed resource has a name, which is a string',
  rules: [{ id: 'resource-name-required', level: 'SCHEMA', since: '2024-11-05', at: 'schema#Resource' }],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Give each listed resource a name, also where it has a title; many clients refuse a list that lacks one.',

  async run(probe) {
    let judged = 0;
    for await (const { items } of listedPages(probe))
      for (const item of items) {
        judged++;
        check(
          typeof item.name === 'string',
          () => `expected a string name of ${named(item)}, got ${valueInWords(item.name)}`,
        );
      }
    if (judged === 0) nothingListed(probe);
  },

  allows: {
    'empty names, all alike': onResult('resources/list', ({ resources }) => {
      for (const item of resources) item.name = '';
    }),
  },
  breaks: (revision) => ({
    ...shapeMutants('resources/list', 'ListResourcesResult', revision, {
      member: 'resources[].name',
      says: 'expected a string name of "',
    }),
    'a title in its place, once': [
      onResult('resources/list', ({ resources }) => {
        const last = resources.at(-1);
        last.title = last.name;
        delete last.name;
      }),
      'got none',
    ],
  }),
});
