import { defineCase } from '../../harness/case.ts';
import { askedFor, codedErrors, rangeOf } from '../../harness/error-codes.ts';
import { check } from '../../harness/judge.ts';
import { onMissing, onReply } from '../../harness/mutate.ts';

export default defineCase({
  title: 'No error has -32002, the not-found code of earlier revisions',
  rules: [
    {
      id: 'error-no-legacy-not-found-code',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/index#error-codes',
      find: '`-32002` — resource not found',
    },
  ],
  harm: 'misleads',
  hint: 'Answer -32602 where this revision is asked for; -32002 belongs to sessions of 2025-11-25 and earlier.',

  // Keyed on the revision that the request names: the same server may use the code in a legacy session.
  watch(traffic) {
    for (const { code, request, lines } of codedErrors(traffic))
      check(rangeOf(code) !== 'legacy not-found', `${askedFor(request)} was answered with error -32002`, { lines });
  },

  allows: {
    'the code of this revision with other words': onMissing(({ code }) => ({
      error: { code, message: 'Nothing here' },
    })),
    'another code of the same range': onMissing((error) => ({ error: { ...error, code: -32001 } })),
  },
  breaks: {
    'kept for unknown resources': [onMissing((error) => ({ error: { ...error, code: -32002 } })), 'error -32002'],
    'for a list that is not served': [
      onReply('resources/templates/list', () => ({ error: { code: -32002, message: 'No templates' } })),
      'resources/templates/list was answered with error -32002',
    ],
  },
});
