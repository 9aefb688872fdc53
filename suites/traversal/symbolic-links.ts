import { dirname } from 'node:path';
import { withCanary } from '../../harness/canary.ts';
import { defineCase } from '../../harness/case.ts';
import { blockedBy, notApplicable, untested } from '../../harness/judge.ts';
import { all, fault, instead, onMissing } from '../../harness/mutate.ts';
import { validatesUris } from '../../harness/traversal/legacy-rule.ts';
import type { Spelling } from '../../harness/traversal/spellings.ts';
import { codeIn, Survey } from '../../harness/traversal/survey.ts';

export default defineCase({
  title: 'A symbolic link in the served folder does not lead out of it',
  rules: [
    {
      id: 'sec-path-traversal',
      level: 'MUST',
      since: '2026-07-28',
      at: 'server/resources#security-considerations',
      find: 'to prevent directory traversal attacks',
      derived:
        'The text speaks of paths and names no links: a link that is followed out of the folder gives away what a traversal would, ' +
        'yet someone who may write there has to have made it.',
    },
    validatesUris,
  ],
  needs: ['resources'],
  plants: true,
  harm: 'leaks',
  hint: 'Resolve symbolic links (realpath) before you compare the path with the served folder, itself resolved.',

  run: (probe) =>
    withCanary(async (canary) => {
      const survey = new Survey(probe, canary);
      const { directory, ways } = await survey.waysInside();
      const target = survey.outside();
      const [toFile, toFolder] = [canary.name('-link.txt'), canary.name('-link')];
      try {
        canary.link(directory, toFile, target.path, 'file');
        canary.link(directory, toFolder, dirname(target.path), 'dir');
      } catch (error) {
        untested(
          `no symbolic link can be made in fixtures.directory: ${codeIn(error)}; allow it, or leave this case out`,
        );
      }
      const links: Spelling[] = [
        { name: 'a symbolic link to a file', path: () => toFile },
        { name: 'a symbolic link to a folder', path: ([...segments]) => `${toFolder}/${segments.at(-1)}` },
        { name: 'a symbolic link to a folder', path: ([...segments]) => `${toFolder}%2f${segments.at(-1)}` },
      ];
      if (await survey.isServed(target))
        notApplicable(
          'the server serves the whole file system by plain file:// URIs, so that no link leads out of bounds',
        );
      for (const way of ways) {
        for (const [at, link] of links.entries()) {
          const leak = await survey.leak(way, { ...link, name: `${link.name} ${at}` }, target);
          if (leak === undefined || (await survey.isOpen(way, target))) continue;
          const cause = await survey.simpler(undefined, way, target);
          if (cause !== undefined)
            blockedBy(`traversal/${cause}`, 'a path leads out in the same place without any link');
          probe.cite(leak);
          probe.flag(
            `expected an error for ${link.name} outside of the served folder, got its contents through ${way.label}`,
          );
          break;
        }
      }
    }),

  allows: {
    'refusals with another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
  },
  breaks: {
    'links are followed wherever they lead': [fault('traversal-follow-links'), 'a symbolic link to a file outside'],
    'only links to folders are followed': [
      all(
        fault('traversal-follow-links'),
        instead('resources/read', ({ params }) =>
          String(params?.uri).endsWith('-link.txt')
            ? { error: { code: -32602, message: 'Resource not found' } }
            : undefined,
        ),
      ),
      'a symbolic link to a folder outside',
    ],
  },
});
