import { type Beside, type Canary, type Planted, withCanary } from '../../harness/canary.ts';
import { defineCase } from '../../harness/case.ts';
import { blockedBy, notApplicable, untested } from '../../harness/judge.ts';
import { fault, onMissing } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import type { Reply } from '../../harness/session/reply.ts';
import { validatesUris } from '../../harness/traversal/legacy-rule.ts';
import { stepsAside } from '../../harness/traversal/spellings.ts';
import { codeIn, realOr, Survey, type Target } from '../../harness/traversal/survey.ts';
import type { Way } from '../../harness/traversal/ways.ts';

export default defineCase({
  title: 'A folder whose name begins like that of the served folder is not served with it',
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
  hint: 'Compare whole segments: the path must be the served folder, or begin with it and a separator.',

  run: (probe) =>
    withCanary(async (canary) => {
      const survey = new Survey(probe, canary);
      const { directory, ways } = await survey.waysInside();
      const folders = plant(canary, [...new Set([directory, realOr(directory)])]);
      let judged = false;
      for (const [at, { near, other }] of folders.entries()) {
        const pair: Pair = {
          // The two names of a linked folder lead to the same place: what is found there may be either's.
          near: { ...near, name: `near ${at}`, isIn: (items) => folders.some((each) => each.near.isIn(items)) },
          other: { ...other, name: `other ${at}`, isIn: (items) => folders.some((each) => each.other.isIn(items)) },
        };
        // Where a folder beside it of quite another name can be read too, the common beginning is not what lets it through.
        if (await survey.isServed(pair.other)) continue;
        judged = true;
        const plain = await survey.leakAt(near.uri, 'plain', pair.near);
        if (plain !== undefined) accuse(probe, plain, 'its plain file:// URI', true);
        for (const way of ways) await stepAside(probe, survey, way, pair);
      }
      if (!judged)
        notApplicable('the folder above fixtures.directory is served too, so that a folder beside it is in bounds');
    }),

  allows: {
    'refusals with another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
    'a name that merely holds two dots is refused': fault('refuses-double-dots'),
  },
  breaks: {
    'the path is compared as text': [fault('traversal-prefix'), 'whose name only begins alike'],
  },
});

/** What stands beside the served folder, under a name that begins like its own and under another. */
interface Pair {
  near: Target;
  other: Target;
}

function plant(canary: Canary, places: readonly string[]): Beside[] {
  try {
    return places.map((place) => canary.beside(place));
  } catch (error) {
    return untested(
      `no folder can be made beside fixtures.directory: ${codeIn(error)}; let the folder above it be writable`,
    );
  }
}

async function stepAside(probe: Probe, survey: Survey, way: Way, { near, other }: Pair): Promise<void> {
  for (const { name, path } of stepsAside) {
    const step = { name, path: (segments: Planted['segments'], inner: string) => path(segments.slice(-2), inner) };
    const leak = await survey.leak(way, step, near);
    if (leak === undefined) continue;
    if ((await survey.leak(way, step, other)) !== undefined) {
      const cause = await survey.simpler(undefined, way, survey.outside());
      if (cause !== undefined) blockedBy(`traversal/${cause}`, 'any folder beside the served one can be read');
      return;
    }
    accuse(probe, leak, `${name} through ${way.label}`, way.file);
    return;
  }
}

function accuse(probe: Probe, leak: Reply, what: string, file: boolean): void {
  probe.cite(leak);
  const got = 'got the contents of a file in a folder beside the served one, whose name only begins alike';
  probe.flag(`expected an error for ${what}, ${got}`, { warn: !file });
}
