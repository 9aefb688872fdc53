import { defineCase } from '../../harness/case.ts';
import { isThere } from '../../harness/expansions.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { fault, onError, onReply } from '../../harness/mutate.ts';
import { inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';
import type { JsonObject } from '../../harness/wire.ts';

const probes: readonly [words: string, params: JsonObject][] = [
  ['without uri', {}],
  ['with the number 42 as uri', { uri: 42 }],
  ['with null as uri', { uri: null }],
];

/** The server answers a read with no URI, or with one that is no text, by something else. */
const unnamed = (answer: (reply: JsonObject) => JsonObject | undefined) =>
  onReply('resources/read', (reply, { params }) => (typeof params?.uri === 'string' ? reply : answer(reply)));

const result = {
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  contents: [{ uri: 'demo://host/greeting', text: 'Hello from the reference server.\n' }],
};

export default defineCase({
  title: 'A read that does not say what to read is refused as having invalid params',
  rules: [
    {
      id: 'read-missing-uri-rejected',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-06-18',
      at: 'schema#ReadResourceRequest',
    },
    { id: 'read-missing-uri-rejected', level: 'SCHEMA', since: '2025-11-25', at: 'schema#ReadResourceRequestParams' },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Check that params.uri is a string before anything else, and answer -32602 where it is not.',
  // No client may send such a request: what comes of it stays in a session of its own.
  fresh: true,

  async run(probe) {
    const reads = await probe.reads();
    // Where nothing can be read at all, a refusal says nothing.
    if (!reads.some(isThere)) {
      const [read] = reads;
      if (read?.entry) blockedBy('read/listed-readable', `no read gave contents, the first got ${inWords(read.reply)}`);
      untested('nothing that can be read is known, so a refusal would show nothing; name a resource with --read <uri>');
    }
    for (const [words, params] of probes) {
      const reply = await probe.send('resources/read', params);
      if (isWithheld(reply))
        untested(`a read was refused with HTTP ${reply.http?.status}; give credentials with --header`);
      if (reply.cause === 'malformed')
        blockedBy('messages/result-or-error', `a read ${words} was answered with ${inWords(reply)}`);
      if (reply.cause === 'timeout') blockedBy('messages/request-answered', `a read ${words} got ${inWords(reply)}`);
      check(!isResult(reply), `expected an error for a read ${words}, got a result`);
      check(isError(reply), `expected an error for a read ${words}, got ${inWords(reply)}`);
      const code: unknown = reply.error?.code;
      if (!Number.isInteger(code))
        blockedBy('messages/error-code-integer', `a read ${words} was answered with ${inWords(reply)}`);
      // Over HTTP the header that repeats the URI is missing too, which a server may look at first.
      if (code === -32602 || (code === -32020 && probe.http && probe.modern)) continue;
      probe.flag(`expected error -32602 for a read ${words}, got ${inWords(reply)}`, { warn: true });
    }
  },

  allows: {
    'another message': onError('resources/read', ({ code }) => ({ error: { code, message: 'Quelle ressource ?' } })),
  },
  breaks: {
    'a default resource': [unnamed(() => ({ result })), 'expected an error for a read without uri, got a result'],
    'no contents': [unnamed(() => ({ result: { ...result, contents: [] } })), 'got a result'],
    'a number is made a text': [
      onReply('resources/read', (reply, { params }) => (params?.uri === 42 ? { result } : reply)),
      'expected an error for a read with the number 42 as uri, got a result',
    ],
    'null is as good as a text': [
      onReply('resources/read', (reply, { params }) => (params?.uri === null ? { result } : reply)),
      'expected an error for a read with null as uri, got a result',
    ],
    'the server ends': [fault('exit-on-missing-uri'), 'expected an error for a read without uri'],
    'an internal error': [
      unnamed(() => ({ error: { code: -32603, message: 'Internal error' } })),
      'got error -32603',
      { warn: true },
    ],
    'an invalid request': [
      unnamed(() => ({ error: { code: -32600, message: 'Invalid Request' } })),
      'expected error -32602 for a read without uri, got error -32600',
      { warn: true },
    ],
  },
});
