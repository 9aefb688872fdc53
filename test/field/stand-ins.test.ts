import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest, type Way, ways } from '../../field/manifest.ts';
import type { Report } from '../../harness/report.ts';
import { runConformance } from '../../harness/run.ts';
import type { Target } from '../../harness/run-options.ts';
import { isModern, revisions } from '../../harness/wire.ts';

const manifest = readManifest();
const legacy = revisions.filter((revision) => !isModern(revision));
let root = '';

// A run writes into the folder that is served: it is given a copy.
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'stand-ins-'));
  for (const name of ['picomcp', 'picomcp-modern'])
    cpSync(`field/servers/${name}`, join(root, name), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function judge(name: string, way: Way): Promise<Report> {
  const { fixtures, ...entry } = manifest[name]!;
  const { argv, path = '/mcp' } = entry[way]!;
  const target: Target = way === 'stdio' ? { stdio: argv } : { http: argv, path };
  const cwd = join(root, name);
  const directory = join(cwd, fixtures.directory!);
  return runConformance({ target, cwd, fixtures: { ...fixtures, directory }, timeout: 15_000 });
}

const said = ({ legs }: Report, ...verdicts: string[]) =>
  legs.flatMap(({ revision, results }) =>
    results
      .filter(({ verdict }) => verdicts.includes(verdict))
      .map(({ case: id, verdict, reason }) => `${verdict} ${revision} ${id}: ${reason}`),
  );

/** Another code where nothing is, in the copy. */
function recode(from: number, to: number): void {
  const file = join(root, 'picomcp/picomcp.mjs');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(`RpcError(${from},`);
  writeFileSync(file, text.replace(`RpcError(${from},`, `RpcError(${to},`));
}

describe('the rules of picomcp', () => {
  it.each(ways)('conform in the revisions up to 2025-11-25 over %s', { timeout: 180_000 }, async (way) => {
    const report = await judge('picomcp', way);
    expect(report.legs.map(({ revision }) => revision)).toEqual(legacy);
    expect(said(report, 'fail', 'warn', 'untested', 'error')).toEqual([]);
    expect(report.headline).toBe('conformant');
  });

  it.each(ways)('break 2026-07-28 over %s by -32002 alone', { timeout: 180_000 }, async (way) => {
    const report = await judge('picomcp-modern', way);
    expect(report.legs.map(({ revision }) => revision)).toEqual(['2026-07-28']);
    expect(said(report, 'fail')).toEqual([
      expect.stringMatching(/^fail 2026-07-28 not-found\/no-legacy-code: .* was answered with error -32002$/),
    ]);
    expect(said(report, 'warn', 'error')).toEqual([]);
    // One cause, one failure: what else the code decides is not told twice.
    expect(said(report, 'untested')).toEqual([expect.stringContaining('blocked by not-found/no-legacy-code')]);
    expect(report.headline).toBe('not conformant');
  });

  it('conform to 2026-07-28 with -32602 in its place, which earlier revisions do not advise', {
    timeout: 180_000,
  }, async () => {
    recode(-32002, -32602);
    const modern = await judge('picomcp-modern', 'stdio');
    expect(said(modern, 'fail', 'warn', 'untested', 'error')).toEqual([]);
    expect(modern.headline).toBe('conformant');
    const report = await judge('picomcp', 'stdio');
    expect(said(report, 'fail', 'warn', 'untested', 'error')).toEqual(
      legacy.map((revision) =>
        expect.stringMatching(new RegExp(`^warn ${revision} not-found/code: .* got error -32602$`)),
      ),
    );
  });
});
