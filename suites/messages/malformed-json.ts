import { defineCase } from '../../harness/case.ts';
import { judgeRefusal, provoke } from '../../harness/malformed.ts';
import { fault, type Mutant } from '../../harness/mutate.ts';
import type { JsonObject } from '../../harness/wire.ts';

const derived =
  'the schema gives the code, JSON-RPC its meaning; but a client must not send such a line, and no text names what then is owed';

const onParseError = (change: (message: JsonObject) => JsonObject[]): Mutant => ({
  outgoing: (message) => (message.error?.code === -32700 ? change(message) : [message]),
});

export default defineCase({
  title: 'A server survives what is no JSON, and answers it with a parse error if at all',
  rules: [
    {
      id: 'error-parse-error',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'schema#JSONRPCRequest',
      derived,
    },
    { id: 'error-parse-error', level: 'SCHEMA', since: '2026-07-28', at: 'schema#ParseError', derived },
  ],
  harm: 'breaks',
  hint: 'Catch the failure of the JSON parser for each message: answer -32700 or drop the message, and go on.',
  fresh: true,

  // Silence over stdio is right: up to 2025-06-18 the schema has no error response without an id, and the id cannot be read.
  async run(probe) {
    const what = 'a message that is cut off';
    const reply = await provoke(probe, { body: '{"jsonrpc":"2.0","id":1,', what, like: probe.session.era.sanity });
    judgeRefusal(probe, reply, -32700, what);
  },

  allows: {
    'no answer': onParseError(() => []),
    'null as the id': onParseError((message) => [{ ...message, id: null }]),
    'other words': onParseError(({ error, ...message }) => [{ ...message, error: { ...error, message: 'What?' } }]),
  },
  breaks: {
    'an end of the server': [fault('exit-on-malformed-json'), 'on a message that is cut off'],
    'a hang': [fault('hang-on-malformed-json'), 'after a message that is cut off'],
    'another code': [
      onParseError(({ error, ...message }) => [{ ...message, error: { ...error, code: -32603 } }]),
      'got error -32603',
    ],
    'a result': [onParseError(({ jsonrpc }) => [{ jsonrpc, id: 1, result: {} }]), 'got a result'],
  },
});
