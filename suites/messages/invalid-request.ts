import { defineCase } from '../../harness/case.ts';
import { judgeRefusal, type Malformed, provoke } from '../../harness/malformed.ts';
import { fault, type Mutant } from '../../harness/mutate.ts';
import { isResult } from '../../harness/session/reply.ts';
import type { Session } from '../../harness/session/session.ts';
import type { JsonObject } from '../../harness/wire.ts';

const derived =
  'the schema gives the code, JSON-RPC its meaning; but a client must not send such a message, and no text names what then is owed';

const onInvalid = (change: (message: JsonObject) => JsonObject[]): Mutant => ({
  outgoing: (message) => (message.error?.code === -32600 ? change(message) : [message]),
});

export default defineCase({
  title: 'A server survives JSON that is no request, and answers it as an invalid request if at all',
  rules: [
    {
      id: 'error-invalid-request',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'schema#JSONRPCRequest',
      derived,
    },
    { id: 'error-invalid-request', level: 'SCHEMA', since: '2026-07-28', at: 'schema#InvalidRequestError', derived },
  ],
  harm: 'breaks',
  hint: 'Check the envelope of each message before its method is called: answer -32600 or drop the message, and go on.',
  fresh: true,

  // Silence over stdio is tolerated: most servers take what fits no schema for none of their messages.
  async run(probe) {
    for (const malformed of invalidRequests(probe.session)) {
      const reply = await provoke(probe, malformed);
      // JSON-RPC itself has requests with null as the id, so a server may well serve one; or take it for the notification
      // that the schema makes of it, which forbids no further members, and accept it as such.
      if (malformed.id === null && (isResult(reply) || reply.http?.status === 202)) continue;
      judgeRefusal(probe, reply, -32600, malformed.what);
    }
  },

  allows: {
    'no answer': onInvalid(() => []),
    'null as the id': onInvalid((message) => [{ ...message, id: null }]),
    'an answer to the id null': {
      incoming(message, { send }) {
        if (message.id !== null) return [message];
        send({ jsonrpc: '2.0', id: null, result: {} });
        return [];
      },
    },
  },
  breaks: {
    'an end of the server': [fault('exit-on-invalid-request'), 'on a message of JSON-RPC 1.0'],
    'a hang': [fault('hang-on-invalid-request'), 'after a message of JSON-RPC 1.0'],
    'another code': [
      onInvalid(({ error, ...message }) => [{ ...message, error: { ...error, code: -32603 } }]),
      'got error -32603',
    ],
    'an answer to JSON-RPC 1.0': [
      { incoming: (message) => [message.jsonrpc === '1.0' ? { ...message, jsonrpc: '2.0' } : message] },
      'error -32600 for a message of JSON-RPC 1.0, got a result',
    ],
    'another code for the id null': [
      {
        incoming(message, { send }) {
          if (message.id !== null) return [message];
          send({ jsonrpc: '2.0', id: null, error: { code: -32601, message: 'Method not found' } });
          return [];
        },
      },
      'for a request with null as the id, got error -32601',
    ],
  },
});

/** Requests that every server would answer, each with one fault. */
function invalidRequests(session: Session): Malformed[] {
  const method = session.era.sanity;
  const params = session.era.dress({}, {});
  const [first, second] = [session.nextId(), session.nextId()];
  const of = (message: JsonObject, what: string): Malformed => ({
    body: JSON.stringify(message),
    what,
    id: message.id,
    like: method,
  });
  return [
    of({ jsonrpc: '1.0', id: first, method, params }, 'a message of JSON-RPC 1.0'),
    of({ jsonrpc: '2.0', id: second, params }, 'a message without a method'),
    of({ jsonrpc: '2.0', id: null, method, params }, 'a request with null as the id'),
  ];
}
