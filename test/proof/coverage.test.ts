import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, defineCase, type Rule } from '../../harness/case.ts';
import type { Revision } from '../../harness/wire.ts';
import { coverageOf, gapsOf, strangers } from '../../scripts/coverage-gaps.ts';
import { countRows, coveragePage } from '../../scripts/coverage-table.ts';
import { type Row, readLedger } from '../../scripts/ledger.ts';

const late: Revision[] = ['2025-11-25', '2026-07-28'];

const row = (id: string, more: Partial<Row> = {}): Row => ({
  ...{ id, revisions: late, keyword: 'MUST', area: 'list', observable: 'yes', penalty: 'FAIL', source: {} },
  ...more,
});

const carrying = (allows: Case['allows'], ...[first, ...rest]: [Partial<Rule>, ...Partial<Rule>[]]): Case => {
  const rule = (more: Partial<Rule>): Rule => ({
    ...{ id: 'kept', level: 'MUST', since: '2025-11-25', at: 'server/resources#capabilities' },
    ...more,
  });
  return defineCase({
    ...{ title: 'A server keeps it', harm: 'breaks', hint: 'Keep it.', breaks: {}, allows },
    rules: [rule(first), ...rest.map(rule)],
  });
};

const gaps = (each: Row, cases: Record<string, Case>, reasons: { id: string; why: string }[] = []) =>
  gapsOf(each, coverageOf(cases, reasons));

test('a rule that a case carries as the ledger has it leaves no gap', () => {
  expect(gaps(row('kept'), { 'list/kept': carrying({}, {}) })).toEqual([]);
  const halves = carrying({}, { until: '2025-11-25' }, { since: '2026-07-28', at: 'schema#Resource' });
  expect(gaps(row('kept'), { 'list/kept': halves })).toEqual([]);
});

test.each<[string, Row, Partial<Rule>, string]>([
  ['no case', row('lost'), {}, 'no case carries it'],
  ['a revision too few', row('kept'), { since: '2026-07-28' }, 'no case carries it in 2025-11-25'],
  [
    'a revision too many',
    row('kept'),
    { since: '2025-06-18' },
    'does not stand in 2025-06-18, as it does in list/kept',
  ],
  ['another level', row('kept'), { level: 'SHOULD' }, 'is MUST, not SHOULD as in list/kept'],
  ['a warning', row('kept', { penalty: 'WARN' }), {}, 'counts as a warning, and lacks `derived` in list/kept'],
  [
    'a failure called derived',
    row('kept'),
    { derived: 'Because.' },
    'counts as a failure, and each case calls it derived in 2025-11-25, 2026-07-28',
  ],
  [
    'a permission as a rule',
    row('kept', { keyword: 'MAY', penalty: 'INFO' }),
    {},
    'is a permission, and yet a rule of list/kept',
  ],
  ['what cannot be seen', row('lost', { observable: 'no' }), {}, 'has no reason in suites/not-observable.ts'],
])('%s is a gap', (_, each, rule, gap) => {
  expect(gaps(each, { 'list/kept': carrying({}, rule) })).toContain(gap);
});

test('beside the case that decides a rule, another may warn of it', () => {
  const cases = { 'list/kept': carrying({}, {}), 'list/hint': carrying({}, { derived: 'Because.' }) };
  expect(gaps(row('kept'), cases)).toEqual([]);
});

test('a permission needs a variation in each of its revisions', () => {
  const may = row('may', { keyword: 'MAY', penalty: 'INFO' });
  expect(gaps(may, { 'list/kept': carrying({ free: [{}, 'may'] }, {}) })).toEqual([]);
  expect(gaps(may, { 'list/kept': carrying({ free: [{}, { rule: 'may', since: '2026-07-28' }] }, {}) })).toEqual([
    'no case allows it in 2025-11-25',
  ]);
  // A variation counts only where its case binds.
  expect(gaps(may, { 'list/kept': carrying({ free: [{}, 'may'] }, { since: '2026-07-28' }) })).toEqual([
    'no case allows it in 2025-11-25',
  ]);
  expect(gaps(row('kept'), { 'list/kept': carrying({ free: [{}, 'kept'] }, {}) })).toEqual([
    'is no permission, and yet list/kept allows "free" by it',
  ]);
});

test('a reason is for what cannot be seen only', () => {
  const reasons = [{ id: 'kept', why: 'Hidden.' }];
  expect(gaps(row('kept', { observable: 'no' }), {}, reasons)).toEqual([]);
  expect(gaps(row('kept', { observable: 'no' }), { 'list/kept': carrying({}, {}) }, reasons)).toEqual([
    'is called not observable, and yet list/kept carries it',
  ]);
  expect(gaps(row('kept'), { 'list/kept': carrying({}, {}) }, reasons)).toEqual([
    'stands in suites/not-observable.ts, and the ledger calls it observable',
  ]);
});

test('ids that the ledger does not know are named', () => {
  const coverage = coverageOf({ 'list/kept': carrying({ free: [{}, 'made-up'] }, {}) }, [{ id: 'ghost', why: '' }]);
  expect(strangers([row('other')], coverage)).toEqual([
    'kept: a rule of list/kept, and not in the ledger',
    'made-up: allowed by list/kept, and not in the ledger',
    'ghost: explained in suites/not-observable.ts, and not in the ledger',
  ]);
});

test('the page shows each rule, its levels and what is done about it', () => {
  const rows = [
    row('kept', { penalty: 'WARN' }),
    row('may', { keyword: 'MAY', penalty: 'INFO' }),
    row('hidden', { observable: 'no', area: 'read' }),
    row('lost', { source: { '2026-07-28': ['docs/specification/2026-07-28/server/resources.mdx#uris'] } }),
  ];
  const coverage = coverageOf({ 'list/kept': carrying({ 'a | b': [{}, 'may'] }, { derived: 'Because.' }) }, [
    { id: 'hidden', why: 'It is hidden.' },
  ]);
  expect(countRows(rows, coverage)).toEqual({ carried: 1, allowed: 1, explained: 1, missing: 1 });
  const page = coveragePage(rows, coverage);
  expect(page).toMatch(
    /`kept` \| {2}\| {2}\| {2}\| MUST\\\* \| MUST\\\* \| \[`list\/kept`\]\(\.\.\/suites\/list\/kept\.ts\)/,
  );
  expect(page).toContain('allows “a \\| b”');
  expect(page).toContain('It is hidden.');
  expect(page).toContain(
    '**nothing yet** | [text](https://modelcontextprotocol.io/specification/2026-07-28/server/resources#uris)',
  );
  expect(page).toContain('| all | 4 | 1 | 1 | 1 | 1 |');
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a file that is no ledger is refused with the reason', () => {
  const read = (content: unknown) => {
    const file = join(folder, 'ledger.json');
    writeFileSync(file, JSON.stringify(content));
    return readLedger(file);
  };
  const good = { ...row('kept'), verdict_on_violation: 'FAIL', party: 'server' };
  expect(read([good, { ...good, id: 'theirs', party: 'client' }]).map(({ id }) => id)).toEqual(['kept']);
  expect(() => read({})).toThrow('holds no array of rules');
  expect(() => read([7])).toThrow('row 0 has no id');
  expect(() => read([{ ...good, keyword: 'must' }])).toThrow('keyword of kept is "must", not one of MUST, ');
  expect(() => read([{ ...good, revisions: ['2020-01-01'] }])).toThrow('revisions of kept is "2020-01-01"');
});
