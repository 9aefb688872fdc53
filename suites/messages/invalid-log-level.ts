import { defineCase } from '../../harness/case.ts';
import { forbiddenBy } from '../../harness/error-codes.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { onError, onRequest } from '../../harness/mutate.ts';
import { codeOf, inWords, isError, isResult } from '../../harness/session/reply.ts';
import { metaKey } from '../../harness/wire.ts';

const withoutLevel = onRequest('server/discover', (request) => {
  delete request.params?._meta?.[metaKey.logLevel];
  return request;
});

export default defineCase({
  title: 'A request with an unknown log level is refused as invalid',
  rules: [
    {
      id: 'log-invalid-level',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'server/utilities/logging#error-handling',
      find: 'Invalid log level: `-32602`',
    },
  ],
  // The page speaks of the logging feature; a server without it has no levels to recognise, and may ignore the key.
  needs: ['logging'],
  harm: 'misleads',
  hint: 'Compare the logLevel of each request with the eight levels, and answer -32602 where it is none of them.',

  async run(probe) {
    const known = await probe.send('server/discover', {}, { meta: { [metaKey.logLevel]: 'warning' } });
    if (!isResult(known)) untested(`a request with the log level "warning" was answered with ${inWords(known)}`);
    const reply = await probe.send('server/discover', {}, { meta: { [metaKey.logLevel]: 'verbose-x' } });
    const forbidden = forbiddenBy(codeOf(reply), probe.revision);
    if (forbidden) blockedBy(forbidden, `an unknown log level was answered with ${inWords(reply)}`);
    check(
      isError(reply) && codeOf(reply) === -32602,
      `expected error -32602 for the log level "verbose-x", got ${inWords(reply)}`,
    );
  },

  allows: {
    'other words, with data': onError('server/discover', ({ code }) => ({
      error: { code, message: 'No such level', data: { allowed: ['error'] } },
    })),
  },
  breaks: {
    'unknown levels ignored': [withoutLevel, 'got a result'],
    'internal error': [
      onError('server/discover', (error) => ({ error: { ...error, code: -32603 } })),
      'got error -32603',
    ],
    silence: [onError('server/discover', () => undefined), 'got no answer within'],
  },
});
