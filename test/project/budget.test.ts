import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleSize, overBudget, readBudget, traffic } from '../../scripts/budget.mjs';

describe('the budget', () => {
  it('is kept by the build', () => {
    expect(existsSync('dist/cli.js'), 'dist/cli.js is not there; run npm run build first').toBe(true);
    const figures = bundleSize('dist');
    expect(figures.bundleBytes).toBeGreaterThan(100_000);
    expect(overBudget(figures)).toEqual([]);
  });

  it('names no times, which differ by the machine', () => {
    for (const [name, most] of Object.entries(readBudget())) {
      expect(name).not.toMatch(/ms$|seconds|time/i);
      expect(Number.isInteger(most), name).toBe(true);
    }
  });

  it('tells what is above it, and what has no limit', () => {
    const budget = { packages: 1, files: 10 };
    expect(overBudget({ packages: 1, files: 10 }, budget)).toEqual([]);
    expect(overBudget({ packages: 2, files: 10 }, budget)).toEqual([expect.stringMatching(/^packages is 2, .* is 1;/)]);
    expect(overBudget({ fonts: 3 }, budget)).toEqual([expect.stringMatching(/^fonts has no budget: it is 3/)]);
  });

  it('counts connections and messages, and what one leg has asked for all legs once', () => {
    const out = (session: number) => ({ direction: 'out', session, message: {} });
    const copied = { direction: 'event', session: 5, text: 'asked in the leg of 2025-11-25, once for all revisions' };
    const legs = [
      { transcript: [out(0), { direction: 'in', session: 0, message: {} }, out(0), out(1)] },
      { transcript: [out(0), copied, out(5)] },
    ];
    expect(traffic({ legs })).toEqual({ connections: 3, messages: 4 });
  });
});
