import { type Broken, defineCase } from '../../harness/case.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { listedPages, named, nothingListed } from '../../harness/listing.ts';
import { onResult } from '../../harness/mutate.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import type { JsonObject, Revision } from '../../harness/wire.ts';

const sized = (change: (item: JsonObject) => unknown) =>
  onResult('resources/list', ({ resources }) => {
    for (const item of resources) if ('size' in item) item.size = change(item);
  });

/** The schema's violations; a fraction is only a warning, as one form of the schema says number and the other integer. */
const shapes = (revision: Revision): Record<string, Broken> =>
  Object.fromEntries(
    Object.entries(
      shapeMutants('resources/list', 'ListResourcesResult', revision, { member: 'resources[].size', says: 'size' }),
    ).map(([name, broken]) => [name, name.endsWith('is a fraction') ? [broken[0], broken[1], { warn: true }] : broken]),
  );

export default defineCase({
  title: 'The size of a listed resource is a whole number of bytes',
  rules: [{ id: 'resource-size-type', level: 'SCHEMA', since: '2024-11-05', at: 'schema#Resource' }],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Give the size as a whole number of bytes, not as a string, or leave it out.',

  async run(probe) {
    let judged = 0;
    let odd = false;
    for await (const { items } of listedPages(probe))
      for (const item of items) {
        if (!('size' in item)) continue;
        judged++;
        const { size } = item;
        check(typeof size === 'number', () => `expected a number as size of ${named(item)}, got ${valueInWords(size)}`);
        if (odd || (Number.isInteger(size) && size >= 0)) continue;
        odd = true;
        probe.flag(`expected a whole number as size of ${named(item)}, got ${size}`, { warn: true });
      }
    if (judged === 0) nothingListed(probe, 'no listed resource has a size');
  },

  allows: {
    'more than a double counts exactly': sized(() => 2 ** 60),
    'none but one': onResult('resources/list', ({ resources }) => {
      for (const item of resources.slice(1)) delete item.size;
    }),
  },
  breaks: (revision) => ({
    ...shapes(revision),
    'size in quotes': [sized(({ size }) => String(size)), 'expected a number as size'],
    'a negative size': [sized(() => -1), 'got -1', { warn: true }],
  }),
});
