import { describe, expect, it } from 'vitest';
import { nearest } from '../../harness/cli/nearest.ts';
import { run } from './world.ts';

describe('list', () => {
  it('shows each case with its levels, in the order of the report', async () => {
    const { code, stdout } = await run(['list']);
    const lines = stdout.split('\n');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^read\/listed-uris +SCHEMA\* from 2025-06-18 +A page has its shape$/);
    expect(lines[2]).toMatch(/^not-found\/code +SHOULD to 2025-11-25, MUST in 2026-07-28 +Reading an unknown URI/);
    expect(stdout).toContain('3 cases');
  });

  it('gives all that is known as JSON', async () => {
    const { stdout } = await run(['list', '--json']);
    const { cases, notObservable } = JSON.parse(stdout);
    expect(cases.map(({ id }: { id: string }) => id)).toEqual(['read/listed-uris', 'read/shape', 'not-found/code']);
    expect(cases[2]).toEqual({
      id: 'not-found/code',
      title: 'Reading an unknown URI answers the not-found code',
      rules: [
        {
          ...{ id: 'code-legacy', level: 'SHOULD', since: '2024-11-05', until: '2025-11-25', derived: null },
          link: 'https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling',
        },
        {
          ...{ id: 'code', level: 'MUST', since: '2026-07-28', until: null, derived: null },
          link: 'https://modelcontextprotocol.io/specification/2026-07-28/server/resources#error-handling:~:text=does%20not%20exist',
        },
      ],
      needs: ['resources'],
      allows: [{ name: 'other words' }, { name: 'with data', rule: 'may-have-data' }],
      breaks: [
        { name: 'an empty array', says: 'answered a result' },
        { name: 'the old code', says: 'got -32002', rule: 'code' },
      ],
    });
    expect(cases[0]).toMatchObject({ needs: [], rules: [{ derived: 'Because.' }] });
    expect(notObservable).toEqual([{ id: 'inner-thoughts', why: 'Nobody sees them.' }]);
  });
});

describe('explain', () => {
  it('tells what a case asks for, where, and what breaks it', async () => {
    const { code, stdout } = await run(['explain', 'not-found/code']);
    expect(code).toBe(0);
    for (const words of [
      'not-found/code: Reading an unknown URI answers the not-found code',
      'SHOULD  code-legacy (a breach warns)',
      'MUST  code (a breach fails)',
      'asks for -32602',
      '2025-03-26  https://modelcontextprotocol.io/specification/2025-03-26/server/resources#error-handling',
      'the capability resources',
      'misleads',
      'Look the URI up first.',
      'with data (may-have-data)',
      'the old code; the report says: got -32002',
    ]) {
      expect(stdout).toContain(words);
    }
  });

  it('says of a derived rule why it is one', async () => {
    const { stdout } = await run(['explain', 'read/shape']);
    expect(stdout).toContain('SCHEMA  page-shape (a breach warns)');
    expect(stdout).toContain('derived: Because.');
    expect(stdout).not.toContain('2025-03-26');
  });
});

describe('prove', () => {
  const proof = { cases: 1, revisions: 5, mutants: 40, gaps: [], durationMs: 1234 };

  it('prints the counts and the time', async () => {
    const { code, stdout, stderr, proof: asked } = await run(['prove'], { prove: proof });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '1 case, 5 revisions, 40 mutants, 0 gaps, 1.2 s\n',
      stderr: '',
    });
    expect(asked).not.toHaveProperty('only');
  });

  it('fails on a gap, and names it', async () => {
    const { code, stdout } = await run(['prove'], {
      prove: { ...proof, gaps: ['read/shape in 2025-06-18: no mutant'] },
    });
    expect(code).toBe(1);
    expect(stdout).toContain('gap: read/shape in 2025-06-18: no mutant\n');
    expect(stdout).toContain('1 gap,');
  });

  it('proves some cases', async () => {
    expect((await run(['prove', '--only', 'read/*,not-found'])).proof).toMatchObject({ only: ['read/*', 'not-found'] });
  });

  it('shows its progress on a terminal, and leaves the line clean', async () => {
    const { stderr } = await run(['prove'], { tty: true });
    expect(stderr).toBe('\r\x1b[K1/3 read/shape\r\x1b[K');
    expect((await run(['prove'], { tty: true, env: { CI: 'true' } })).stderr).toBe('');
  });
});

describe('suggestions', () => {
  const ids = ['read/shape', 'read/unknown-uri', 'list/shape', 'pagination/walk-ends'];
  it.each([
    ['read/shpae', 'read/shape'],
    ['READ/SHAPE', 'read/shape'],
    ['walk-ends', 'pagination/walk-ends'],
    ['pagination/*ends', 'pagination/walk-ends'],
  ])('%s', (typed, meant) => {
    expect(nearest(typed, ids)[0]).toBe(meant);
  });

  it('has none for what is far from all', () => {
    expect(nearest('zzzzzzzz', ids)).toEqual([]);
    expect(nearest('x'.repeat(100_000), ids)).toEqual([]);
  });
});
