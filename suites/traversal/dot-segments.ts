import { defineCase } from '../../harness/case.ts';
import { fault, onMissing } from '../../harness/mutate.ts';
import { validatesUris } from '../../harness/traversal/legacy-rule.ts';
import { staysInside } from '../../harness/traversal/stays-inside.ts';

export default defineCase({
  title: 'A path with ".." segments does not lead out of what is served',
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
  hint: 'Resolve the whole path first, then compare it with the served folder, and answer an error where it is not below.',

  run: (probe) => staysInside(probe, 'dot-segments'),

  allows: {
    'a name that merely holds two dots is refused': fault('refuses-double-dots'),
    'refusals with another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
    'the whole file system is served': fault('serves-any-file'),
  },
  breaks: {
    'the path is joined to the folder as it is': [fault('traversal-raw-join'), 'a path with "../"'],
    '"../" is removed once': [fault('traversal-strip-once'), 'a path with "....//"'],
  },
});
