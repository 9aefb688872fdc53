import { askedIn } from '../../harness/asked.ts';
import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { before } from '../../harness/mutate.ts';
import { progressing, stepOf, stepsIn, tokenOf } from '../../harness/progress.ts';
import { quote } from '../../harness/quote.ts';

export default defineCase({
  title: 'Progress is told only of requests that asked for it, under the token that they gave',
  rules: [
    {
      id: 'progress-token-valid',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/utilities/progress#behavior-requirements',
      find: 'notifications **MUST** only reference tokens that',
    },
    {
      id: 'progress-token-valid',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/progress#behavior-requirements',
      find: 'notifications **MUST** only reference tokens that',
    },
  ],
  harm: 'misleads',
  hint: 'Take the token from _meta.progressToken of the request at hand as the JSON value that it is; send nothing without one.',

  // The token of a request that was answered is for the case on when progress ends.
  watch(traffic) {
    const given = askedIn(traffic).map(({ request }) => tokenOf(request));
    for (const { line, params, asked } of stepsIn(traffic)) {
      const token: unknown = params.progressToken;
      if (typeof token !== 'string' && !Number.isInteger(token)) continue;
      const close = given.find((each) => each !== undefined && String(each) === String(token));
      const expected =
        close === undefined ? 'a progressToken that a request gave' : `the progressToken ${quote(close)}`;
      check(asked !== undefined, `expected ${expected}, got ${quote(token)}`, { lines: [line] });
    }
  },

  allows: {
    'one step of unknown length': [progressing({ progress: 1 }), 'progress-optional'],
    'progress on a list, with a number as the token': before('resources/list', (request) =>
      tokenOf(request) === undefined ? [] : [stepOf({ progressToken: tokenOf(request), progress: 0 })],
    ),
    // Judged by another case.
    'a token of a wrong type': progressing({ progressToken: null, progress: 1 }),
  },
  breaks: {
    'a number as text': [
      before('resources/list', (request) =>
        tokenOf(request) === undefined ? [] : [stepOf({ progressToken: String(tokenOf(request)), progress: 0 })],
      ),
      'expected the progressToken 4711, got "4711"',
    ],
    'a token of nobody': [progressing({ progressToken: 'nobody', progress: 1 }), 'got "nobody"'],
    'the id of the request': [
      before('resources/read', ({ id }) => [stepOf({ progressToken: id, progress: 1 })]),
      'expected a progressToken that a request gave',
    ],
    'progress that nobody wants': [
      before('resources/templates/list', () => [stepOf({ progressToken: 0, progress: 1 })]),
      'got 0',
    ],
  },
});
