import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runConformance } from '../../harness/run.ts';

const script = fileURLToPath(new URL('servers/odd.mjs', import.meta.url));

it('a run that is stopped blames nothing on the server that it stops, and calls it no more than partly tested', async () => {
  const stop = new AbortController();
  const report = await runConformance({
    target: { stdio: [process.execPath, script, 'plain'] },
    revisions: ['2025-11-25'],
    signal: stop.signal,
    onEvent: (event) => {
      if (event.type === 'case' && event.done === 12) setTimeout(() => stop.abort(), 1);
    },
  });
  const verdicts = report.legs.flatMap(({ results }) => results.map(({ verdict }) => verdict));
  expect(verdicts.length).toBeGreaterThan(0);
  expect(verdicts).not.toContain('fail');
  expect(report.headline).toBe('partly tested');
});
