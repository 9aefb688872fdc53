import { defineCase } from '../../harness/case.ts';
import { blockedBy, untested } from '../../harness/judge.ts';
import { onResult } from '../../harness/mutate.ts';
import { inWords, isResult } from '../../harness/session/reply.ts';
import { checkShape } from '../../harness/shape.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';

// The members of an item, the cursor and the caching hints have cases of their own: one cause, one failure.
const members = ['', 'resources', 'resources[]'] as const;
const method = 'resources/list';

export default defineCase({
  title: 'The result of resources/list has an array of objects',
  rules: [{ id: 'list-result-shape', level: 'SCHEMA', since: '2024-11-05', at: 'schema#ListResourcesResult' }],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Always answer with an array resources: an empty one where there is nothing, never null.',

  async run(probe) {
    for await (const { cursor, reply } of probe.pages(method)) {
      if (isResult(reply)) {
        if (reply.result?.resultType === 'input_required') untested(`${method} was answered with a request for input`);
        checkShape(reply.result, 'ListResourcesResult', probe.revision, { only: members });
      } else if (cursor === undefined) {
        if (probe.modern) blockedBy('list/responds', `${method} was answered with ${inWords(reply)}`);
        untested(`${method} was answered with ${inWords(reply)}; no list was seen`);
      }
    }
  },

  allows: {
    'an empty list': onResult(method, (result) => {
      result.resources = [];
      delete result.nextCursor;
    }),
    'members that nobody knows': onResult(method, (result) => {
      result.total = 7;
      for (const item of result.resources) item.shelf = null;
    }),
  },
  breaks: (revision) => shapeMutants(method, 'ListResourcesResult', revision, { member: members }),
});
