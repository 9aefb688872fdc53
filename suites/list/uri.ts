import { defineCase } from '../../harness/case.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { listedPages, named, nothingListed } from '../../harness/listing.ts';
import { onResult } from '../../harness/mutate.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';

export default defineCase({
  title: 'Every listed resource has a uri, which is a string',
  rules: [{ id: 'resource-uri-required', level: 'SCHEMA', since: '2024-11-05', at: 'schema#Resource' }],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Give each listed resource a uri: without it nobody can read it.',

  async run(probe) {
    let judged = 0;
    for await (const { items } of listedPages(probe))
      for (const item of items) {
        judged++;
        check(
          typeof item.uri === 'string',
          () => `expected a string uri of ${named(item)}, got ${valueInWords(item.uri)}`,
        );
      }
    if (judged === 0) nothingListed(probe);
  },

  allows: {
    // Whether it is a URI is for list/uri-format.
    'a text that is no URI': onResult('resources/list', ({ resources }, { params }) => {
      if (params?.cursor === undefined) resources[0].uri = '';
    }),
  },
  breaks: (revision) =>
    shapeMutants('resources/list', 'ListResourcesResult', revision, {
      member: 'resources[].uri',
      says: 'expected a string uri of the resource named',
    }),
});
