import { defineCase } from '../../harness/case.ts';
import { fault, onMissing } from '../../harness/mutate.ts';
import { validatesUris } from '../../harness/traversal/legacy-rule.ts';
import { staysInside } from '../../harness/traversal/stays-inside.ts';

export default defineCase({
  title: 'A path that is percent-encoded twice does not lead out of what is served',
  rules: [
    {
      id: 'sec-path-traversal',
      level: 'MUST',
      since: '2026-07-28',
      at: 'server/resources#security-considerations',
      find: 'to prevent directory traversal attacks',
    },
    validatesUris,
  ],
  needs: ['resources'],
  plants: true,
  harm: 'leaks',
  hint: 'Decode the path exactly once, and compare what you open, not what you received, with the served folder.',

  run: (probe) => staysInside(probe, 'double-encoded'),

  allows: {
    'refusals with another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
    'the whole file system is served': fault('serves-any-file'),
  },
  breaks: {
    'the path is decoded once more after the check': [fault('traversal-decode-twice'), 'a path with "..%252f"'],
  },
});
