import { defineCase } from '../../harness/case.ts';
import { fault, onMissing } from '../../harness/mutate.ts';
import { validatesUris } from '../../harness/traversal/legacy-rule.ts';
import { staysInside } from '../../harness/traversal/stays-inside.ts';

export default defineCase({
  title: 'A path with percent-encoded ".." segments does not lead out of what is served',
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
  hint: 'Decode the path once, then resolve it, then compare it with the served folder: a check before decoding sees nothing.',

  run: (probe) => staysInside(probe, 'encoded'),

  allows: {
    'refusals with another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
    'the whole file system is served': fault('serves-any-file'),
  },
  breaks: {
    'the check comes before decoding': [fault('traversal-decode-after-check'), 'a path with "..%2f"'],
  },
});
