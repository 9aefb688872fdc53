// The bounds of the kill matrix, on a part of its mutants; `npm run matrix` runs all of them in all revisions.
import { expect, test } from 'vitest';
import { defineCase } from '../../harness/case.ts';
import { killMatrix, type MatrixRow, mostOthers, spreadOf, standsOut } from '../../harness/kill-matrix.ts';
import { cases } from '../../suites/index.ts';
import listShape from '../../suites/list/shape.ts';
import base64 from '../../suites/read/base64.ts';

const shown = ({ case: id, kind, name, own, red, errors, thrown }: MatrixRow) =>
  `${id} ${kind} "${name}": ${own?.verdict} (${own?.reason})${thrown === undefined ? '' : ` throws ${thrown}`}${[
    ...errors,
    ...red,
  ]
    .map((result) => `\n  ${result.verdict} ${result.case}: ${result.reason}`)
    .join('')}`;

test('no mutant ends in an error of ours, or turns many other cases red', { timeout: 600_000 }, async () => {
  const rows = await killMatrix(cases, '2026-07-28', { every: 6 });
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.filter(standsOut).map(shown)).toEqual([]);
  const { median, most } = spreadOf(rows.filter(({ kind }) => kind === 'breaks'));
  console.log(`${rows.length} mutants: other cases that turn red: median ${median}, most ${most}`);
  expect(median).toBe(0);
  expect(most).toBeLessThanOrEqual(mostOthers);
});

test('a dependency that is missing stands out', async () => {
  const [rule] = base64.rules;
  // Each takes what is wrong with every blob for a fault of its own.
  const greedy = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [
      `read/${name}`,
      defineCase({ ...base64, rules: [{ ...rule, id: name }], allows: {}, breaks: {} }),
    ]),
  );
  const rows = await killMatrix({ 'read/base64': base64, ...greedy }, '2025-11-25', { kinds: ['breaks'] });
  expect(rows).toHaveLength(Object.keys(base64.breaks).length);
  for (const row of rows) {
    expect(row.red.map(({ case: id }) => id)).toEqual(Object.keys(greedy));
    expect(standsOut(row)).toBe(true);
  }
});

test('a case that ends in an error on another’s mutant stands out', async () => {
  const careless = defineCase({
    ...base64,
    async run(probe) {
      for await (const { result } of [(await probe.send('resources/list')) as any]) result.resources.map(String);
    },
    allows: {},
    breaks: {},
  });
  const rows = await killMatrix({ 'list/shape': listShape, 'read/careless': careless }, '2025-11-25', {
    kinds: ['breaks'],
  });
  expect(rows.some(({ errors }) => errors.length > 0)).toBe(true);
  expect(rows.filter(({ errors }) => errors.length > 0).every(standsOut)).toBe(true);
});

test('a mutant that another case names as well is not counted against it', async () => {
  const other = defineCase({ ...base64, rules: base64.rules });
  const rows = await killMatrix({ 'read/base64': base64, 'read/same': other }, '2025-11-25', { kinds: ['breaks'] });
  expect(rows.filter(({ red }) => red.length > 0)).toEqual([]);
  expect(rows).toHaveLength(2 * Object.keys(base64.breaks).length);
});
