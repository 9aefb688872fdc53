import { defineCase } from '../../harness/case.ts';
import { errorResponses } from '../../harness/error-responses.ts';
import { check } from '../../harness/judge.ts';
import { onError, onMissing } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const longest = 250;
const saying = (message: string | ((uri: string) => string)) =>
  onMissing((error, { params }) => ({
    error: { ...error, message: typeof message === 'string' ? message : message(String(params?.uri)) },
  }));

export default defineCase({
  title: 'The message of an error is one concise sentence',
  rules: [
    {
      id: 'error-message-concise',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-06-18',
      at: 'schema#JSONRPCError',
    },
    { id: 'error-message-concise', level: 'SHOULD', since: '2025-11-25', at: 'schema#Error' },
  ],
  harm: 'untidy',
  hint: 'Say in one sentence what went wrong; details go into "data", stack traces to the log of the server.',

  // How concise a sentence is cannot be measured: only what is clearly none counts.
  watch(traffic) {
    for (const { error, request, lines } of errorResponses(traffic)) {
      if (!isObject(error) || typeof error.message !== 'string') continue;
      const quotable = strings(request?.params);
      // What a message makes of a probe that is long, or broken itself, says nothing about its own words.
      if (quotable.some((text) => text.length > 100 || /\p{Cc}/u.test(text))) continue;
      const own = quotable.reduce((text, quote) => text.replaceAll(quote, ''), error.message.trim());
      check(
        !/[\r\n\u2028\u2029]/.test(own),
        `expected one sentence as the message of an error, got several lines: ${quote(error.message)}`,
        { lines },
      );
      check(
        own.length <= longest,
        `expected a concise message, got ${own.length} characters beside what it quotes: ${quote(error.message)}`,
        { lines },
      );
    }
  },

  allows: {
    'an empty message': onError('*', (error) => ({ error: { ...error, message: '' } })),
    'a sentence that quotes the URI': saying((uri) => `There is no resource at ${uri}, nor has there ever been any.`),
    'a long quotation': saying((uri) => `Unknown: ${`<${uri}>`.repeat(12)}`),
    'a sentence of 250 characters': saying('n'.repeat(longest)),
    'a line end behind the sentence': saying('Resource not found\n'),
    'details in the data': onMissing((error) => ({
      error: { ...error, data: { stack: 'Error\n    at read (a.js:1:1)' } },
    })),
    // Judged by another case.
    'null as the message': onMissing((error) => ({ error: { ...error, message: null } })),
  },
  breaks: {
    'a stack trace': [
      saying('Error: no such resource\n    at read (/srv/app/server.js:10:7)\n    at handle (/srv/app/server.js:4:1)'),
      'several lines',
    ],
    'a dump of a validator': [
      saying(JSON.stringify([{ code: 'invalid_type', path: ['uri'] }], null, 2)),
      'several lines',
    ],
    'an essay': [saying('It is not there. '.repeat(20)), 'got 339 characters'],
  },
});

/** The texts of a request that a message may quote, the longest first. */
const strings = (params: JsonObject | undefined): string[] =>
  [params?.uri, params?.cursor, params?.name, params?.ref?.uri, params?.argument?.value]
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .sort((a, b) => b.length - a.length);
