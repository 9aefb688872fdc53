import { withCanary } from '../../harness/canary.ts';
import { defineCase } from '../../harness/case.ts';
import { fileUri } from '../../harness/formats/file-uri.ts';
import { notApplicable, untested } from '../../harness/judge.ts';
import { fault, onMissing } from '../../harness/mutate.ts';
import { inWords } from '../../harness/session/reply.ts';
import { realOr, Survey } from '../../harness/traversal/survey.ts';

export default defineCase({
  title: 'A served folder that is reached through a symbolic link is served',
  rules: [
    {
      id: 'sec-path-traversal',
      level: 'MUST',
      since: '2026-07-28',
      at: 'server/resources#security-considerations',
      find: 'to prevent directory traversal attacks',
      derived:
        'What is to be prevented is a path that leads out; a guard that resolves the links of the file and not those of the folder ' +
        'takes every file for one that is outside.',
    },
  ],
  needs: ['resources'],
  plants: true,
  harm: 'breaks',
  hint: 'Resolve the symbolic links of the served folder itself once, at the start, and compare with that.',

  run: (probe) =>
    withCanary(async (canary) => {
      const survey = new Survey(probe, canary);
      const directory = await survey.directory();
      const real = realOr(directory);
      if (real === directory) notApplicable('fixtures.directory is not reached through a symbolic link');
      for (const way of await survey.ways()) if (await survey.leadsInside(way)) return;
      const places = [directory, real].map((place) => fileUri(place));
      const reads = (await probe.reads()).filter(({ uri }) => places.some((place) => uri.startsWith(place)));
      if (reads.some(({ contents }) => contents.length > 0)) return;
      const [refused] = reads;
      if (refused === undefined)
        untested('nothing below fixtures.directory is listed or can be read; name the folder that the server serves');
      probe.cite(refused.reply);
      probe.flag(
        `expected the files that are listed in a folder behind a symbolic link to be readable, got ${inWords(refused.reply)}`,
      );
    }),

  allows: {
    'a name that merely holds two dots is refused': fault('refuses-double-dots'),
    'refusals with another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
  },
  breaks: {
    'only the links of the file are resolved': [fault('refuses-linked-root'), 'got error -32602'],
  },
});
