import { defineCase } from '../../harness/case.ts';
import { modernOnly } from '../../harness/eras.ts';
import { answerInWords, answersTo, versionIn } from '../../harness/handshakes.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { all, instead, later, type Mutant, onReply, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { supportedVersions } from '../../harness/session/modern.ts';
import { codeOf, inWords, isError, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { metaKey, modernSince } from '../../harness/wire.ts';

const method = 'server/discover';
/** How many of the listed versions are tried. */
const most = 8;
const listing = (change: (versions: string[]) => string[]): Mutant =>
  onResult(method, (result) => {
    result.supportedVersions = change(result.supportedVersions);
  });

export default defineCase({
  title: 'Each version that server/discover lists is one that the server speaks',
  rules: [
    {
      id: 'discover-supported-versions-work',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'server/discover#discoverresult',
      find: '`supportedVersions`: Protocol versions the server supports',
      derived: 'the text describes the list, without a keyword',
    },
  ],
  harm: 'misleads',
  hint: 'List what you serve and nothing else: versions with a handshake only if initialize agrees on them.',

  async run(probe) {
    const reply = await probe.send(method);
    if (!isResult(reply)) blockedBy('capabilities/discover-answered', `${method} was answered with ${inWords(reply)}`);
    const versions = supportedVersions(reply);
    if (typeof versions === 'string') blockedBy('capabilities/discover-shape', versions);
    check(
      versions.includes(probe.revision),
      `expected ${probe.revision}, in which it was asked, in the list, got none`,
    );
    const listed = [...new Set(versions)].slice(0, most).filter((version) => version !== probe.revision);
    const answers = await answersTo(probe, listed.filter(isLegacy));
    for (const version of listed) {
      const answer = answers.get(version);
      await (answer ? byHandshake(probe, version, answer) : byRequest(probe, version));
    }
  },

  allows: {
    'no version with a handshake': [modernOnly, 'version-dual-era-allowed'],
    'fewer than are spoken': listing((versions) => versions.filter((each) => each !== '2024-11-05')),
    'a version twice': listing((versions) => [...versions, ...versions]),
  },
  breaks: {
    'no initialize': [
      instead('initialize', () => ({ error: { code: -32601, message: 'Method not found' } })),
      'expected "2025-11-25", which server/discover lists, in answer to initialize, got error -32601',
    ],
    'an old version that is not spoken': [
      all(
        listing((versions) => ['2024-11-05', ...versions]),
        onResult('initialize', (result) => {
          if (result.protocolVersion === '2024-11-05') result.protocolVersion = '2025-11-25';
        }),
      ),
      'expected "2024-11-05", which server/discover lists, in answer to initialize, got 2025-11-25',
    ],
    'a version that nobody speaks': [
      listing((versions) => [...versions, '2027-01-01']),
      'expected "2027-01-01", which server/discover lists, to be served, got error -32022',
    ],
    'a version that is none': [listing((versions) => [...versions, 'latest']), 'expected "latest", which'],
    'no answer to one of them': [
      onReply('initialize', (reply, { params }) => (params?.protocolVersion === '2025-03-26' ? undefined : reply)),
      'expected "2025-03-26", which server/discover lists, in answer to initialize, got no answer in time',
    ],
    'the version in use left out': [
      later(
        method,
        listing((versions) => versions.slice(1)),
      ),
      'expected 2026-07-28, in which it was asked, in the list, got none',
    ],
    'an empty list': [
      later(
        method,
        listing(() => []),
      ),
      'in the list, got none',
    ],
  },
});

/** Whether a version is older than those without a handshake. */
const isLegacy = (version: string): boolean => /^\d{4}-\d\d-\d\d$/.test(version) && version < modernSince;

async function byHandshake(probe: Probe, version: string, answer: Promise<Reply>): Promise<void> {
  const reply = await answer;
  probe.cite(reply);
  const expected = `expected ${quote(version)}, which ${method} lists, in answer to initialize`;
  check(versionIn(reply) === version, `${expected}, got ${answerInWords(reply)}`);
}

async function byRequest(probe: Probe, version: string): Promise<void> {
  const reply = await probe.send(probe.declares('resources') ? 'resources/list' : method, undefined, {
    meta: { [metaKey.protocolVersion]: version },
    headers: { 'MCP-Protocol-Version': version },
  });
  if (isWithheld(reply)) untested(`version ${quote(version)} got HTTP status ${reply.http!.status}; try again later`);
  // Any other error is one of the list itself, which the case on it reports.
  const refused = isError(reply) ? codeOf(reply) === -32022 : !isResult(reply);
  check(!refused, `expected ${quote(version)}, which ${method} lists, to be served, got ${inWords(reply)}`);
}
