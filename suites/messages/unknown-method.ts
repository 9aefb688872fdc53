import { defineCase } from '../../harness/case.ts';
import { forbiddenBy, unknownMethod } from '../../harness/error-codes.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { fault, instead, onError, onRequest } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { codeOf, inWords, isError, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';

const methodNotFound = -32601;

export default defineCase({
  title: 'An unknown method is answered with the method-not-found error',
  rules: [
    {
      id: 'error-method-not-found',
      level: 'MUST',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#',
      find: 'All messages in MCP **MUST** follow',
    },
    {
      id: 'error-method-not-found',
      level: 'MUST',
      since: '2025-03-26',
      at: 'basic/index#messages',
      find: 'All messages between MCP clients and',
    },
  ],
  harm: 'breaks',
  hint: 'Answer each request, those of unknown methods with error -32601: a client may wait for the answer.',

  // That the server does not refuse everything so was shown when the session was opened.
  async run(probe) {
    judge('an unknown method,', await probe.send(unknownMethod), probe);
    if (!probe.modern) return;
    // The revision has no such method, yet no text forbids a server to have more methods than the specification.
    const ping = await probe.send('ping');
    if (!isResult(ping)) judge('ping, which this revision does not have,', ping, probe);
  },

  allows: {
    'other words, with data': onError(unknownMethod, ({ code }) => ({ error: { code, message: '', data: 'Nope' } })),
    'a method of earlier revisions that is still served': [
      instead('ping', () => ({ result: { resultType: 'complete' } })),
      { since: '2026-07-28' },
    ],
  },
  breaks: {
    silence: [onRequest(unknownMethod, () => undefined), 'got no answer within'],
    'an end of the server': [fault('exit-on-unknown-method'), 'on mcp-conformance/unknown'],
    'a result': [instead(unknownMethod, () => ({ result: {} })), 'got a result'],
    'invalid request': [
      onError(unknownMethod, (error) => ({ error: { ...error, code: -32600 } })),
      'got error -32600',
      { warn: true },
    ],
    'code 0': [onError(unknownMethod, (error) => ({ error: { ...error, code: 0 } })), 'got error 0', { warn: true }],
    'silence to a method that was removed': [
      onRequest('ping', () => undefined),
      'for ping, which this revision does not have, got no answer',
      { since: '2026-07-28' },
    ],
    'another code for a method that was removed': [
      onError('ping', (error) => ({ error: { ...error, code: -32603 } })),
      'for ping, which this revision does not have, got error -32603',
      { since: '2026-07-28', warn: true },
    ],
  },
});

/** JSON-RPC owes the answer; it gives the code in a table without a keyword, so another code is a warning. */
function judge(what: string, reply: Reply, { revision }: Probe): void {
  if (isWithheld(reply) && !isError(reply))
    untested(`an unknown method was answered with HTTP status ${reply.http!.status}; --header gives credentials`);
  const expected = `expected error ${methodNotFound} for ${what} got ${inWords(reply)}`;
  check(isError(reply), expected);
  const forbidden = forbiddenBy(codeOf(reply), revision);
  if (forbidden) blockedBy(forbidden, `an unknown method was answered with ${inWords(reply)}`);
  check(codeOf(reply) === methodNotFound, expected, { warn: true });
}
