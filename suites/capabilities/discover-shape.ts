import { defineCase } from '../../harness/case.ts';
import { blockedBy } from '../../harness/judge.ts';
import { later, onResult } from '../../harness/mutate.ts';
import { inWords, isResult } from '../../harness/session/reply.ts';
import { checkShape } from '../../harness/shape.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import type { Revision } from '../../harness/wire.ts';

const type = 'DiscoverResult';
const method = 'server/discover';
const rule = 'discover-capabilities-shape';
// The kind of a result, its caching hints, its metadata and the resources capability have cases of their own.
const plain = ['', 'supportedVersions', 'supportedVersions[]', 'capabilities', 'instructions'] as const;
const first: readonly string[] = ['', 'supportedVersions', 'supportedVersions[]'];
const within = (member: string): boolean => /^capabilities\/(?!resources(\/|$))/.test(member);

const mutants = (revision: Revision, member: readonly string[]) =>
  shapeMutants(method, type, revision, { member, rule: 'discover-result-shape' });

export default defineCase({
  title: 'The result of server/discover has versions and capabilities of the right types',
  rules: [
    { id: 'discover-result-shape', level: 'SCHEMA', since: '2026-07-28', at: `schema#${type}` },
    { id: rule, level: 'SCHEMA', since: '2026-07-28', at: 'schema#ServerCapabilities' },
  ],
  harm: 'breaks',
  hint: 'Give supportedVersions as an array of strings, and each capability as an object, {} where it has no options.',

  async run(probe) {
    for (const reply of [probe.session.introduction.reply, await probe.send(method)]) {
      probe.cite(reply);
      if (!isResult(reply))
        blockedBy('capabilities/discover-answered', `${method} was answered with ${inWords(reply)}`);
      checkShape(reply.result, type, probe.revision, { only: plain });
      checkShape(reply.result, type, probe.revision, { only: within, rule });
    }
  },

  allows: {
    'no instructions': onResult(method, (result) => {
      delete result.instructions;
    }),
    'a name beside the metadata': onResult(method, (result) => {
      result.serverInfo = { name: 'as in an early draft', version: '1' };
    }),
    'capabilities of earlier or later revisions': onResult(method, ({ capabilities }) => {
      capabilities.tasks = { list: {} };
      capabilities['x-shelves'] = 7;
      capabilities.experimental = { shelves: {} };
    }),
    'no versions after all': later(
      method,
      onResult(method, (result) => {
        result.supportedVersions = [];
      }),
    ),
  },
  breaks: (revision) => ({
    // Without these no session is opened, so the first answer is left as it is.
    ...Object.fromEntries(
      Object.entries(mutants(revision, first)).map(([name, [mutant, ...rest]]) => [
        name,
        [later(method, mutant), ...rest],
      ]),
    ),
    ...mutants(
      revision,
      plain.filter((member) => !first.includes(member)),
    ),
    ...shapeMutants(method, type, revision, {
      member: 'capabilities.*',
      except: { 'capabilities.resources*': 'for capabilities/shape' },
      rule,
    }),
  }),
});
