// Holds docs/coverage.md in step with the cases: `npm run coverage -- <requirements.json> --write docs/coverage.md` writes it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { covers } from '../../harness/case.ts';
import { revisions } from '../../harness/wire.ts';
import { coverageOf } from '../../scripts/coverage-gaps.ts';
import { cases } from '../../suites/index.ts';
import { notObservable } from '../../suites/not-observable.ts';

const page = readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8');
/** The rows by rule: the levels by revision, and what stands beside them. */
const rows = new Map(
  [...page.matchAll(/^\| `([\w-]+)` \|(.*)\|$/gm)].map(([, id, rest]) => {
    const cells = rest!.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return [id!, { levels: cells.slice(0, revisions.length), judged: cells[revisions.length]! }];
  }),
);
const { carried, granted, explained } = coverageOf(cases, notObservable);

test('every rule of a case stands on the page, with its level in each revision and a link to the case', () => {
  for (const [id, all] of carried) {
    const row = rows.get(id);
    expect(row, `${id} of ${all[0]!.caseId} is not on the page`).toBeDefined();
    for (const { caseId, rule } of all) {
      expect(row!.judged).toContain(`(../suites/${caseId}.ts)`);
      for (const [i, revision] of revisions.entries())
        if (covers(rule, revision)) expect(`${id} ${revision} ${row!.levels[i]}`).toMatch(/ (MUST|SHOULD|SCHEMA|MAY)/);
    }
  }
});

test('every permission and every reason stands on the page', () => {
  for (const [id, all] of granted)
    if (!explained.has(id)) expect(rows.get(id)?.judged, id).toContain(`(../suites/${all[0]!.caseId}.ts)`);
  for (const [id, why] of explained) expect(rows.get(id)?.judged, id).toBe(why.replaceAll('|', '\\|'));
});

test('the page knows no rule that nothing is done about, and no case that is gone', () => {
  expect(page).not.toContain('nothing yet');
  for (const id of rows.keys()) expect(carried.has(id) || granted.has(id) || explained.has(id), id).toBe(true);
  for (const [, id] of page.matchAll(/\(\.\.\/suites\/([\w-]+\/[\w-]+)\.ts\)/g)) expect(cases).toHaveProperty([id!]);
});
