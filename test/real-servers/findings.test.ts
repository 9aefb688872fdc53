import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Report } from '../../harness/report.ts';
import { runConformance } from '../../harness/run.ts';
import type { Fixtures, Target } from '../../harness/run-options.ts';
import { type RealServer, realServers, toolsOnly } from '../servers/targets.ts';
import { defences } from './defences.ts';

/** What is pinned for a server over one transport: each failure and warning, with the revisions that show it. */
type Findings = Record<string, string[]>;

const rows: Record<string, unknown>[] = [];

async function judge(server: RealServer, over: 'stdio' | 'http'): Promise<Report> {
  const target: Target =
    over === 'stdio' ? { stdio: server.stdio } : { http: server.http!.argv, path: server.http!.path };
  // A framework that is still loading is no finding: the limit is far above what each of them needs.
  const report = await runConformance({ target, fixtures: (server.fixtures ?? {}) as Fixtures, timeout: 15_000 });
  rows.push({
    server: `${server.name} ${server.version}`,
    over,
    legs: report.legs.length,
    ...report.summary,
    headline: report.headline,
  });
  return report;
}

function findingsOf(report: Report): Findings {
  const findings: Findings = {};
  for (const { revision, results } of report.legs)
    for (const { case: id, verdict, reason } of results)
      if (verdict === 'fail' || verdict === 'warn') (findings[`${verdict} ${id}: ${reason}`] ??= []).push(revision);
  return Object.fromEntries(Object.entries(findings).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const targets = realServers.flatMap((server) => [
  { server, over: 'stdio' as const, name: `${server.name} over stdio` },
  ...(server.http ? [{ server, over: 'http' as const, name: `${server.name} over HTTP` }] : []),
]);

describe('servers that others have written', () => {
  it.each(targets)(
    '$name: what it breaks is known, and each finding can be defended',
    { timeout: 300_000 },
    async ({ server, over }) => {
      const report = await judge(server, over);
      expect(report.legs.map(({ revision }) => revision)).toEqual(
        server.speaks[over].filter((revision) => over === 'stdio' || revision >= '2024-11-05'),
      );
      expect(report.summary.error).toBe(0);
      const found = findingsOf(report);
      const file = new URL(`findings/${server.name}.${over}.json`, import.meta.url);
      if (process.env.UPDATE_FINDINGS || !existsSync(file)) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
      expect(found).toEqual(JSON.parse(readFileSync(file, 'utf8')));
      for (const finding of Object.keys(found))
        expect(Object.keys(defences), finding).toContain(finding.split(/[ :]/)[1]);
    },
  );

  it('a server without resources fails nothing, and is never called conformant', { timeout: 300_000 }, async () => {
    for (const over of ['stdio', 'http'] as const) {
      const report = await judge(toolsOnly, over);
      expect(report.headline).toBe('nothing to judge');
      expect(
        report.legs
          .flatMap(({ results }) => results)
          .filter(
            ({ verdict, case: id }) => ['fail', 'error'].includes(verdict) && !/^(http|stdio|messages)\//.test(id),
          ),
      ).toEqual([]);
      expect(report.legs.every(({ capabilities }) => capabilities.resources === undefined)).toBe(true);
    }
  });
});

afterAll(() => console.table(rows));
