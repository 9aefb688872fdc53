import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runConformance } from '../../harness/run.ts';
import { CouldNotRun, type RunOptions } from '../../harness/run-options.ts';
import { revisions } from '../../harness/wire.ts';

const script = fileURLToPath(new URL('servers/odd.mjs', import.meta.url));
const run = (kind: string, options: Partial<RunOptions> = {}) =>
  runConformance({
    target: { stdio: [process.execPath, script, kind] },
    only: ['not-found/code'],
    timeout: 1000,
    startTimeout: 10_000,
    ...options,
  });
const spoken = (report: Awaited<ReturnType<typeof run>>) => report.legs.map(({ revision }) => revision);
const legacy = revisions.slice(0, -1);

describe('which revisions a server speaks', () => {
  it.each(['exits-when-discovered', 'silent-on-unknown', 'legacy-list', 'slow-to-start', 'out-of-order'])(
    'a legacy server that is %s is judged in its four revisions',
    async (kind) => {
      const report = await run(kind);
      expect(spoken(report)).toEqual(legacy);
      expect(report.absent.map(({ revision }) => revision)).toEqual(['2026-07-28']);
      expect(report.legs.flatMap(({ results }) => results.map(({ verdict }) => verdict))).toEqual(
        legacy.map(() => 'pass'),
      );
    },
  );

  it('a server that only knows 2026-07-28 is judged in it alone', async () => {
    const report = await run('modern-only');
    expect(spoken(report)).toEqual(['2026-07-28']);
    expect(report.absent.map(({ why }) => why)).toEqual(
      legacy.map(() => 'initialize was answered with error -32022 (Unsupported)'),
    );
  });

  it('a version that the server answers in place of the one asked for is not judged twice', async () => {
    const report = await run('one-version');
    expect(spoken(report)).toEqual(['2025-06-18']);
    expect(report.absent.find(({ revision }) => revision === '2025-11-25')?.why).toBe(
      'initialize for 2025-11-25 was answered 2025-06-18',
    );
  });

  it('a revision asked for by name and not spoken makes the run not conformant', async () => {
    const report = await run('one-version', { revisions: ['2025-11-25'] });
    expect(report.headline).toBe('not conformant');
    expect(report.legs).toEqual([]);
  });

  it('a server that exits at once could not be run', async () => {
    await expect(run('exits-at-once')).rejects.toThrow(CouldNotRun);
    await expect(run('exits-at-once')).rejects.toThrow(/exited with code 3/);
  });
});

describe('servers that break in the middle', () => {
  it('a death is blamed on the case at hand, and the next case finds a new process', async () => {
    const report = await run('dies-on-unknown-uri', {
      revisions: ['2025-11-25'],
      only: ['not-found/code', 'not-found/no-empty-contents', 'list/*'],
    });
    const results = report.legs[0]!.results.filter(({ verdict }) => verdict !== 'not-applicable');
    expect(results.find((result) => result.case === 'not-found/code')).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining(
        'the server exited with code 7 on resources/read {"uri":"mcp-conformance-absent:',
      ),
      harm: 'breaks',
    });
    expect(results.filter((result) => result.case.startsWith('list/')).map(({ verdict }) => verdict)).not.toContain(
      'fail',
    );
  });

  it('a hang ends in a verdict that a second try confirms', async () => {
    const report = await run('hangs-on-unknown-uri', { revisions: ['2025-11-25'], timeout: 200 });
    expect(report.legs[0]!.results[0]).toMatchObject({ verdict: 'warn', unstable: false });
    expect(report.legs[0]!.results[0]!.reason).toContain('no answer within 200 ms');
  });
});
