import { type Broken, defineCase } from '../../harness/case.ts';
import { all } from '../../harness/mutate.ts';
import { progressed, progressing, stepsIn } from '../../harness/progress.ts';
import { checkShape } from '../../harness/shape.ts';
import { notificationMutants } from '../../harness/shape-mutants.ts';

const sending = progressing({ progress: 0.5, total: 2, message: 'Half done' });

export default defineCase({
  title: 'Progress is told with a token and a number',
  rules: [{ id: 'progress-shape', level: 'SCHEMA', since: '2024-11-05', at: 'schema#ProgressNotification' }],
  harm: 'breaks',
  hint: 'Send progressToken as it was given and progress as a number; leave total and message out where there are none.',

  watch(traffic, { revision }) {
    for (const { line, message } of stepsIn(traffic))
      checkShape(message, 'ProgressNotification', revision, { lines: [line] });
  },

  allows: {
    'no total, no message': [progressing({ progress: 1 }), 'progress-optional'],
    'fractions, and more than the total': [progressing({ progress: 2.5, total: 1.25 }), 'progress-float'],
    'nothing done of nothing': progressing({ progress: 0, total: 0, message: '' }),
    'further members': progressing({ progress: 1, step: 'reading', _meta: { 'org.example/eta': 7 } }),
    // Judged by another case.
    'a token of nobody': progressing({ progress: 1, progressToken: 'nobody' }),
  },
  breaks: (revision) => {
    const mutants = notificationMutants(progressed, 'ProgressNotification', revision);
    const sent = Object.entries(mutants).map(([name, [mutant, ...rest]]): [string, Broken] => [
      name,
      [all(sending, mutant), ...rest],
    ]);
    return {
      ...Object.fromEntries(sent),
      'a percentage': [progressing({ progress: '50%' }), 'progress'],
      'null as the total': [progressing({ progress: 1, total: null }), 'total'],
    };
  },
});
