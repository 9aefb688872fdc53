import { defineCase } from '../../harness/case.ts';
import { askedFor, codedErrors, rangeOf } from '../../harness/error-codes.ts';
import { check } from '../../harness/judge.ts';
import { onError, onMissing } from '../../harness/mutate.ts';

export default defineCase({
  title: 'No error has -32042, by which 2025-11-25 asked for a visit to a URL',
  rules: [
    {
      id: 'error-no-url-elicitation-code',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/index#error-codes',
      find: '`-32042` — URL elicitation required',
    },
  ],
  harm: 'misleads',
  hint: 'Where a read needs the user first, answer an input_required result instead of the error.',

  watch(traffic) {
    for (const { code, request, lines } of codedErrors(traffic))
      check(rangeOf(code) !== 'legacy elicitation', `${askedFor(request)} was answered with error -32042`, { lines });
  },

  allows: {
    'a code of its own outside of what is reserved': onMissing((error) => ({ error: { ...error, code: 32042 } })),
  },
  breaks: {
    'for a read that needs the user': [
      onError('resources/read', (error) =>
        error.code === -32021
          ? { error: { code: -32042, message: 'Log in first', data: { elicitations: [] } } }
          : { error },
      ),
      'error -32042',
    ],
    'for what is not there': [onMissing((error) => ({ error: { ...error, code: -32042 } })), 'error -32042'],
  },
});
