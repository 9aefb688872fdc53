import { defineCase } from '../../harness/case.ts';
import { alsoServes, modernOnly } from '../../harness/eras.ts';
import { forbiddenBy, unknownMethod } from '../../harness/error-codes.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { all, fault, instead, onError } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { codeOf, inWords, isError, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';

export default defineCase({
  title: 'A method that the server does not implement is answered with status 404 and error -32601',
  rules: [
    {
      id: 'http-unknown-method-404',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#protocol-version-header',
      find: 'implement the requested RPC method, it',
    },
  ],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Answer an unknown method with status 404 and a JSON-RPC error -32601, which tells it from a wrong URL.',

  async run(probe) {
    judge(probe, 'an unknown method', await probe.send(unknownMethod));
    // What earlier revisions have may be served, or refused in their way, by a server that also speaks them.
    if (await alsoServes(probe)) return;
    for (const method of ['ping', 'resources/subscribe']) {
      const reply = await probe.send(method, method === 'ping' ? {} : { uri: 'mcp-conformance-absent:///none' });
      if (codeOf(reply) === -32601) judge(probe, `${method}, which this revision does not have`, reply);
    }
  },

  allows: {
    'other words, with data': onError(unknownMethod, ({ code }) => ({ error: { code, message: '', data: 'Nope' } })),
    'by a server of this revision alone': modernOnly,
    'a method of earlier revisions that is still served': all(
      modernOnly,
      instead('ping', () => ({ result: { resultType: 'complete' } })),
    ),
  },
  breaks: {
    'status 200': [fault('http-unknown-method-200'), 'expected status 404 for an unknown method, got status 200'],
    'status 404 alone': [fault('http-unknown-method-bare'), 'got HTTP status 404 without a JSON-RPC answer'],
    'invalid params': [
      onError(unknownMethod, (error) => ({ error: { ...error, code: -32602 } })),
      'expected error -32601 for an unknown method, got error -32602',
    ],
  },
});

function judge(probe: Probe, what: string, reply: Reply): void {
  probe.cite(reply);
  if (isWithheld(reply)) untested(`${what} was answered with HTTP status ${reply.http!.status}; try again later`);
  // A status that came alone was still an answer; a connection that broke was none.
  const answered = isError(reply) || (reply.cause === 'http' && reply.http !== undefined);
  const forbidden = forbiddenBy(codeOf(reply), probe.revision);
  if (isResult(reply) || !answered || forbidden)
    blockedBy(forbidden ?? 'messages/unknown-method', `${what} was answered with ${inWords(reply)}`);
  check(codeOf(reply) === -32601, `expected error -32601 for ${what}, got ${inWords(reply)}`);
  const status = reply.http?.status;
  check(status === 404, `expected status 404 for ${what}, got status ${status}`);
}
