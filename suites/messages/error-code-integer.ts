import { defineCase } from '../../harness/case.ts';
import { errorResponses } from '../../harness/error-responses.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { onError, onMissing } from '../../harness/mutate.ts';
import { isObject } from '../../harness/wire.ts';

const coded = (code: unknown) => onMissing((error) => ({ error: { ...error, code } }));

export default defineCase({
  title: 'Error codes are integers',
  rules: [
    {
      id: 'error-code-integer',
      level: 'MUST',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#responses',
      find: 'Error codes **MUST** be integers.',
    },
    {
      id: 'error-code-integer',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-06-18',
      at: 'basic/index#responses',
      find: 'Error codes **MUST** be integers.',
    },
    {
      id: 'error-code-integer',
      level: 'MUST',
      since: '2025-11-25',
      at: 'basic/index#error-responses',
      find: 'Error codes **MUST** be integers.',
    },
  ],
  harm: 'breaks',
  hint: 'Send the code as a JSON number without a fraction; names of your own go into "data".',

  watch(traffic) {
    for (const { error, lines } of errorResponses(traffic)) {
      if (!isObject(error) || !('code' in error)) continue;
      const { code } = error;
      check(Number.isInteger(code), `expected an integer as the code of an error, got ${valueInWords(code)}`, {
        lines,
      });
    }
  },

  allows: {
    'code 0': coded(0),
    'a positive code': coded(404),
    'data beside it': [onError('*', (error) => ({ error: { ...error, data: 0.5 } })), 'error-data-optional'],
    // Judged by other cases.
    'no code': onMissing(({ message }) => ({ error: { message } })),
    'a text as the error': onMissing(() => ({ error: 'not found' })),
  },
  breaks: {
    'a name': [coded('NOT_FOUND'), 'got "NOT_FOUND"'],
    'digits in quotes': [coded('-32602'), 'got "-32602"'],
    'a fraction': [coded(-32602.5), 'got -32602.5'],
    null: [coded(null), 'got null'],
    'an object': [coded({ value: -32602 }), 'got an object'],
  },
});
