import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConformance } from '../harness/vitest.ts';
import { endOf, staleWords } from '../harness/vitest-verdict.ts';
import { reportOf, result } from './cli/world.ts';
import config from './reference.config.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const reference = join(root, 'dist/reference.js');

// The reference server keeps every rule, so each of these tests is one of this project too.
const { directory: _, ...fixtures } = config.fixtures;
describeConformance(
  { stdio: [process.execPath, reference] },
  { name: 'the reference server', fixtures, strict: true, skip: ['traversal'] },
);

describe('what becomes of a test', () => {
  const end = (over: Parameters<typeof result>[0], strict = false) =>
    endOf(reportOf([result({ reason: 'got 5', ...over })]), '2026-07-28', 'read/shape', strict);

  it('follows the verdict', () => {
    expect(end({ verdict: 'pass' })).toEqual({ kind: 'pass' });
    expect(end({ verdict: 'not-applicable' })).toEqual({ kind: 'skip', words: 'not applicable: got 5' });
    expect(end({ verdict: 'untested' })).toEqual({ kind: 'skip', words: 'untested: got 5' });
    expect(end({ verdict: 'warn' })).toEqual({ kind: 'remark', words: 'got 5' });
    expect(end({ verdict: 'error' })).toEqual({ kind: 'fail', words: expect.stringContaining('a fault of the suite') });
  });

  it('is a failure that tells the reason first, and what mends it', () => {
    const words = (
      end({ verdict: 'fail', hint: 'Give each a name.', link: 'https://example.org/rule' }) as { words: string }
    ).words;
    expect(words.split('\n')).toEqual([
      'got 5',
      '',
      expect.stringMatching(/^MUST page-shape, breaks: /),
      'hint: Give each a name.',
      'spec: https://example.org/rule',
    ]);
  });

  it('shows the exchange, and no server writes to the terminal or to a CI runner by it', () => {
    const hostile = '\x1b[2J\n::error::pwned\u202e';
    const lines = [
      {
        n: 1,
        ms: 0,
        direction: 'out' as const,
        session: 0,
        message: { jsonrpc: '2.0', id: 'a', method: 'resources/read', params: {} },
      },
      { n: 2, ms: 1, direction: 'in' as const, session: 0, text: hostile, noise: 'not JSON' },
    ];
    const report = reportOf([result({ verdict: 'fail', reason: hostile, transcript: [1, 2] })], {}, lines);
    const { words } = endOf(report, '2026-07-28', 'read/shape', false) as { words: string };
    expect(words).toContain('-> resources/read');
    expect(words).not.toMatch(/\x1b|\u202e|^\s*::/m);
  });

  it('is strict where it is asked to be', () => {
    expect(end({ verdict: 'warn' }, true).kind).toBe('fail');
    expect(end({ verdict: 'untested' }, true)).toMatchObject({
      kind: 'fail',
      words: expect.stringContaining('untested: got 5'),
    });
    expect(end({ verdict: 'not-applicable' }, true).kind).toBe('skip');
  });

  it('excuses what is known, and says why', () => {
    const knownIssue = { case: 'read/shape', says: 'got 5', why: 'mended in the next release' };
    expect(end({ verdict: 'fail', knownIssue }, true)).toEqual({
      kind: 'skip',
      words: 'known issue: mended in the next release (got 5)',
    });
    expect(end({ verdict: 'error', knownIssue }).kind).toBe('fail');
    const stale = { ...knownIssue, seen: ['2026-07-28' as const], problem: 'it passes now' };
    expect(staleWords(reportOf([], { staleIssues: [stale] }))).toBe('read/shape (2026-07-28): it passes now');
    expect(staleWords(reportOf())).toBeUndefined();
  });

  it('is told where a revision is not spoken, or the run ended early', () => {
    const absent = reportOf([], { legs: [], absent: [{ revision: '2025-03-26', why: 'it knows others' }] });
    expect(endOf(absent, '2025-03-26', 'read/shape', true)).toEqual({
      kind: 'skip',
      words: '2025-03-26 is not judged: it knows others',
    });
    expect(endOf(reportOf([]), '2026-07-28', 'read/shape', false)).toMatchObject({
      kind: 'fail',
      words: expect.stringContaining('within'),
    });
  });
});

describe('what cannot be', () => {
  it('is told while the tests are collected', () => {
    const at = { stdio: 'node server.js' };
    expect(() => describeConformance(at, { only: ['raed'] })).toThrow('only: "raed" matches no case');
    expect(() => describeConformance(at, { only: ['read'], skip: ['read'] })).toThrow('leave no case');
    expect(() => describeConformance({ stdio: 'node "server' })).toThrow();
    expect(() => describeConformance({} as any)).toThrow('no server to judge');
  });
});

describe('in the Vitest of a user', () => {
  /** The outcome of each test of a file, by its full name. */
  function outcomes(body: string): {
    status: number | null;
    tests: Record<string, { status: string; words: string }>;
    out: string;
  } {
    const folder = mkdtempSync(join(tmpdir(), 'vitest-user-'));
    try {
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
      const use = `import { describeConformance } from ${JSON.stringify(join(root, 'dist/vitest.js'))};\nconst reference = ${JSON.stringify(reference)};\n`;
      writeFileSync(join(folder, 'server.test.mjs'), use + body);
      const args = ['run', '--root', folder, '--reporter=json', '--outputFile=out.json'];
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
        { encoding: 'utf8', cwd: folder },
      );
      const { testResults } = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'));
      const all = testResults.flatMap((file: any) => file.assertionResults) as {
        fullName: string;
        status: string;
        failureMessages: string[];
      }[];
      const tests = Object.fromEntries(
        all.map((each) => [each.fullName, { status: each.status, words: each.failureMessages.join('\n') }]),
      );
      return { status, tests, out: `${stdout}${stderr}${JSON.stringify(testResults)}` };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const named = ({ tests }: ReturnType<typeof outcomes>, ...parts: string[]) =>
    Object.entries(tests).flatMap(([name, test]) => (parts.every((part) => name.includes(part)) ? test : []));

  it('a broken rule fails the test of its case, in its revisions, with the reason', () => {
    const run = outcomes(
      `describeConformance({ stdio: ['node', reference, '--fault=stdio-banner'] }, { only: ['stdio/only-messages', 'read/shape'], revisions: ['2025-11-25', '2026-07-28'] });`,
    );
    expect(run.status).toBe(1);
    expect(named(run, 'stdio/only-messages').map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(named(run, '2026-07-28', 'stdio/only-messages')[0]!.words).toMatch(
      /^NotConformant: [\s\S]+hint: .+\nspec: https:/,
    );
    expect(named(run, 'read/shape').map(({ status }) => status)).toEqual(['passed', 'passed']);
    expect(named(run, 'is spoken').map(({ status }) => status)).toEqual(['passed', 'passed']);
  });

  it('a known issue is skipped, and fails where it is known no more', () => {
    const known = (says: string) =>
      outcomes(
        `const knownIssues = [{ case: 'stdio/only-messages', says: '${says}', why: 'soon' }];
         describeConformance({ stdio: ['node', reference, '--fault=stdio-banner'] }, { only: ['stdio/only-messages'], revisions: ['2025-11-25'], knownIssues });`,
      );
    const good = known('Reference server ready');
    expect(good.status, good.out).toBe(0);
    expect(named(good, 'stdio/only-messages')[0]!.status).toMatch(/skipped|pending/);
    const stale = known('other words');
    expect(named(stale, 'known issues are still there')[0]).toMatchObject({
      status: 'failed',
      words: expect.stringContaining('it fails with other words'),
    });
  });

  it('a server that cannot be run fails them all with the one reason', () => {
    const run = outcomes(`describeConformance({ stdio: 'no-such-command-anywhere' }, { only: ['read/shape'] });`);
    expect(run.status).toBe(1);
    expect(run.out).toContain('no-such-command-anywhere');
    expect(Object.values(run.tests).filter(({ status }) => status === 'passed')).toEqual([]);
  });

  it('a server that hangs is stopped in time, and the tests that it leaves open fail', () => {
    const run = outcomes(
      `describeConformance({ stdio: ['node', reference, '--fault=hang-on-unknown-uri'] }, { only: ['not-found'], revisions: ['2026-07-28'], timeout: 600_000, within: 4000 });`,
    );
    expect(run.status).toBe(1);
    expect(named(run, 'not-found/').some(({ words }) => words.includes('the run was stopped'))).toBe(true);
  });
});
