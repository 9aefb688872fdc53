import { defineCase } from '../../harness/case.ts';
import { askedFor, codedErrors, rangeOf } from '../../harness/error-codes.ts';
import { check } from '../../harness/judge.ts';
import { onMissing, onReply } from '../../harness/mutate.ts';

const refusing = (code: number) =>
  onReply('resources/templates/list', () => ({ error: { code, message: 'Out of paper' } }));

export default defineCase({
  title: "Codes of a server's own lie outside of what JSON-RPC reserves",
  rules: [
    {
      id: 'error-app-codes-outside-reserved',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/index#error-codes',
      find: 'New error codes for purposes not',
    },
  ],
  harm: 'untidy',
  hint: 'Allocate codes for conditions of your own outside of -32768 to -32000, or use a standard code.',

  watch(traffic) {
    for (const { code, request, prescribed, lines } of codedErrors(traffic)) {
      if (prescribed) continue;
      check(
        rangeOf(code) !== 'reserved by JSON-RPC',
        `expected a standard code or one outside of -32768 to -32000, got error ${code} for ${askedFor(request)}`,
        { lines },
      );
    }
  },

  allows: {
    'a positive code': refusing(404),
    'code 0': refusing(0),
    'just above the range': refusing(-31999),
    'just below the range': refusing(-32769),
    'a standard code': refusing(-32603),
    // The rest of the range has rules, and cases, of its own.
    'a code of another rule': refusing(-32099),
    'where another code is prescribed': onMissing((error) => ({
      error: error.code === -32602 ? { ...error, code: -32100 } : error,
    })),
  },
  breaks: {
    'a code of the reserved range': [refusing(-32100), 'got error -32100 for resources/templates/list'],
    'the last reserved code': [refusing(-32768), 'got error -32768'],
    'next to the standard codes': [refusing(-32604), 'got error -32604'],
  },
});
