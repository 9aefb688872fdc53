import { defineCase } from '../../harness/case.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { listedPages, named, nothingListed } from '../../harness/listing.ts';
import { onResult } from '../../harness/mutate.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import type { Revision } from '../../harness/wire.ts';

/** The members that are strings where they are there; `title` has no meaning before 2025-06-18. */
const membersIn = (revision: Revision) => ['description', 'mimeType', ...(revision >= '2025-06-18' ? ['title'] : [])];

export default defineCase({
  title: 'The description, mimeType and title of a listed resource are strings or left out',
  rules: [{ id: 'resource-optional-strings', level: 'SCHEMA', since: '2024-11-05', at: 'schema#Resource' }],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Leave out what is not known; null stands for nothing here, and strict clients drop the whole list.',

  async run(probe) {
    const members = membersIn(probe.revision);
    let judged = 0;
    for await (const { items } of listedPages(probe))
      for (const item of items) {
        judged++;
        for (const member of members)
          check(
            !(member in item) || typeof item[member] === 'string',
            () => `expected a string ${member} or none of ${named(item)}, got ${valueInWords(item[member])}`,
          );
      }
    if (judged === 0) nothingListed(probe);
  },

  allows: {
    'none of them': onResult('resources/list', ({ resources }) => {
      for (const item of resources) for (const member of membersIn('2026-07-28')) delete item[member];
    }),
    'empty ones': onResult('resources/list', ({ resources }) => {
      for (const item of resources) Object.assign(item, { description: '', mimeType: '', title: '' });
    }),
    'a file that is no regular one': [
      onResult('resources/list', ({ resources }, { params }) => {
        if (params?.cursor !== undefined) return;
        resources[0].uri = 'file:///srv/shelf';
        resources[0].mimeType = 'inode/mount-point';
      }),
      { rule: 'uri-file-xdg-mime' },
    ],
    'a title before titles had a meaning': [
      onResult('resources/list', ({ resources }) => {
        resources[0].title = null;
      }),
      { until: '2025-03-26' },
    ],
  },
  breaks: (revision) =>
    shapeMutants('resources/list', 'ListResourcesResult', revision, {
      member: membersIn(revision).map((member) => `resources[].${member}`),
      says: ' or none of "',
    }),
});
