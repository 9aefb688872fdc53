import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { after, all, type Mutant } from '../../harness/mutate.ts';
import { progressing, stepOf, stepsIn, tokenOf } from '../../harness/progress.ts';
import { quote } from '../../harness/quote.ts';

const late = (method: string): Mutant =>
  after(method, (request) => {
    const token = tokenOf(request);
    return token === undefined ? [] : [stepOf({ progressToken: token, progress: 100 })];
  });

export default defineCase({
  title: 'No progress is told of a request that was answered',
  rules: [
    {
      id: 'progress-stop-after-completion',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/utilities/progress#implementation-notes',
      find: 'notifications **MUST** stop after completion',
    },
    {
      id: 'progress-stop-after-completion',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/progress#implementation-notes',
      find: 'notifications **MUST** stop after completion',
    },
  ],
  harm: 'untidy',
  hint: 'Send the last notification before the response, and stop whatever reports progress once the request is done.',

  watch(traffic) {
    const { partOf } = traffic.transcript;
    for (const { line, params, asked } of stepsIn(traffic)) {
      const answer = asked?.answers[0];
      if (answer === undefined || answer > line) continue;
      // Of two streams of HTTP, neither tells what was sent first.
      if (traffic.http && partOf.get(line) !== partOf.get(answer)) continue;
      check(false, `expected no progress after the response, got some under the token ${quote(params.progressToken)}`, {
        lines: [asked!.line, answer, line],
      });
    }
  },

  allows: {
    'all of it before the response': progressing({ progress: 1 }, { progress: 2 }),
    // Judged by another case.
    'a token of nobody': after('resources/read', () => [stepOf({ progressToken: 'nobody', progress: 1 })]),
  },
  breaks: {
    'the last step after the response': [
      all(progressing({ progress: 1 }), late('resources/read')),
      'the token "report-',
    ],
    'all of it after the response': [late('resources/list'), 'under the token 4711'],
  },
});
