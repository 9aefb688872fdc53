import { afterAll, describe, expect, it } from 'vitest';
import type { Misbehaviour } from './misbehaviour.ts';
import { type Ending, runHostile } from './run-hostile.ts';

/** Makes a test of each misbehaviour of a group, a few at a time, and prints at the end how they went. */
export function judged(group: string, rows: readonly Misbehaviour[]): void {
  const went: string[][] = [];
  describe(group, () => {
    it.concurrent.each(rows)(
      '$name',
      async (row) => {
        const ending = await runHostile(row);
        const { exit, report, seconds, peakMiB } = ending;
        went.push([row.name, `${exit}`, report?.headline ?? '-', seconds.toFixed(1), peakMiB.toFixed(0)]);
        judge(row, ending);
      },
      120_000,
    );
    afterAll(() => {
      const table = [['misbehaviour', 'exit', 'headline', 's', 'MiB'], ...went];
      const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
      const lines = table.map((line) =>
        line
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd(),
      );
      console.log(`${lines.join('\n')}\n${group}: ${went.length} of ${rows.length} rows`);
    });
  });
}

function judge({ expect: wanted, within, memory }: Misbehaviour, ending: Ending): void {
  const { exit, report, stdout, stderr, seconds, peakMiB } = ending;
  const all = (report?.legs ?? []).flatMap(({ results }) => results);
  const shown = `${stderr}\n${all.map((each) => `${each.case} ${each.verdict} ${each.reason.slice(0, 200)}`).join('\n')}`;
  expect(exit, shown).toBe(wanted.exit);
  if (wanted.headline !== undefined) expect(report?.headline, shown).toBe(wanted.headline);
  // No row can have made us fail: whatever a server does is about the server.
  const never = ['error', ...(wanted.noVerdict ?? [])];
  expect(
    all.filter(({ verdict }) => never.includes(verdict)),
    shown,
  ).toEqual([]);
  for (const { case: id, verdict, says } of wanted.results ?? []) {
    const found = all.filter((each) => each.case === id);
    expect(
      found.map((each) => each.verdict),
      `${id}\n${shown}`,
    ).toContain(verdict);
    if (says) expect(found.map(({ reason }) => reason).join('\n'), shown).toMatch(says);
  }
  if (wanted.stderr) expect(stderr).toMatch(wanted.stderr);
  if (wanted.stdout) expect(stdout).toMatch(wanted.stdout);
  expect(seconds).toBeLessThan(within);
  expect(peakMiB).toBeLessThan(memory);
  expect(ending.leftProcesses.filter((command) => !wanted.outlives?.test(command))).toEqual([]);
  expect(ending.leftFiles).toEqual([]);
  expect(ending.leftResources).toEqual([]);
  expect(ending.polluted).toEqual([]);
}
