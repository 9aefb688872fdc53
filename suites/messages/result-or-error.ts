import { defineCase } from '../../harness/case.ts';
import { jsonType } from '../../harness/formats/json-type.ts';
import { check } from '../../harness/judge.ts';
import { type Mutant, onMissing, onReply, onResult } from '../../harness/mutate.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const uri = 'demo://host/empty.txt';
const onOne = (change: (reply: JsonObject) => JsonObject): Mutant =>
  onReply('resources/read', (reply, { params }) => (params?.uri === uri ? change(reply) : reply));
const resulting = (result: unknown): Mutant => onOne(() => ({ result }));

export default defineCase({
  title: 'A response holds either a result, which is an object, or an error',
  rules: [
    {
      id: 'msg-result-or-error',
      level: 'MUST',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#responses',
      find: 'Either a `result` or an `error`',
    },
    {
      id: 'msg-result-or-error',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-06-18',
      at: 'basic/index#responses',
      find: 'Either a `result` or an `error`',
    },
    {
      id: 'msg-result-field',
      level: 'MUST',
      since: '2025-11-25',
      at: 'basic/index#result-responses',
      find: '**MUST** include a `result` field',
    },
    {
      id: 'msg-not-both-result-and-error',
      level: 'MUST NOT',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#responses',
      find: 'A response **MUST NOT**',
    },
    {
      id: 'msg-not-both-result-and-error',
      level: 'MUST NOT',
      since: '2025-03-26',
      until: '2025-06-18',
      at: 'basic/index#responses',
      find: 'A response **MUST NOT**',
    },
    { id: 'msg-result-object', level: 'SCHEMA', since: '2024-11-05', at: 'schema#Result' },
  ],
  harm: 'breaks',
  hint: 'Answer with { "result": { … } } or with { "error": { … } }, and leave the other member out, also as null.',

  watch(traffic, { binds }) {
    for (const { message, line, requestLine } of traffic.responses()) {
      // The body of an HTTP error may be JSON without being a message; what has no id at all is no response to anything.
      if (!('jsonrpc' in message || 'id' in message)) continue;
      const lines = requestLine === undefined ? [line] : [requestLine, line];
      const [first, second] = ['result', 'error'].filter((name) => name in message);
      if (first === undefined) {
        check(!('id' in message), 'expected a result or an error, got a response with neither', { lines });
        continue;
      }
      if (second !== undefined) {
        // From 2025-11-25 on only JSON-RPC itself forbids it: that is for the case on its messages.
        if (binds('msg-not-both-result-and-error'))
          check(false, 'expected a result or an error, got a response with both', {
            rule: 'msg-not-both-result-and-error',
            lines,
          });
        continue;
      }
      if (first === 'error') continue;
      const { result } = message;
      const grounds = { rule: 'msg-result-object', lines };
      check(isObject(result), `expected an object as the result, got ${jsonType(result)}`, grounds);
      if ('_meta' in result)
        check(
          isObject(result._meta),
          `expected an object as _meta of a result, got ${jsonType(result._meta)}`,
          grounds,
        );
    }
  },

  allows: {
    'any members in a result': [
      onResult('*', (result) => {
        Object.assign(result, { note: null, more: [1, { deep: true }] });
      }),
      { rule: 'msg-result-any-object', since: '2025-03-26' },
    ],
    'an empty _meta': onResult('*', (result) => {
      result._meta = { ...result._meta, 'org.example/empty': {} };
    }),
    'an error with null as its data': onReply('*', (reply) =>
      'error' in reply ? { error: { ...reply.error, data: null } } : reply,
    ),
    // Judged by the cases of other rules.
    'an error that is no object': onMissing(() => ({ error: null })),
    'a result and an error': [onOne((reply) => ({ ...reply, error: null })), { since: '2025-11-25' }],
  },
  breaks: {
    neither: [onOne(() => ({})), 'got a response with neither'],
    'members of another name': [onOne(({ result }) => ({ response: result })), 'got a response with neither'],
    'null as the error beside a result': [
      onOne((reply) => ({ ...reply, error: null })),
      'got a response with both',
      { rule: 'msg-not-both-result-and-error', until: '2025-06-18' },
    ],
    'null as the result beside an error': [
      onReply('resources/read', (reply) => ('error' in reply ? { result: null, ...reply } : reply)),
      'got a response with both',
      { rule: 'msg-not-both-result-and-error', until: '2025-06-18' },
    ],
    'null as the result': [resulting(null), 'as the result, got null', { rule: 'msg-result-object' }],
    'true as the result': [resulting(true), 'as the result, got a boolean', { rule: 'msg-result-object' }],
    'an array as the result': [resulting([]), 'as the result, got an array', { rule: 'msg-result-object' }],
    'a text as the result': [resulting(''), 'as the result, got a string', { rule: 'msg-result-object' }],
    'null as _meta': [
      onOne(({ result }) => ({ result: { ...result, _meta: null } })),
      'as _meta of a result, got null',
      { rule: 'msg-result-object' },
    ],
  },
});
