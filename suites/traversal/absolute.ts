import { defineCase } from '../../harness/case.ts';
import { fault, onMissing } from '../../harness/mutate.ts';
import { validatesUris } from '../../harness/traversal/legacy-rule.ts';
import { staysInside } from '../../harness/traversal/stays-inside.ts';

export default defineCase({
  title: 'An absolute path does not take the place of the served folder',
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
  hint: 'Take every path as relative to the served folder, and compare the result with that folder, whatever form the URI has.',

  run: (probe) => staysInside(probe, 'absolute'),

  allows: {
    'refusals with another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
  },
  breaks: {
    'the whole file system is served, and no template offers it': [
      fault('serves-any-file'),
      'outside of fixtures.directory, got its contents by its plain file:// URI',
      { warn: true },
    ],
    'an absolute path takes the place of the folder': [fault('traversal-absolute'), 'an absolute path through'],
    'any path is served of file://localhost/': [fault('traversal-localhost'), 'in the form file://localhost/'],
  },
});
