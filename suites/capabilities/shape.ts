import { defineCase } from '../../harness/case.ts';
import { notApplicable, untested } from '../../harness/judge.ts';
import { onCapabilities } from '../../harness/mutate.ts';
import { isResult } from '../../harness/session/reply.ts';
import { checkShape } from '../../harness/shape.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isModern, isObject, type JsonObject, type Revision } from '../../harness/wire.ts';

const members = ['capabilities.resources', 'capabilities.resources.*'] as const;
const typeIn = (revision: Revision) => (isModern(revision) ? 'DiscoverResult' : 'InitializeResult');
const methodIn = (revision: Revision) => (isModern(revision) ? 'server/discover' : 'initialize');
const free = { rule: 'cap-flags-independent' };
const declaring = (resources: JsonObject) =>
  onCapabilities((capabilities) => {
    capabilities.resources = resources;
  });

export default defineCase({
  title: 'The resources capability is an object whose flags are booleans',
  rules: [{ id: 'cap-resources-shape', level: 'SCHEMA', since: '2024-11-05', at: 'schema#ServerCapabilities' }],
  harm: 'breaks',
  hint: 'Declare resources as an object, and leave subscribe and listChanged out or set them to true or false.',

  async run(probe) {
    const { reply } = probe.session.introduction;
    probe.cite(reply);
    const result: unknown = isResult(reply) ? reply.result : undefined;
    if (!isObject(result) || !isObject(result.capabilities)) untested('the answer has no object capabilities');
    if (!('resources' in result.capabilities)) notApplicable('the server does not declare resources');
    checkShape(result, typeIn(probe.revision), probe.revision, { only: members });
  },

  allows: {
    'neither flag': [declaring({}), free],
    'subscribe alone': [declaring({ subscribe: true }), free],
    'listChanged alone': [declaring({ listChanged: true }), free],
    'both flags, both false': [declaring({ subscribe: false, listChanged: false }), free],
    'a member that nobody knows': declaring({ subscribe: true, sorted: null }),
  },
  breaks: (revision) => shapeMutants(methodIn(revision), typeIn(revision), revision, { member: members }),
});
