import { expect, it } from 'vitest';
import type { Report } from '../../harness/report.ts';
import { runConformance } from '../../harness/run.ts';
import { courses, withServed } from './courses.ts';
import { differences, lasting, underLoad } from './steadiness.ts';

const ways = ['stdio', 'http'] as const;

it.each(ways)('two runs over %s say the same, on a busy machine as well', { timeout: 600_000 }, async (way) => {
  await withServed(async (directory) => {
    const { options } = courses(directory).find(({ server, over }) => server === 'reference' && over === way)!;
    const run = () => runConformance({ ...options, revisions: ['2025-11-25', '2026-07-28'] });
    const alone = await run();
    const busy = await underLoad(run);
    expect(differences(alone, busy)).toEqual([]);
    expect(lasting(busy)).toBe(lasting(alone));
    expect(alone.headline).toBe('conformant');
    expect(alone.legs).toHaveLength(2);
  });
});

it('what differs is told, and times are not', async () => {
  const result = { case: 'read/shape', verdict: 'pass', reason: '', unstable: false, durationMs: 1, transcript: [1] };
  const report = (more: object, at = 1) =>
    ({
      ...{ startedAt: `${at}`, durationMs: at, headline: 'conformant', absent: [] },
      legs: [{ revision: '2025-11-25', durationMs: at, transcript: [{ n: at }], results: [{ ...result, ...more }] }],
    }) as unknown as Report;
  expect(differences(report({}), report({ durationMs: 7, transcript: [9] }, 2))).toEqual([]);
  expect(differences(report({}), report({ verdict: 'fail', reason: 'why' }))).toEqual([
    '2025-11-25 read/shape: pass / fail: why',
  ]);
  expect(differences(report({}), report({ unstable: true }))).toEqual([
    '2025-11-25 read/shape: pass / pass (unstable)',
  ]);
  const without = { ...report({}), legs: [], absent: [{ revision: '2025-11-25', why: 'gone' }] } as unknown as Report;
  expect(differences(report({}), without)).toEqual(['absent: none / 2025-11-25: gone']);
});
