import { defineCase } from '../../harness/case.ts';
import { fault, onMissing } from '../../harness/mutate.ts';
import { validatesUris } from '../../harness/traversal/legacy-rule.ts';
import { staysInside } from '../../harness/traversal/stays-inside.ts';

export default defineCase({
  title: 'A path with a NUL in it does not lead out of what is served',
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
  hint: 'Refuse a path that holds a NUL: what is checked and what is opened must be the same text.',

  run: (probe) => staysInside(probe, 'nul'),

  allows: {
    'refusals with another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
    'the whole file system is served': fault('serves-any-file'),
  },
  breaks: {
    'only what stands before the NUL is opened': [fault('traversal-nul'), 'a path with "%00" behind it'],
  },
});
