import { defineCase } from '../../harness/case.ts';
import { unknownVersion } from '../../harness/header-faults.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { fault, onError } from '../../harness/mutate.ts';
import { codeOf, inWords, isWithheld } from '../../harness/session/reply.ts';
import { metaKey } from '../../harness/wire.ts';

export default defineCase({
  title: 'The error for an unsupported version has status 400',
  rules: [
    {
      id: 'version-unsupported-http-400',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#protocol-version-header',
      find: 'to support), it **MUST** respond with',
    },
  ],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Answer a version that you do not speak with status 400; a client reads the supported versions from the body of a 400.',

  async run(probe) {
    // Header and body name the same version, so that it is the version alone that is at fault.
    const reply = await probe.send(
      'server/discover',
      {},
      { headers: { 'MCP-Protocol-Version': unknownVersion }, meta: { [metaKey.protocolVersion]: unknownVersion } },
    );
    if (isWithheld(reply)) untested(`version ${unknownVersion} got HTTP status ${reply.http!.status}; try again later`);
    if (codeOf(reply) !== -32022)
      blockedBy('capabilities/unsupported-version', `version ${unknownVersion} was answered with ${inWords(reply)}`);
    const status = reply.http?.status;
    check(status === 400, `expected status 400 with error -32022, got ${status}`);
  },

  allows: {
    'other words': onError('*', (error) => ({ error: error.code === -32022 ? { ...error, message: '' } : error })),
  },
  breaks: {
    'status 200': [fault('http-unsupported-version-200'), 'expected status 400 with error -32022, got 200'],
  },
});
