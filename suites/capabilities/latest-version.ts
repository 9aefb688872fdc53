import { defineCase } from '../../harness/case.ts';
import { legacyRevisions } from '../../harness/eras.ts';
import { agreed, answerInWords, answersTo, answerTo, unspokenVersions, versionIn } from '../../harness/handshakes.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { all, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import type { Reply } from '../../harness/session/reply.ts';
import type { Revision } from '../../harness/wire.ts';

const unspoken: readonly unknown[] = unspokenVersions;
const offering = (choose: (asked: string) => Revision) =>
  onResult('initialize', (result, { params }) => {
    if (unspoken.includes(params?.protocolVersion)) result.protocolVersion = choose(params!.protocolVersion);
  });
/** Speaks one revision alone, and offers it. */
const nothingElse = onResult('initialize', (result, _, { revision }) => {
  result.protocolVersion = revision;
  result.instructions = 'One version is enough.';
});

export default defineCase({
  title: 'The version that is offered instead is the latest that the server speaks',
  rules: [
    {
      id: 'init-latest-version',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/lifecycle#version-negotiation',
      find: 'version supported by the server',
    },
  ],
  harm: 'untidy',
  hint: 'Offer the newest of the versions that have a handshake, also to a client that asks for a very old one.',

  async run(probe) {
    let judged = 0;
    const answers: Reply[] = [];
    for (const [version, answer] of await answersTo(probe, unspokenVersions)) {
      const reply = await answer;
      probe.cite(reply);
      answers.push(reply);
      const offered = agreed(reply);
      if (!offered) continue;
      judged++;
      const newer = await newerThan(probe, offered);
      probe.cite(reply);
      check(newer === undefined, `expected ${newer}, which the server speaks, in answer to ${version}, got ${offered}`);
    }
    if (judged > 0) return;
    const [first] = answers as [Reply, ...Reply[]];
    if (typeof versionIn(first) === 'string' && !unspoken.includes(versionIn(first)))
      untested(`the version offered is ${answerInWords(first)}, which cannot be compared with others`);
    blockedBy('capabilities/other-version', `initialize was answered with ${answerInWords(first)}`);
  },

  allows: {
    'no other version is spoken': nothingElse,
    'other words': onResult('initialize', (result) => {
      result.instructions = '';
    }),
  },
  breaks: {
    'the oldest': [offering(() => '2024-11-05'), 'expected 2025-11-25, which the server speaks, in answer to'],
    'the nearest': [
      offering((asked) => (asked < '2024-11-05' ? '2024-11-05' : '2025-11-25')),
      'in answer to 1900-01-01, got 2024-11-05',
    ],
    'one before the latest': [offering(() => '2025-06-18'), 'got 2025-06-18'],
    'older than the leg': [
      all(
        nothingElse,
        offering(() => '2024-11-05'),
      ),
      'which the server speaks, in answer to 1900-01-01, got 2024-11-05',
      { since: '2025-03-26' },
    ],
  },
});

/** A revision with a handshake that is newer than the one offered, and that the server speaks; the newest first. */
async function newerThan(probe: Probe, offered: Revision): Promise<Revision | undefined> {
  for (const revision of legacyRevisions.toReversed()) {
    if (revision <= offered) return undefined;
    if (revision === probe.revision || agreed(await answerTo(probe, revision)) === revision) return revision;
  }
  return undefined;
}
