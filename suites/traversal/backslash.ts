import { defineCase } from '../../harness/case.ts';
import { fault, onMissing } from '../../harness/mutate.ts';
import { validatesUris } from '../../harness/traversal/legacy-rule.ts';
import { staysInside } from '../../harness/traversal/stays-inside.ts';

export default defineCase({
  title: 'A path with backslashes does not lead out of what is served',
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
  hint: 'Turn backslashes into separators, or refuse them, before the path is compared with the served folder.',

  run: (probe) => staysInside(probe, 'backslash'),

  allows: {
    'refusals with another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
    'the whole file system is served': fault('serves-any-file'),
  },
  breaks: {
    'a backslash becomes a separator after the check': [fault('traversal-backslash'), 'a path with "..%5c"'],
  },
});
