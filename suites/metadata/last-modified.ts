import { type Broken, defineCase } from '../../harness/case.ts';
import { describedPages, noneDescribed } from '../../harness/described.ts';
import { isIso8601 } from '../../harness/formats/iso-8601.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { type Mutant, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isObject, type Revision } from '../../harness/wire.ts';

const says = 'as lastModified of ';

const given = (lastModified: unknown): Mutant =>
  onResult('resources/list', ({ resources }) => {
    for (const item of resources) item.annotations = { ...item.annotations, lastModified };
  });
const shapes = (revision: Revision): Record<string, Broken> => ({
  ...shapeMutants('resources/list', 'ListResourcesResult', revision, {
    member: 'resources[].annotations.lastModified',
    says,
  }),
  ...shapeMutants('resources/templates/list', 'ListResourceTemplatesResult', revision, {
    member: 'resourceTemplates[].annotations.lastModified',
    says: `${says}the template`,
  }),
});
const noIso = (text: string): Broken => [given(text), `expected a time by ISO 8601 ${says}`, { warn: true }];

export default defineCase({
  title: 'The time when a resource or template was last modified is a string, by ISO 8601',
  rules: [
    {
      id: 'annotations-last-modified',
      level: 'SCHEMA',
      since: '2025-06-18',
      at: 'server/resources#annotations',
      find: 'An ISO 8601 formatted timestamp',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Write lastModified as in 2025-01-12T15:00:58Z: a string, not a number of seconds.',

  async run(probe) {
    let judged = 0;
    let odd = false;
    for await (const { items, what } of describedPages(probe))
      for (const item of items) {
        if (!isObject(item.annotations) || !('lastModified' in item.annotations)) continue;
        judged++;
        const { lastModified } = item.annotations;
        check(
          typeof lastModified === 'string',
          () => `expected a string ${says}${what(item)}, got ${valueInWords(lastModified)}`,
        );
        if (odd || isIso8601(lastModified)) continue;
        odd = true;
        // The schema has no format here, and the page no keyword.
        probe.flag(`expected a time by ISO 8601 ${says}${what(item)}, got ${quote(lastModified)}`, { warn: true });
      }
    if (judged === 0) await noneDescribed(probe, 'nothing that is listed has lastModified');
  },

  allows: {
    'an offset and a fraction': given('2025-01-12T15:00:58.123456789+05:30'),
    'an offset without a colon': given('2025-01-12T15:00:58-0800'),
    'no zone': given('2025-01-12T15:00:58'),
    'a date alone': given('2025-01-12'),
    'the basic format': given('20250112T150058Z'),
    'a day of a week': given('2025-W02-7'),
    'a leap second': given('2016-12-31T23:59:60Z'),
    // Judged by the case on annotations.
    'no annotations in an object': onResult('resources/list', ({ resources }) => {
      resources[0].annotations = 'today';
    }),
  },
  breaks: (revision) => ({
    ...shapes(revision),
    'seconds since 1970': [given(1736694058), `expected a string ${says}"demo://host/greeting", got 1736694058`],
    'seconds since 1970 in quotes': noIso('1736694058'),
    'the form of HTTP headers': noIso('Sun, 12 Jan 2025 15:00:58 GMT'),
    'a space in place of the T': noIso('2025-01-12 15:00:58'),
    'free words': noIso('some time'),
    'an empty text': noIso(''),
    'a day that no month has': noIso('2025-02-30T15:00:58Z'),
    'the month after the day': noIso('31/12/2025'),
  }),
});
