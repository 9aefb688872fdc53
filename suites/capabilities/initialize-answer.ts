import { defineCase } from '../../harness/case.ts';
import { opening } from '../../harness/handshakes.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { later, onReply, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { inWords, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { checkShape } from '../../harness/shape.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isObject, type Revision } from '../../harness/wire.ts';

const told = ['capabilities', 'serverInfo'] as const;
/** Members that tell of something else, and are judged there. */
const elsewhere = {
  '_meta*': 'metadata has cases of its own',
  'capabilities.resources*': 'for capabilities/shape',
  'serverInfo.icons*': 'icons have cases of their own',
};
const shaped = (member: string): boolean =>
  !/^(_meta|capabilities\/resources|serverInfo\/icons)(\/|$)/.test(member) && member !== 'resultType';

const rule = 'init-result-shape';
const mutants = (revision: Revision, member: readonly string[]) =>
  shapeMutants('initialize', 'InitializeResult', revision, { member, rule });

export default defineCase({
  title: 'initialize is answered with the version, the capabilities and the name of the server',
  rules: [
    {
      id: 'init-responds',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/lifecycle#initialization',
      find: 'respond with its own capabilities and',
    },
    {
      id: 'init-result-shape',
      level: 'SCHEMA',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'schema#InitializeResult',
    },
  ],
  harm: 'breaks',
  hint: 'Answer every initialize with protocolVersion, capabilities (an object) and serverInfo (name and version).',

  async run(probe) {
    judge(probe, probe.session.introduction.reply);
    // Each client has a handshake of its own: the second one is answered like the first.
    judge(probe, (await opening(probe)).reply);
  },

  allows: {
    'no instructions': onResult('initialize', (result) => {
      delete result.instructions;
    }),
    'an empty name and version': onResult('initialize', (result) => {
      result.serverInfo = { name: '', version: '' };
    }),
    'members that nobody knows': onResult('initialize', (result) => {
      result.motd = null;
      result.capabilities['x-shelves'] = 7;
      result.serverInfo.vendor = false;
    }),
  },
  breaks: (revision) => ({
    'without capabilities': [
      onResult('initialize', (result) => {
        delete result.capabilities;
      }),
      'got none in the answer to initialize',
    ],
    'without serverInfo': [
      onResult('initialize', (result) => {
        delete result.serverInfo;
      }),
      'expected serverInfo, got none',
    ],
    'an empty result': [
      later(
        'initialize',
        onReply('initialize', () => ({ result: {} })),
      ),
      'got none',
    ],
    'one client only': [
      later(
        'initialize',
        onReply('initialize', () => ({ error: { code: -32600, message: 'Already initialized' } })),
      ),
      'expected a result of initialize, got error -32600',
    ],
    'no answer to every second client': [
      onReply('initialize', (reply, _, { connection }) => (connection % 2 === 0 ? reply : undefined)),
      'expected a result of initialize, got no answer in time',
    ],
    ...Object.fromEntries(
      Object.entries(mutants(revision, ['', 'protocolVersion'])).map(([name, [mutant, ...rest]]) => [
        name,
        [later('initialize', mutant), ...rest],
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(
        shapeMutants('initialize', 'InitializeResult', revision, {
          rule,
          except: { ...elsewhere, '': 'above', protocolVersion: 'above' },
        }),
      ).filter(([name]) => !told.some((member) => name === `${member} is missing`)),
    ),
  }),
});

function judge(probe: Probe, reply: Reply): void {
  probe.cite(reply);
  if (isWithheld(reply)) untested(`initialize was answered with HTTP status ${reply.http!.status}`);
  if (reply.cause === 'malformed') blockedBy('messages/result-or-error', `initialize got ${inWords(reply)}`);
  check(isResult(reply), `expected a result of initialize, got ${inWords(reply)}`);
  const { result } = reply;
  if (isObject(result))
    for (const member of told) check(member in result, `expected ${member}, got none in the answer to initialize`);
  checkShape(result, 'InitializeResult', probe.revision, { rule, only: shaped });
}
