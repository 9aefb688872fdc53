import { defineCase } from '../../harness/case.ts';
import { answerTo, unspokenVersions, versionIn } from '../../harness/handshakes.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { later, onReply, onResult } from '../../harness/mutate.ts';
import { inWords, isError, isResult } from '../../harness/session/reply.ts';
import { isModern, type JsonObject, revisions } from '../../harness/wire.ts';

const unspoken: readonly unknown[] = unspokenVersions;
const onUnspoken = (change: (reply: JsonObject, asked: string) => JsonObject | undefined) =>
  onReply('initialize', (reply, { params }) =>
    unspoken.includes(params?.protocolVersion) ? change(reply, params!.protocolVersion) : reply,
  );
const offering = (choose: (asked: string) => unknown) =>
  onUnspoken(({ result }, asked) => ({ result: { ...result, protocolVersion: choose(asked) } }));

export default defineCase({
  title: 'A version that the server does not speak is answered with one that it does',
  rules: [
    {
      id: 'init-other-version',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/lifecycle#version-negotiation',
      find: 'respond with another protocol version',
    },
  ],
  harm: 'misleads',
  hint: 'Compare the requested version with those you speak; answer your latest one where it is none of them.',

  async run(probe) {
    for (const version of unspokenVersions) {
      const reply = await answerTo(probe, version);
      if (reply.cause === 'malformed') blockedBy('messages/result-or-error', `initialize got ${inWords(reply)}`);
      const expected = `expected another version in answer to ${version}, got`;
      if (isError(reply)) {
        // The same page shows an error as the example of a version mismatch.
        probe.flag(`${expected} ${inWords(reply)}`, { warn: true });
        continue;
      }
      check(isResult(reply), `${expected} ${inWords(reply)}`);
      const other = versionIn(reply);
      if (typeof other !== 'string')
        blockedBy('capabilities/initialize-answer', 'the answer to initialize has no string protocolVersion');
      check(other !== version, `${expected} the same, which nobody speaks`);
      check(other !== '', `${expected} an empty version`);
      const published = revisions.find((revision) => revision === other);
      // What was never published may be a draft that the server speaks; a revision without a handshake cannot be agreed on by one.
      if (published && isModern(published))
        probe.flag(`${expected} ${published}, which has no initialize`, { warn: true });
    }
  },

  allows: {
    'an older version': offering(() => '2024-11-05'),
    'the version that is nearest': offering((asked) => (asked < '2024-11-05' ? '2024-11-05' : '2025-11-25')),
    'the version of a draft': offering(() => 'DRAFT-2025-v3'),
    'other words': onResult('initialize', (result) => {
      result.instructions = '';
    }),
  },
  breaks: {
    'whatever was asked for': [offering((asked) => asked), 'got the same, which nobody speaks'],
    'whatever is newer': [
      offering((asked) => (asked > '2025' ? asked : '2025-11-25')),
      'in answer to 2099-01-01, got the same',
    ],
    'an empty version': [offering(() => ''), 'got an empty version'],
    'no answer': [onUnspoken(() => undefined), 'got no answer in time'],
    'an error': [
      onUnspoken(() => ({ error: { code: -32602, message: 'Unsupported protocol version' } })),
      'got error -32602',
      { warn: true },
    ],
    'a revision without a handshake': [offering(() => '2026-07-28'), 'which has no initialize', { warn: true }],
    'a second client is echoed': [
      later(
        'initialize',
        onResult('initialize', (result, { params }) => {
          result.protocolVersion = params?.protocolVersion;
        }),
      ),
      'got the same',
    ],
  },
});
