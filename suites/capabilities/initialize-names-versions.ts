import { defineCase } from '../../harness/case.ts';
import { legacyRevisions, modernOnly } from '../../harness/eras.ts';
import { answerInWords, answerTo } from '../../harness/handshakes.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { all, fault, instead, type Mutant, onResult } from '../../harness/mutate.ts';
import { supportedVersions } from '../../harness/session/modern.ts';
import { inWords, isError, isResult } from '../../harness/session/reply.ts';

/** Lists no version with a handshake. */
const listsModern = onResult('server/discover', (result) => {
  result.supportedVersions = ['2026-07-28'];
});
const answering = (reply: Record<string, unknown>): Mutant =>
  all(
    modernOnly,
    instead('initialize', () => reply),
  );
const failing = (error: Record<string, unknown>) => answering({ error });

export default defineCase({
  title: 'A server without initialize names the versions that it speaks in its answer to initialize',
  rules: [
    {
      id: 'version-initialize-error-names-versions',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/versioning#backward-compatibility-with-initialization-based-versions',
      find: 'the protocol versions it supports in',
    },
  ],
  harm: 'misleads',
  hint: 'Name your versions in the message (or the data) of the error for initialize: an old client can show nothing else.',

  async run(probe) {
    const listed = supportedVersions(probe.session.introduction.reply);
    const versions: readonly string[] = typeof listed === 'string' ? [] : listed;
    const legacy = legacyRevisions.toReversed().find((revision) => versions.includes(revision));
    if (legacy) notApplicable(`server/discover lists ${legacy}: the server speaks versions with a handshake`);
    const reply = await answerTo(probe, legacyRevisions.at(-1)!);
    if (isResult(reply)) notApplicable(`initialize was answered with ${answerInWords(reply)}`);
    if (reply.cause === 'malformed') untested(`initialize was answered with ${inWords(reply)}`);
    check(isError(reply), `expected an error that names the versions of the server, got ${inWords(reply)}`);
    const { message, data } = reply.error ?? {};
    const said = `${JSON.stringify(message)} ${JSON.stringify(data)}`;
    const names = [probe.revision, ...versions].some((version) => version !== '' && said.includes(version));
    check(names, `expected a version of the server in ${inWords(reply)} for initialize, got none`);
  },

  allows: {
    'in the message': [
      failing({ code: -32601, message: 'initialize is unknown in 2026-07-28' }),
      'version-dual-era-allowed',
    ],
    'in the data': failing({
      code: -32022,
      message: 'No',
      data: { supported: ['2026-07-28'], requested: '2025-11-25' },
    }),
    'the server ends after it': [
      all(listsModern, fault('initialize-refused-exits')),
      { rule: 'shutdown-server-may-exit' },
    ],
    'another code': failing({ code: -32020, message: 'Mcp-Method is missing; 2026-07-28 wants it', data: null }),
  },
  breaks: {
    'a bare error': [
      failing({ code: -32601, message: 'Method not found' }),
      'in error -32601 for initialize, got none',
    ],
    'another version': [failing({ code: -32600, message: 'No 2025-11-25 here' }), 'in error -32600 for initialize'],
    'an error with an empty message': [failing({ code: -32600, message: '' }), 'in error -32600 for initialize'],
    'no answer': [
      all(modernOnly, { incoming: (message) => (message.method === 'initialize' ? [] : [message]) }),
      'expected an error that names the versions of the server, got no answer in time',
    ],
  },
});
