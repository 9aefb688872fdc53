import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { CouldNotRun } from '../../harness/run-options.ts';
import config from '../../schemas/config.schema.json' with { type: 'json' };
import schema from '../../schemas/known-issues.schema.json' with { type: 'json' };
import { inFolder, reportOf, result, run } from './world.ts';

const server = ['--stdio', 'node server.js'];
const entry = { case: 'read/shape', says: 'no name', why: 'in review', issue: 'https://tracker.example/7' };
const file = (...knownIssues: object[]) => JSON.stringify({ knownIssues });
const fails = async () => reportOf([result({ verdict: 'fail', reason: 'item 3 has no name' })]);
const passes = async () => reportOf([result()]);
const argv = [...server, '--known-issues', 'known.json'];
const read = (folder: string) => JSON.parse(readFileSync(join(folder, 'known.json'), 'utf8'));

describe('--known-issues', () => {
  it('excuses what is known, and says so in the report', async () => {
    await inFolder({ 'known.json': file(entry) }, async (cwd) => {
      const { code, stdout, stderr, asked } = await run([...argv, '--report', 'json'], { cwd, run: fails });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(asked?.knownIssues).toEqual([entry]);
      const { headline, summary, legs } = JSON.parse(stdout);
      expect(headline).not.toBe('not conformant');
      expect(summary.fail).toBe(1);
      expect(legs[0].results[0].knownIssue).toEqual(entry);
    });
  });

  it.each([
    ['passes', entry, passes, 'the known issue read/shape (2026-07-28) does not hold: it passes now'],
    ['has other words', { ...entry, says: 'no uri' }, fails, 'it fails with other words: item 3 has no name'],
    [
      'names no case',
      { ...entry, case: 'read/shap' },
      passes,
      'the known issue read/shap does not hold: there is no such case',
    ],
  ])('fails the run where one %s, and says which', async (_, known, engine, words) => {
    await inFolder({ 'known.json': file(known) }, async (cwd) => {
      const { code, stderr } = await run(argv, { cwd, run: engine });
      expect(code).toBe(1);
      expect(stderr).toContain(`not conformant: `);
      expect(stderr).toContain(words);
    });
  });

  it('excuses no fault of the suite', async () => {
    const errs = async () => reportOf([result({ verdict: 'error', reason: 'item 3 has no name' })]);
    await inFolder({ 'known.json': file(entry) }, async (cwd) => {
      expect((await run(argv, { cwd, run: errs })).code).toBe(4);
    });
  });

  it('also stand in the config, and both count', async () => {
    const other = { case: 'not-found/code', says: 'got', why: 'old' };
    const files = {
      'known.json': file(entry),
      'mcp-resource-conformance.config.json': JSON.stringify({ knownIssues: [other] }),
    };
    await inFolder(files, async (cwd) => {
      expect((await run(server, { cwd })).asked?.knownIssues).toEqual([other]);
      expect((await run(argv, { cwd })).asked?.knownIssues).toEqual([other, entry]);
    });
  });

  it.each([
    ['{', 'known.json is no JSON'],
    ['[]', 'the file must be an object, got an array'],
    ['{}', 'knownIssues is missing'],
    [file({ ...entry, says: '' }), 'knownIssues[0].says must not be empty'],
    [file({ ...entry, why: undefined }), 'knownIssues[0].why is missing'],
    [
      file({ ...entry, reason: 'x' }),
      'knownIssues[0].reason is not known',
      'allowed are case, revisions, says, why or issue',
    ],
    [file({ ...entry, revisions: ['2025-06-81'] }), 'did you mean 2025-06-18?'],
    [file({ ...entry, issue: 'javascript:alert(1)' }), 'an address that begins with http:// or https://'],
  ])('that do not fit are wrong usage: %s', async (text, ...words) => {
    await inFolder({ 'known.json': text }, async (cwd) => {
      const { code, stderr, asked } = await run(argv, { cwd });
      expect({ code, asked }).toEqual({ code: 2, asked: undefined });
      for (const each of words) expect(stderr).toContain(each);
      expect(stderr).toMatch(/^error: [^\n]+\n$/);
    });
  });

  it('have a schema that the config shares', () => {
    expect(config.$defs.knownIssue).toEqual(schema.$defs.knownIssue);
  });
});

describe('--write-known-issues', () => {
  const writes = [...argv, '--write-known-issues'];

  it("writes today's failures, and the run passes by them", async () => {
    await inFolder({}, async (cwd) => {
      const { code, stderr } = await run(writes, { cwd, run: fails });
      expect(code).toBe(0);
      expect(stderr).toBe('wrote 1 known issue to known.json; say why in the 1 that is not explained yet\n');
      expect(read(cwd).knownIssues).toEqual([
        { case: 'read/shape', revisions: ['2026-07-28'], says: 'item 3 has no name', why: 'not explained yet' },
      ]);
      expect(new Ajv2020().compile(schema)(read(cwd))).toBe(true);
      expect(await run(argv, { cwd, run: fails })).toMatchObject({ code: 0, stderr: '' });
      expect((await run(argv, { cwd, run: passes })).code).toBe(1);
    });
  });

  it('keeps the whys that are there, and drops what passes now', async () => {
    const gone = { case: 'not-found/code', says: 'got', why: 'old' };
    const good = async () =>
      reportOf([result({ verdict: 'fail', reason: 'item 3 has no name' }), result({ case: 'not-found/code' })]);
    await inFolder(
      { 'known.json': JSON.stringify({ $schema: './s.json', knownIssues: [entry, gone] }) },
      async (cwd) => {
        const { code, stderr } = await run(writes, { cwd, run: good });
        expect({ code, stderr }).toEqual({ code: 0, stderr: 'wrote 1 known issue to known.json\n' });
        expect(read(cwd)).toEqual({ $schema: './s.json', knownIssues: [entry] });
      },
    );
  });

  it('writes no secret', async () => {
    await inFolder({}, async (cwd) => {
      const leaks = async () => reportOf([result({ verdict: 'fail', reason: 'KEY is s3cret!' })]);
      expect((await run([...writes, '--env', 'KEY=s3cret!'], { cwd, run: leaks })).code).toBe(0);
      expect(readFileSync(join(cwd, 'known.json'), 'utf8')).not.toContain('s3cret');
      expect((await run([...argv, '--env', 'KEY=s3cret!'], { cwd, run: leaks })).code).toBe(0);
    });
  });

  it('leaves the file alone where the run did not come to its end', async () => {
    await inFolder({ 'known.json': file(entry) }, async (cwd) => {
      const stopped = await run(writes, {
        cwd,
        run: async (_, interrupt) => {
          interrupt('SIGINT');
          return reportOf([]);
        },
      });
      expect(stopped.code).toBe(130);
      const unrun = await run(writes, {
        cwd,
        run: async () => {
          throw new CouldNotRun('command not found');
        },
      });
      expect(unrun.code).toBe(3);
      expect(unrun.stderr).toContain('known.json stays as it was');
      expect(read(cwd).knownIssues).toEqual([entry]);
    });
  });

  it('writes nothing without being asked', async () => {
    await inFolder({}, async (cwd) => {
      await run(server, { cwd, run: fails });
      expect(existsSync(join(cwd, 'known.json'))).toBe(false);
    });
  });
});
