import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { fault, onError } from '../../harness/mutate.ts';
import { codeOf, inWords, isWithheld } from '../../harness/session/reply.ts';
import { metaKey } from '../../harness/wire.ts';

export default defineCase({
  title: 'A request that lacks a required field of _meta is refused with status 400',
  rules: [
    {
      id: 'meta-required-fields-http-400',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/index#_meta',
      find: '(Invalid params). On HTTP, the response',
    },
  ],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Answer a request without clientCapabilities with status 400 beside the error -32602.',

  async run(probe) {
    // Without its version a request also differs from its header, or passes for one of an older client: only this field tells.
    const without = { [metaKey.clientCapabilities]: undefined };
    for (const method of ['server/discover', ...(probe.declares('resources') ? ['resources/list'] : [])]) {
      const reply = await probe.send(method, {}, { meta: without });
      if (isWithheld(reply)) untested(`${method} got HTTP status ${reply.http!.status}; try again later`);
      if (codeOf(reply) !== -32602)
        blockedBy('messages/required-meta', `${method} without clientCapabilities was answered with ${inWords(reply)}`);
      const status = reply.http?.status;
      check(status === 400, `expected status 400 for ${method} without clientCapabilities, got ${status}`);
    }
  },

  allows: {
    'other words, with data': onError('*', ({ code }) => ({ error: { code, message: '', data: [] } })),
    'with a charset': fault('http-content-type-charset'),
  },
  breaks: {
    'status 200': [fault('http-malformed-200'), 'without clientCapabilities, got 200'],
  },
});
