import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Line } from '../../harness/report.ts';
import { runConformance } from '../../harness/run.ts';

const script = fileURLToPath(new URL('../../bench/servers/list.mjs', import.meta.url));
const pages = 150;

const listing = ({ direction, message }: Line): boolean =>
  direction === 'out' && (message as { method?: string } | undefined)?.method === 'resources/list';

it('a long list is followed to its end, and walked through few times for all the cases that judge it', async () => {
  const report = await runConformance({
    target: { stdio: [process.execPath, script, String(pages * 100)] },
    revisions: ['2025-11-25'],
    only: ['list/*', 'pagination/*', 'metadata/*', 'read/*', 'not-found/*'],
  });
  const [leg] = report.legs;
  expect(leg!.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
  expect(leg!.results.find(({ case: id }) => id === 'list/unique-uris')?.verdict).toBe('pass');
  const asked = leg!.transcript.filter(listing);
  const cursors = new Set(asked.map(({ message }) => JSON.stringify((message as { params: unknown }).params)));
  expect(cursors.size).toBeGreaterThanOrEqual(pages);
  expect(asked.length).toBeLessThan(3 * pages);
  // Of the resources a sample is read.
  const reads = leg!.transcript.filter(({ message }) => (message as any)?.method === 'resources/read');
  expect(reads.length).toBeGreaterThan(40);
  expect(reads.length).toBeLessThan(400);
}, 120_000);
