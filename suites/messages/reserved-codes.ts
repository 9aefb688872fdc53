import { defineCase } from '../../harness/case.ts';
import { askedFor, codedErrors, rangeOf } from '../../harness/error-codes.ts';
import { check } from '../../harness/judge.ts';
import { onError, onMissing, onReply } from '../../harness/mutate.ts';

const instead = (code: number) => onMissing((error) => ({ error: { ...error, code } }));

export default defineCase({
  title: 'No error has an undefined code between -32020 and -32099',
  rules: [
    {
      id: 'error-reserved-range',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/index#error-codes',
      find: '**MUST NOT** emit any code from',
    },
  ],
  harm: 'misleads',
  hint: 'Take a code outside of -32768 to -32000 for conditions of your own; -32020 to -32099 belong to the specification.',

  watch(traffic) {
    for (const { code, request, lines } of codedErrors(traffic))
      check(
        rangeOf(code) !== 'reserved by MCP',
        `expected no code that MCP reserves and does not define, got error ${code} for ${askedFor(request)}`,
        { lines },
      );
  },

  allows: {
    'a defined code': onError('resources/read', (error) => ({ error: { ...error, code: -32021 } })),
    'just above the range': instead(-32019),
    'just below the range': instead(-32100),
    // -32042 has a rule, and a case, of its own.
    'the code of another rule': instead(-32042),
    'the digits of a reserved code without the sign': instead(32050),
  },
  breaks: {
    'for a limit of its own': [
      onReply('resources/templates/list', () => ({ error: { code: -32050, message: 'Rate limited' } })),
      'got error -32050 for resources/templates/list',
    ],
    'the first code that is not defined': [instead(-32023), 'got error -32023'],
    'the last code of the range': [instead(-32099), 'got error -32099'],
  },
});
