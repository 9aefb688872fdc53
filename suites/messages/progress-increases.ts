import { isOpenAt } from '../../harness/asked.ts';
import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { progressing, stepsIn } from '../../harness/progress.ts';

export default defineCase({
  title: 'Progress grows with each notification',
  rules: [
    {
      id: 'progress-increasing',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/utilities/progress#progress-flow',
      find: 'The `progress` value **MUST** increase',
    },
    {
      id: 'progress-increasing',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/progress#progress-flow',
      find: 'The `progress` value **MUST** increase',
    },
  ],
  harm: 'misleads',
  hint: 'Send a notification only when more is done than at the last one, and count from there on if the total is unknown.',

  // What belongs to no request is for the case on tokens, what comes after the response for the case on when progress ends.
  watch(traffic) {
    const latest = new Map<number, { progress: number; line: number }>();
    let compared = false;
    for (const { line, params, asked } of stepsIn(traffic)) {
      const { progress } = params;
      if (typeof progress !== 'number' || !asked || !isOpenAt(asked, line)) continue;
      const last = latest.get(asked.line);
      latest.set(asked.line, { progress, line });
      if (!last) continue;
      compared = true;
      const words = `expected progress above ${last.progress}, got ${progress} in the next notification`;
      check(progress > last.progress, words, { lines: [last.line, line] });
    }
    if (!compared) notApplicable('the server tells of no progress in more than one step');
  },

  allows: {
    'small steps': [progressing({ progress: 0 }, { progress: 0.1 }, { progress: 0.11 }), 'progress-float'],
    'beyond the total': progressing({ progress: 1, total: 1 }, { progress: 2, total: 1 }),
    'a total that shrinks': progressing({ progress: 1, total: 10 }, { progress: 2, total: 5 }),
    'from below zero': progressing({ progress: -2 }, { progress: -1 }),
    // Judged by another case.
    'a step without a number': progressing({ progress: 1 }, { progress: 'more' }, { progress: 2 }),
  },
  breaks: {
    'the same twice': [progressing({ progress: 0.5 }, { progress: 0.5 }), 'expected progress above 0.5, got 0.5'],
    'a step back': [progressing({ progress: 2 }, { progress: 3 }, { progress: 1 }), 'expected progress above 3, got 1'],
  },
});
