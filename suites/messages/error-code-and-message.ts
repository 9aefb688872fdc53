import { defineCase } from '../../harness/case.ts';
import { errorResponses } from '../../harness/error-responses.ts';
import { check } from '../../harness/judge.ts';
import { onError, onMissing } from '../../harness/mutate.ts';
import { isObject } from '../../harness/wire.ts';

export default defineCase({
  title: 'An error has a code and a message',
  rules: [
    {
      id: 'error-code-and-message',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-06-18',
      at: 'basic/index#responses',
      find: 'error code and message at minimum',
    },
    {
      id: 'error-code-and-message',
      level: 'MUST',
      since: '2025-11-25',
      at: 'basic/index#error-responses',
      find: '`error` field with a `code`',
    },
  ],
  harm: 'breaks',
  hint: 'Give each error both members; the message may be empty, the code may be any integer.',

  // What types they have is judged by other cases.
  watch(traffic) {
    for (const { error, lines } of errorResponses(traffic)) {
      if (!isObject(error)) continue;
      for (const member of ['code', 'message'])
        check(member in error, `expected an error with a ${member}, got one without`, { lines });
    }
  },

  allows: {
    'an empty message': onError('*', (error) => ({ error: { ...error, message: '' } })),
    'code 0': onMissing((error) => ({ error: { ...error, code: 0 } })),
    'data beside them': [onError('*', (error) => ({ error: { ...error, data: 'more' } })), 'error-data-optional'],
    // Judged by the case on the shape of errors.
    'a text as the error': onMissing(() => ({ error: 'not found' })),
    'null as the message': onMissing((error) => ({ error: { ...error, message: null } })),
  },
  breaks: {
    'no message': [onMissing(({ code }) => ({ error: { code } })), 'with a message'],
    'no code': [onMissing(({ message }) => ({ error: { message } })), 'with a code'],
    'an empty error': [onMissing(() => ({ error: {} })), 'with a code'],
    'a message of another name': [
      onMissing(({ code, message }) => ({ error: { code, error: message } })),
      'with a message',
    ],
  },
});
