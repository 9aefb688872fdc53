// Violations of the schemas, on a part of them: `npm run matrix -- --schemas` runs all of them in all revisions.
import { expect, test } from 'vitest';
import { schemaMatrix, schemaMutants, survives, tolerated } from '../../harness/shape-survivors.ts';
import { revisions } from '../../harness/wire.ts';
import { cases } from '../../suites/index.ts';

test.each(revisions)(
  'every violation of the schemas of %s is reported by some case',
  { timeout: 300_000 },
  async (revision) => {
    const rows = await schemaMatrix(cases, revision, { every: 40 });
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter(survives).map(({ name, errors }) => [name, ...errors.map(({ reason }) => reason)])).toEqual([]);
  },
);

test('each exception is still one', () => {
  const names = revisions.flatMap((revision) => Object.keys(schemaMutants(revision)));
  for (const { pattern } of tolerated)
    expect(
      names.some((name) => pattern.test(name)),
      String(pattern),
    ).toBe(true);
});

test('a violation that no case judges survives', async () => {
  const rows = await schemaMatrix({ 'list/name': cases['list/name']! }, '2025-11-25', { every: 7 });
  const alive = rows.filter(survives).map(({ name }) => name);
  expect(alive.some((name) => name.startsWith('resources/read '))).toBe(true);
  expect(alive.some((name) => name.startsWith('notifications/message '))).toBe(false);
  const seen = rows.filter(({ red }) => red.length > 0);
  expect(seen.length).toBeGreaterThan(0);
  for (const { name } of seen) expect(name).toMatch(/^resources\/list .*(name|resources)/);
});
