import { defineCase } from '../../harness/case.ts';
import { askedFor, codedErrors, rangeOf } from '../../harness/error-codes.ts';
import { check } from '../../harness/judge.ts';
import { onError, onMissing, onReply } from '../../harness/mutate.ts';

const refusing = (code: number) =>
  onReply('resources/templates/list', () => ({ error: { code, message: 'Something went wrong' } }));

export default defineCase({
  title: 'No error has a code between -32000 and -32019',
  rules: [
    {
      id: 'error-legacy-range-avoid',
      level: 'SHOULD NOT',
      since: '2026-07-28',
      at: 'basic/index#error-codes',
      find: 'new implementations **SHOULD NOT** use codes',
    },
  ],
  harm: 'untidy',
  hint: 'Take a standard code (-32603 for internal errors), or one outside of -32768 to -32000 for conditions of your own.',

  watch(traffic) {
    for (const { code, request, prescribed, lines } of codedErrors(traffic)) {
      if (prescribed) continue;
      check(
        rangeOf(code) !== 'legacy',
        `expected no code of the legacy range -32000 to -32019, got error ${code} for ${askedFor(request)}`,
        { lines },
      );
    }
  },

  allows: {
    // -32002 is forbidden by a rule of its own; a wrong code for what is not there breaks the rule that prescribes one.
    'the code of another rule': refusing(-32002),
    'where another code is prescribed': onMissing((error) => ({
      error: error.code === -32602 ? { ...error, code: -32000 } : error,
    })),
    'just below the range': refusing(-32020),
    'just above the range': refusing(-31999),
  },
  breaks: {
    'the first code of the range': [refusing(-32000), 'got error -32000 for resources/templates/list'],
    'the last code of the range': [refusing(-32019), 'got error -32019 for resources/templates/list'],
    'the code of a draft': [
      onError('resources/read', (error) => ({ error: error.code === -32021 ? { ...error, code: -32003 } : error })),
      'got error -32003',
    ],
  },
});
