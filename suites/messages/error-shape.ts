import { defineCase } from '../../harness/case.ts';
import { errorResponses } from '../../harness/error-responses.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check } from '../../harness/judge.ts';
import { onError, onMissing } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isObject } from '../../harness/wire.ts';

export default defineCase({
  title: 'The error of an error response is an object with a string message',
  rules: [
    { id: 'error-object-shape', level: 'SCHEMA', since: '2024-11-05', until: '2025-06-18', at: 'schema#JSONRPCError' },
    { id: 'error-object-shape', level: 'SCHEMA', since: '2025-11-25', at: 'schema#JSONRPCErrorResponse' },
  ],
  harm: 'breaks',
  hint: 'Answer { "code": <integer>, "message": "<text>" } as the error, with all further information in "data".',

  // The type of the code, and from 2025-03-26 on whether code and message are there, are rules (and cases) of their own.
  watch(traffic) {
    const errors = errorResponses(traffic);
    for (const { error, lines } of errors) {
      check(isObject(error), `expected an object as the error, got ${valueInWords(error)}`, { lines });
      if (traffic.revision === '2024-11-05')
        for (const member of ['code', 'message'])
          check(member in error, `expected an error with a ${member}, got one without`, { lines });
      if ('message' in error)
        check(
          typeof error.message === 'string',
          `expected a string as the message of an error, got ${valueInWords(error.message)}`,
          { lines },
        );
    }
    for (const { error, lines } of errors) {
      const extra = Object.keys(error).find((name) => !['code', 'message', 'data'].includes(name));
      check(extra === undefined, `expected nothing but code, message and data in an error, got ${quote(extra)}`, {
        lines,
        warn: true,
      });
    }
  },

  allows: {
    'an empty message': onError('*', (error) => ({ error: { ...error, message: '' } })),
    'no data': onError('*', ({ code, message }) => ({ error: { code, message } })),
    'data of any type': [onError('*', (error) => ({ error: { ...error, data: [null] } })), 'error-data-optional'],
    'null as data': onError('*', (error) => ({ error: { ...error, data: null } })),
    'another code': onMissing((error) => ({ error: { ...error, code: 0 } })),
    // Judged by the cases of other rules.
    'a code in quotes': onMissing((error) => ({ error: { ...error, code: 'NOT_FOUND' } })),
    'no code': [onMissing(({ message }) => ({ error: { message } })), { since: '2025-03-26' }],
    'no message': [onMissing(({ code }) => ({ error: { code } })), { since: '2025-03-26' }],
  },
  breaks: {
    'the message as the error': [onMissing(() => ({ error: 'not found' })), 'as the error, got "not found"'],
    'no error': [onMissing(() => ({ error: null })), 'as the error, got null'],
    'a list of errors': [onMissing((error) => ({ error: [error] })), 'as the error, got an array'],
    'null as the message': [onMissing((error) => ({ error: { ...error, message: null } })), 'got null'],
    'an object as the message': [
      onMissing((error) => ({ error: { ...error, message: { text: 'not found' } } })),
      'got an object',
    ],
    'no code': [onMissing(({ message }) => ({ error: { message } })), 'error with a code', { until: '2024-11-05' }],
    'no message': [onMissing(({ code }) => ({ error: { code } })), 'error with a message', { until: '2024-11-05' }],
    'a stack beside the message': [
      onMissing((error) => ({ error: { ...error, stack: 'Error: not found' } })),
      'got "stack"',
      { warn: true },
    ],
  },
});
