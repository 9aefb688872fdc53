import { isDeepStrictEqual } from 'node:util';
import { defineCase } from '../../harness/case.ts';
import { askedFor, type Coded, codedErrors, definedCode } from '../../harness/error-codes.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { onError, onMissing, onReply } from '../../harness/mutate.ts';
import { modernHeaders } from '../../harness/session/modern.ts';
import type { Traffic } from '../../harness/traffic.ts';
import { isObject, metaKey } from '../../harness/wire.ts';

export default defineCase({
  title: 'The codes -32020, -32021 and -32022 are used with the meaning that the specification gives them',
  rules: [
    {
      id: 'error-defined-code-meaning',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/index#error-codes',
      find: '**MUST** use defined codes only with',
    },
  ],
  harm: 'misleads',
  hint: 'Keep -32020 for HTTP headers, -32021 for client capabilities that are missing, -32022 for versions that are not served.',

  watch(traffic) {
    const used = codedErrors(traffic).filter(({ code }) => Object.values<number>(definedCode).includes(code));
    if (used.length === 0) notApplicable('no error had one of these codes');
    for (const coded of used) {
      const why = misuse(coded, traffic);
      check(why === undefined, `${askedFor(coded.request)} was answered with error ${coded.code}, though ${why}`, {
        lines: coded.lines,
      });
    }
  },

  allows: {
    'capabilities that are missing, in part or as a whole': onError('resources/read', (error) =>
      error.code === -32021
        ? { error: { ...error, data: { requiredCapabilities: { elicitation: { form: {} }, sampling: {} } } } }
        : { error },
    ),
    // Whether a code fits what does not exist is for the rule that prescribes one.
    'a code without a meaning of its own': onMissing((error) => ({
      error: error.code === -32602 ? { ...error, code: -32603 } : error,
    })),
    'missing capabilities that are not told': onError('resources/read', (error) =>
      error.code === -32021 ? { error: { code: -32021, message: 'Declare more' } } : { error },
    ),
  },
  breaks: {
    'a header fault where there are no headers': [
      onMissing((error) => ({ error: { ...error, code: -32020 } })),
      'error -32020, though',
    ],
    'an unsupported version that is served': [
      onReply('resources/templates/list', () => ({
        error: { code: -32022, message: 'Update', data: { supported: ['2026-07-28'], requested: '2026-07-28' } },
      })),
      'error -32022, though server/discover lists 2026-07-28',
    ],
  },
});

/** What shows that a code does not say what it means; undefined where it may. */
function misuse({ code, error, request, requestLine }: Coded, traffic: Traffic): string | undefined {
  const { revision } = traffic;
  switch (code) {
    case definedCode.headerMismatch: {
      if (!traffic.http) return 'there are no HTTP headers';
      // A read without a URI, with an empty one or with half a character in it has nothing that Mcp-Name could carry.
      const uri: unknown = request.params?.uri;
      const named = request.method !== 'resources/read' || (typeof uri === 'string' && uri !== '');
      if (!named || /\p{Cs}/u.test(String(uri))) return undefined;
      const sent = traffic.lines[requestLine! - 1]?.http?.headers;
      // Whether a name in base64 is decoded is for http/name-decoded.
      if (String(sent?.['Mcp-Name']).startsWith('=?base64?')) return undefined;
      return isDeepStrictEqual(sent, modernHeaders(revision, request)) ? 'its headers mirror its body' : undefined;
    }
    case definedCode.unsupportedVersion: {
      // Where the header names another version, that one may be what is not served.
      const named: unknown = traffic.lines[requestLine! - 1]?.http?.headers?.['MCP-Protocol-Version'];
      return traffic.http && named !== revision ? undefined : `server/discover lists ${revision}`;
    }
    default: {
      const required: unknown = error?.data?.requiredCapabilities;
      // An error that does not name what is missing breaks a rule of its own.
      if (!isObject(required) || Object.keys(required).length === 0) return undefined;
      const declared: unknown = request.params?._meta?.[metaKey.clientCapabilities];
      const missing = Object.keys(required).filter(
        (name) => !isObject(declared) || !includes(declared[name], required[name]),
      );
      return missing.length > 0 ? undefined : 'every capability that it names was declared';
    }
  }
}

/** Whether a declared capability has every member of the one that is asked for. */
const includes = (declared: unknown, asked: unknown): boolean =>
  declared !== undefined &&
  (!isObject(asked) ||
    (isObject(declared) && Object.keys(asked).every((name) => includes(declared[name], asked[name]))));
