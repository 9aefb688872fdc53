import { defineCase } from '../../harness/case.ts';
import { asked, completed, suggestionsIn } from '../../harness/completions.ts';
import { check } from '../../harness/judge.ts';
import { onResult } from '../../harness/mutate.ts';
import type { JsonObject } from '../../harness/wire.ts';

const suggesting = (change: (completion: JsonObject) => void) =>
  onResult('completion/complete', ({ completion }) => change(completion));

export default defineCase({
  title: 'total and hasMore agree with the suggestions that came',
  rules: [
    {
      id: 'completion-total-consistent',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'server/utilities/completion#completion-results',
      find: 'Optional total number of available matches',
      derived: 'what the two members mean is described; that they must be right is not said',
    },
  ],
  needs: ['resources', 'completions'],
  harm: 'misleads',
  hint: 'Count all matches in total, not those of this answer, and set hasMore exactly where some were left out; leave out what you do not know.',

  async run(probe) {
    for (const each of await completed(probe)) {
      probe.cite(each.reply);
      const { length } = suggestionsIn(each.reply);
      const completion: unknown = each.reply.result.completion;
      const { total, hasMore } = (completion ?? {}) as JsonObject;
      // Members of another type are for the case on the shape.
      if (typeof total !== 'number') continue;
      check(total >= length, `expected a total of ${length} or more for ${asked(each)}, got ${total}`);
      if (typeof hasMore !== 'boolean') continue;
      check(
        hasMore === total > length,
        `expected hasMore ${!hasMore} for ${asked(each)}, where ${length} of ${total} came, got ${hasMore}`,
      );
    }
  },

  allows: {
    'neither of the two': suggesting((completion) => {
      delete completion.total;
      delete completion.hasMore;
    }),
    'more, without a total': suggesting((completion) => {
      delete completion.total;
      completion.hasMore = true;
    }),
    'a total alone': suggesting((completion) => {
      delete completion.hasMore;
    }),
    'part of the matches': suggesting((completion) => {
      completion.values = completion.values.slice(0, 2);
      completion.hasMore = completion.total > completion.values.length;
    }),
    // Judged by another case.
    'members of other types': suggesting((completion) => {
      Object.assign(completion, { total: null, hasMore: 'no' });
    }),
  },
  breaks: {
    'the total of this answer, and more to come': [
      suggesting((completion) => {
        if (completion.hasMore) completion.total = completion.values.length;
      }),
      'where 100 of 100 came, got true',
    ],
    'a total of nothing': [
      suggesting((completion) => {
        completion.total = 0;
      }),
      'or more for the argument',
    ],
    'no more, though most were left out': [
      suggesting((completion) => {
        completion.hasMore = false;
      }),
      'where 100 of 125 came, got false',
    ],
    'always more': [
      suggesting((completion) => {
        completion.hasMore = true;
      }),
      'expected hasMore false for',
    ],
    'a negative total': [
      suggesting((completion) => {
        completion.total = -1;
      }),
      'got -1',
    ],
  },
});
