// Servers that other tools have faulted, wrongly: nothing fails on them but what is deserved.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onGrounds } from '../../harness/prove.ts';
import { type Trial, tryOut } from '../field-reports/trial.ts';
import { alarms, aside } from './alarms.ts';
import type { Alarm } from './rows/alarm.ts';

const trials = new Map<Alarm, Trial>();

beforeAll(async () => {
  await onGrounds(alarms, 6, async (alarm, ground) => trials.set(alarm, await tryOut(alarm, ground)));
}, 300_000);

/** What is said of a server beyond what it deserves. */
function raised(alarm: Alarm): string[] {
  const { results, absent } = trials.get(alarm) ?? { results: [], absent: 'not run' };
  if (absent !== undefined) return alarm.absent?.test(absent) ? [] : [absent];
  const { deserved = {}, unproven = [] } = alarm;
  return results.flatMap(({ case: id, verdict, reason }) => {
    const wrong = ['fail', 'warn', 'error'].includes(verdict) && deserved[id] !== verdict;
    const unshown = unproven.includes(id) && verdict === 'pass';
    return wrong || unshown ? [`${verdict} ${id}: ${reason}`] : [];
  });
}

afterAll(() => {
  const rows = alarms.map((alarm) => {
    const count = raised(alarm).length;
    return `${count === 0 ? 'silent' : 'ALARM '}  ${alarm.report.padEnd(58)} ${alarm.gist}`;
  });
  const others = aside.map(({ report, why }) => `aside   ${report.padEnd(58)} ${why}`);
  const wrong = rows.filter((row) => row.startsWith('ALARM')).length;
  console.log([...rows, ...others, `${wrong} false alarms on ${alarms.length} servers`].join('\n'));
});

test('each server is told of once', () => {
  const reports = alarms.map(({ report }) => report);
  expect(reports.filter((report, i) => reports.indexOf(report) !== i)).toEqual([]);
});

test.each(alarms.map((alarm) => [alarm.report, alarm.gist, alarm] as const))('%s: %s', (_, __, alarm) => {
  expect(raised(alarm)).toEqual([]);
  const { results } = trials.get(alarm)!;
  const said = Object.fromEntries(results.map(({ case: id, verdict }) => [id, verdict]));
  for (const [id, verdict] of Object.entries(alarm.deserved ?? {}))
    expect(`${id} ${said[id]}`).toBe(`${id} ${verdict}`);
});
