import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { rulesIn } from '../../harness/case.ts';
import type { Report } from '../../harness/report.ts';
import { runConformance } from '../../harness/run.ts';
import type { Fixtures, Target } from '../../harness/run-options.ts';
import type { Revision } from '../../harness/wire.ts';
import { cases } from '../../suites/index.ts';
import { type RealServer, realServers, toolsOnly } from '../servers/targets.ts';
import { defences } from './defences.ts';
import { page, places, type Row } from './page.ts';
import { findingsOf, pin, readPinned, taken, type Way, ways } from './pinned.ts';

const updating = Boolean(process.env.UPDATE_FINDINGS);
const rows: Record<string, unknown>[] = [];

async function judge(server: RealServer, over: Way): Promise<Report> {
  const target: Target =
    over === 'stdio' ? { stdio: server.stdio } : { http: server.http!.argv, path: server.http!.path };
  // A framework that is still loading is no finding: the limit is far above what each of them needs.
  const report = await runConformance({ target, fixtures: (server.fixtures ?? {}) as Fixtures, timeout: 15_000 });
  const { legs, summary, headline } = report;
  rows.push({ server: `${server.name} ${server.version}`, over, legs: legs.length, ...summary, headline });
  return report;
}

const targets = realServers.flatMap((server) =>
  ways.filter((over) => over === 'stdio' || server.http).map((over) => ({ server, over, name: server.name })),
);

describe('servers that others have written', () => {
  it.each(targets)('$name over $over: what it breaks is known', { timeout: 300_000 }, async ({ server, over }) => {
    const report = await judge(server, over);
    expect(report.legs.map(({ revision }) => revision)).toEqual(server.speaks[over]);
    expect(report.summary.error).toBe(0);
    if (updating) pin(server, over, report);
    const pinned = readPinned(server.name, over);
    expect(pinned?.server, 'pinned for another version').toBe(`${server.package} ${server.version}`);
    expect({ headline: report.headline, ...findingsOf(report) }).toEqual({
      headline: pinned?.headline,
      ...pinned?.findings,
    });
    expect(report.legs.flatMap(({ transcript }) => undeclared(transcript))).toEqual([]);
  });

  it.each(ways)(
    'a server without resources fails nothing over %s, and is never called conformant',
    {
      timeout: 300_000,
    },
    async (over) => {
      const report = await judge(toolsOnly, over);
      expect(report.headline).toBe('nothing to judge');
      expect(findingsOf(report)).toEqual({});
      expect(report.summary.error).toBe(0);
      expect(report.legs.every(({ capabilities }) => capabilities.resources === undefined)).toBe(true);
    },
  );
});

describe('each finding can be defended', () => {
  const all = (): Row[] => targets.map(({ name, over }) => ({ name, over, pinned: readPinned(name, over)! }));

  it('has one defence for each case that finds something, and no other', () => {
    const found = new Set(all().flatMap((row) => taken(row.pinned).map((finding) => finding.case)));
    expect(Object.keys(defences).sort()).toEqual([...found].sort());
  });

  it.each(Object.entries(defences))('%s names the place of a rule that binds', (id, defence) => {
    const named = places(defence).map(([, revision, at]) => ({ revision: revision as Revision, at }));
    expect(named.length).toBeGreaterThan(0);
    for (const { revision, at } of named) expect(rulesIn(cases[id]!, revision).map((rule) => rule.at)).toContain(at);
  });

  it('is told on a page that is in step', () => {
    const file = new URL('../../docs/real-servers.md', import.meta.url);
    if (updating) writeFileSync(file, page(all()));
    expect(readFileSync(file, 'utf8')).toBe(page(all()));
  });
});

afterAll(() => console.table(rows));

/** Messages of ours that want a capability of the client which it did not declare on their connection. */
function undeclared(transcript: Report['legs'][number]['transcript']): unknown[] {
  const sent = transcript
    .filter(({ direction }) => direction === 'out')
    .flatMap(({ session, message }) => [message].flat().map((each: any) => ({ session, message: each })));
  const roots = new Set(
    sent.filter(({ message }) => message?.params?.capabilities?.roots?.listChanged).map(({ session }) => session),
  );
  return sent
    .filter(({ session, message }) => message?.method === 'notifications/roots/list_changed' && !roots.has(session))
    .map(({ message }) => message);
}
