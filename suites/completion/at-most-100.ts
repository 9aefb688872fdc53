import { defineCase } from '../../harness/case.ts';
import { asked, completed, suggestionsIn } from '../../harness/completions.ts';
import { check } from '../../harness/judge.ts';
import { type Mutant, onResult } from '../../harness/mutate.ts';

const method = 'completion/complete';
const most = 100;

const suggesting = (count: number): Mutant =>
  onResult(method, ({ completion }) => {
    if (completion.values.length < most) return;
    completion.values = Array.from({ length: count }, (_, index) => String(index + 1));
    completion.hasMore = completion.total > count;
  });

export default defineCase({
  title: 'At most 100 suggestions come at a time',
  rules: [
    {
      id: 'completion-max-100',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'server/utilities/completion#completion-results',
      find: 'Maximum 100 items per response',
    },
  ],
  needs: ['resources', 'completions'],
  harm: 'breaks',
  hint: 'Cut the values to the first 100, and say by total and hasMore that there are more.',

  async run(probe) {
    for (const each of await completed(probe)) {
      probe.cite(each.reply);
      const { length } = suggestionsIn(each.reply);
      check(length <= most, `expected at most ${most} values for ${asked(each)}, got ${length}`);
    }
  },

  allows: {
    'a hundred, and the total of all': onResult(method, ({ completion }) => {
      if (completion.hasMore) completion.total = 1_000_000;
    }),
    'far fewer at a time': suggesting(5),
    'none at all': onResult(method, ({ completion }) => {
      Object.assign(completion, { values: [], total: 0, hasMore: false });
    }),
    // Judged by another case.
    'values of another type': onResult(method, ({ completion }) => {
      Object.assign(completion, { values: 'x'.repeat(most + 1), total: 0, hasMore: false });
    }),
  },
  breaks: {
    'all 250': [suggesting(250), 'with the value "", got 250'],
    'one too many': [suggesting(most + 1), 'got 101'],
  },
});
