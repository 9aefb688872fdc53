import { defineCase } from '../../harness/case.ts';
import { agreed, answersSoFar, answerTo, opening, unspokenVersions, versionIn } from '../../harness/handshakes.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { later, onResult } from '../../harness/mutate.ts';
import { inWords, isResult } from '../../harness/session/reply.ts';

const answering = (answers: Record<string, string>) =>
  onResult('initialize', (result, { params }) => {
    result.protocolVersion = answers[params?.protocolVersion] ?? result.protocolVersion;
  });
const always = (version: string) =>
  later(
    'initialize',
    onResult('initialize', (result) => {
      result.protocolVersion = version;
    }),
  );

export default defineCase({
  title: 'A version that the server speaks is answered with the same version',
  rules: [
    {
      id: 'init-same-version',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/lifecycle#version-negotiation',
      find: 'respond with the same',
    },
  ],
  harm: 'breaks',
  hint: 'Look the requested version up among all that you speak, and offer another one only where it is none of them.',

  async run(probe) {
    const again = await opening(probe);
    if (!isResult(again.reply)) blockedBy('capabilities/initialize-answer', `initialize got ${inWords(again.reply)}`);
    // What is offered for a version that nobody speaks is, by the server's own word, one that it speaks.
    for (const version of unspokenVersions) {
      const offered = agreed(await answerTo(probe, version));
      if (offered) await answerTo(probe, offered);
    }
    const answers = answersSoFar(probe);
    const spoken = new Set<unknown>([probe.revision, ...[...answers.values()].map(agreed)]);
    for (const [version, reply] of answers) {
      const other = versionIn(reply);
      // Another type, and what is no answer, is for the case on the answer to initialize.
      if (!spoken.has(version) || typeof other !== 'string') continue;
      probe.cite(reply);
      check(other === version, `expected version ${version}, which the server speaks, got ${other.slice(0, 40)}`);
    }
  },

  allows: {
    'nothing else is spoken': onResult('initialize', (result, _, { revision }) => {
      result.protocolVersion = revision;
      result.instructions = 'One version is enough.';
    }),
    'an older version is offered': answering({ '1900-01-01': '2024-11-05', '2099-01-01': '2025-03-26' }),
  },
  breaks: {
    'the latest, whatever was asked for': [always('2025-11-25'), 'got 2025-11-25', { until: '2025-06-18' }],
    'the oldest, whatever was asked for': [always('2024-11-05'), 'got 2024-11-05', { since: '2025-03-26' }],
    'a version that is offered, but not given': [
      answering({ '1900-01-01': '2025-03-26', '2025-03-26': '2024-11-05' }),
      'expected version 2025-03-26, which the server speaks, got 2024-11-05',
      { since: '2025-06-18' },
    ],
    'a version that no revision has': [always('1.0'), 'got 1.0'],
  },
});
