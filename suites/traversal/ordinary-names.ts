import { withCanary } from '../../harness/canary.ts';
import { defineCase } from '../../harness/case.ts';
import { untested } from '../../harness/judge.ts';
import { all, fault, onMissing, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { inWords } from '../../harness/session/reply.ts';
import { codeIn, Survey } from '../../harness/traversal/survey.ts';

/** Names with dots in them that no guard against traversal has a reason to refuse. */
const names = ['v1..v2.txt', 'HEAD~3..HEAD'];

export default defineCase({
  title: 'Files are read whose names hold dots without being a ".." segment',
  rules: [
    {
      id: 'sec-path-traversal',
      level: 'MUST',
      since: '2026-07-28',
      at: 'server/resources#security-considerations',
      find: 'to prevent directory traversal attacks',
      derived:
        'What is to be prevented is a path that leads out; a guard that takes any two dots for one refuses files that are in bounds.',
    },
  ],
  needs: ['resources'],
  plants: true,
  harm: 'breaks',
  hint: 'Look for a whole segment "..", or better compare the resolved path with the served folder, instead of searching for dots.',

  run: (probe) =>
    withCanary(async (canary) => {
      const survey = new Survey(probe, canary);
      const {
        directory,
        ways: [way],
      } = await survey.waysInside();
      // Hiding names that begin with a dot is a policy of its own; only a server that lists such a name has none.
      const prefixes = (await listsDotNames(probe)) ? ['', '.'] : [''];
      for (const prefix of prefixes) {
        for (const ending of prefix === '' ? names : ['env']) {
          const name = prefix === '' ? canary.name(`-${ending}`) : `.${canary.name(`-${ending}`)}`;
          const shown = prefix === '' ? `ends in "${ending}"` : 'begins with a dot';
          let planted: ReturnType<typeof canary.inside>;
          try {
            planted = canary.inside(directory, name);
          } catch (error) {
            untested(`fixtures.directory cannot be written into: ${codeIn(error)}; make it writable`);
          }
          const { reply, given } = await survey.readInside(way!, planted);
          probe.cite(reply);
          if (!given) probe.flag(`expected the contents of a file whose name ${shown}, got ${inWords(reply)}`);
        }
      }
    }),

  allows: {
    'refusals with another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
    'names that begin with a dot are neither listed nor read': all(
      fault('refuses-dot-files'),
      onResult('resources/list', (result) => {
        result.resources = result.resources.filter(({ uri }: { uri: string }) => !/\/\.[^/]*$/.test(uri));
      }),
    ),
  },
  breaks: {
    'any two dots are refused': [
      fault('refuses-double-dots'),
      'a file whose name ends in "v1..v2.txt", got error -32602',
    ],
    'names that begin with a dot are listed and refused': [
      fault('refuses-dot-files'),
      'a file whose name begins with a dot',
    ],
    'two dots are answered with nothing': [
      all(
        fault('refuses-double-dots'),
        onMissing((error, { params }) => ({
          error: params?.uri.includes('..') ? { ...error, code: -32603 } : error,
        })),
      ),
      'got error -32603',
    ],
  },
});

/** Whether a file is listed whose name begins with a dot. */
async function listsDotNames(probe: Probe): Promise<boolean> {
  const listed = await probe.resources().catch(() => []);
  return listed.some(({ uri }) => /^file:/i.test(uri) && /\/\.[^/.][^/]*$/.test(uri));
}
