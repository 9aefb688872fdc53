import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { runConformance } from '../../harness/run.ts';

const template = `${pathToFileURL(resolve('harness/reference/served')).href}/{+path}`;

/** The reference server lists some of the files that this template leads to. */
const judge = async (path: string) => {
  const { legs } = await runConformance({
    target: { stdio: [process.execPath, 'dist/reference.js', '--directory', 'harness/reference/served'] },
    revisions: ['2026-07-28'],
    only: ['templates/readable'],
    fixtures: { templates: { [template]: { path } } },
  });
  return legs[0]!.results[0]!;
};

it('values that the config names have to lead somewhere, also where others do', async () => {
  expect((await judge('README.md')).verdict).toBe('pass');
  const { verdict, reason } = await judge('not-here.txt');
  expect(verdict).toBe('warn');
  expect(reason).toMatch(/leads to nothing with the values in fixtures\.templates: .*not-here\.txt" was answered with/);
});
