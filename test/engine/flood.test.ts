import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runConformance } from '../../harness/run.ts';

const script = fileURLToPath(new URL('servers/flood.mjs', import.meta.url));

it('a flood of notifications is recorded up to a bound, and the answers among it all the same', async () => {
  const report = await runConformance({
    target: { stdio: [process.execPath, script, '4000'] },
    revisions: ['2025-11-25'],
    only: ['list/shape', 'messages/progress-shape'],
  });
  const [leg] = report.legs;
  expect(leg!.results.find((result) => result.case === 'list/shape')?.verdict).toBe('pass');
  expect(leg!.transcript.length).toBeLessThan(25_000);
  expect(leg!.transcript.at(-1)?.text).toMatch(/^\d+ further messages that nobody asked for were left out$/);
});
