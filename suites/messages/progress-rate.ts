import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { progressing, stepsIn } from '../../harness/progress.ts';

/** The text gives no number: this many notifications of one request within a second are beyond what anybody can follow. */
const most = 100;

export default defineCase({
  title: 'Progress is told at a rate that floods nobody',
  rules: [
    {
      id: 'progress-rate-limit',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/utilities/progress#implementation-notes',
      find: 'implement rate limiting to prevent flooding',
    },
    {
      id: 'progress-rate-limit',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/patterns/progress#implementation-notes',
      find: 'implement rate limiting to prevent flooding',
    },
  ],
  harm: 'untidy',
  hint: 'Tell of progress a few times a second at most, whatever the loop that makes it does.',

  watch(traffic) {
    const byRequest = new Map<number, number[]>();
    for (const { line, asked } of stepsIn(traffic)) {
      if (!asked) continue;
      const lines = byRequest.get(asked.line) ?? [];
      byRequest.set(asked.line, lines);
      lines.push(line);
      const first = lines.at(-most - 1);
      if (first === undefined) continue;
      const ms = traffic.lines[line - 1]!.ms - traffic.lines[first - 1]!.ms;
      check(ms >= 1000, `expected at most ${most} notifications of progress for a request in a second, got more`, {
        lines: [first, line],
      });
    }
  },

  allows: {
    'some steps': progressing({ progress: 1 }, { progress: 2 }, { progress: 3 }),
    'as many as may be': progressing(...Array.from({ length: most }, (_, progress) => ({ progress }))),
  },
  breaks: {
    'a flood': [
      progressing(...Array.from({ length: 250 }, (_, progress) => ({ progress }))),
      'expected at most 100 notifications of progress',
    ],
  },
});
