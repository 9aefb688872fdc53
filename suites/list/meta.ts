import { defineCase } from '../../harness/case.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { listedPages, named, nothingListed } from '../../harness/listing.ts';
import { onResult } from '../../harness/mutate.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isObject } from '../../harness/wire.ts';

export default defineCase({
  title: 'The _meta of a listed resource is an object or left out',
  rules: [{ id: 'resource-meta-object', level: 'SCHEMA', since: '2025-06-18', at: 'schema#Resource' }],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Leave _meta out where there is none; it is an object, never null or an array.',

  async run(probe) {
    let judged = 0;
    for await (const { items } of listedPages(probe))
      for (const item of items) {
        if (!('_meta' in item)) continue;
        judged++;
        const { _meta: meta } = item;
        check(isObject(meta), () => `expected an object _meta or none of ${named(item)}, got ${valueInWords(meta)}`);
      }
    if (judged === 0) nothingListed(probe, 'no listed resource has _meta');
  },

  allows: {
    'an empty one': onResult('resources/list', ({ resources }) => {
      for (const item of resources) item._meta = {};
    }),
    'values of any kind': onResult('resources/list', ({ resources }) => {
      for (const item of resources) item._meta = { 'com.example/a': null, 'com.example/b': [1], plain: '' };
    }),
  },
  breaks: (revision) =>
    shapeMutants('resources/list', 'ListResourcesResult', revision, {
      member: 'resources[]._meta',
      says: 'expected an object _meta or none of "',
    }),
});
