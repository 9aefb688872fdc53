import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json } from '../../reports/json.ts';
import { hostileReport } from '../reports/hostile.ts';
import { cleanReport, knownReport, sampleReport } from '../reports/sample.ts';
import { inFolder, reportOf, result, run } from './world.ts';

const written = (report = sampleReport()) => json(report, {});
const changed = (change: (report: any) => void): string => {
  const report = sampleReport();
  change(report);
  return JSON.stringify(report);
};

describe('render', () => {
  it('makes formats of a report without a server', async () => {
    await inFolder({ 'report.json': written() }, async (cwd) => {
      const { code, stdout, stderr, asked } = await run(
        ['render', 'report.json', '--report', 'json', '--report', 'html=page.html', '--report', 'badge=b.svg'],
        { cwd },
      );
      expect({ code, stderr, asked }).toEqual({ code: 0, stderr: '', asked: undefined });
      expect(JSON.parse(stdout)).toEqual(sampleReport());
      expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toMatch(/^html /);
      expect(readFileSync(join(cwd, 'b.svg'), 'utf8')).toContain(`"file":"${join(cwd, 'b.svg')}"`);
    });
  });

  it('shows it in the terminal where nothing else is asked for, as a run would', async () => {
    await inFolder({ 'report.json': written() }, async (cwd) => {
      const { stdout } = await run(['render', 'report.json', '--verbose'], { cwd, tty: true, columns: 99 });
      expect(stdout).toBe('terminal {"color":true,"quiet":false,"verbose":true,"width":99}\n');
    });
  });

  it('declares every case where the format wants them, and is strict when asked', async () => {
    await inFolder({ 'report.json': written() }, async (cwd) => {
      const sarif = await run(['render', 'report.json', '--report', 'sarif'], { cwd });
      const { cases } = JSON.parse(sarif.stdout.slice('sarif '.length));
      expect(cases.map(({ id }: { id: string }) => id)).toEqual(['read/listed-uris', 'read/shape', 'not-found/code']);
      expect(cases[2]).toMatchObject({ level: 'MUST', fails: true, rules: ['code-legacy', 'code'] });
      expect(cases[0]).toMatchObject({ level: 'SCHEMA', fails: false });
      expect((await run(['render', 'report.json', '--report', 'junit', '--strict'], { cwd })).stdout).toContain(
        '"strict":true',
      );
    });
  });

  it.each([
    ['a clean run', cleanReport()],
    ['known issues', knownReport()],
    ['hostile text', hostileReport()],
  ])('reads what a run wrote: %s', async (_, report) => {
    await inFolder({ 'report.json': written(report) }, async (cwd) => {
      const { code, stdout } = await run(['render', 'report.json', '--report', 'json'], { cwd });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual(report);
    });
  });

  it.each([
    ['an empty file', '', 'report.json is no JSON'],
    ['a file that was cut', written().slice(0, 5_000), 'report.json is no JSON'],
    ['another kind of JSON', '{"runs":[]}', 'is no report of mcp-resource-conformance', '--report json=<file>'],
    ['a list', '[1]', 'is no report of mcp-resource-conformance'],
    ['nothing', 'null', 'is no report of mcp-resource-conformance'],
    ['a later version', changed((report) => (report.schemaVersion = 2)), 'has the schemaVersion 2', 'use a newer'],
    ['an odd version', changed((report) => (report.schemaVersion = { '\u001b[2J': [] })), 'run the suite again'],
    [
      'an unknown verdict',
      changed(({ legs }) => Object.assign(legs[0].results[0], { verdict: 'passed', reason: 'x' })),
      'report.json is damaged: legs[0].results[0].verdict must be pass, fail',
      'did you mean pass?',
    ],
    ['a count below zero', changed(({ summary }) => (summary.pass = -1)), 'summary.pass must be 0 or more, got -1'],
    ['a missing member', changed((report) => delete report.summary), 'summary is missing'],
    ['a member too many', changed((report) => (report['\u001b[2J'] = 1)), '\\u001b[2J'],
  ])('refuses %s in one line, with exit 2, and writes nothing', async (_, text, ...words) => {
    await inFolder({ 'report.json': text }, async (cwd) => {
      const { code, stdout, stderr } = await run(['render', 'report.json', '--report', 'html=page.html'], { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      for (const each of words) expect(stderr).toContain(each);
      expect(stderr).toMatch(/^error: [^\n\u001b]+\n$/);
      expect(existsSync(join(cwd, 'page.html'))).toBe(false);
    });
  });
});

describe('compare', () => {
  const worse = changed(({ legs }) => Object.assign(legs[0].results[0], { verdict: 'fail', reason: 'not there' }));

  it('tells what changed', async () => {
    await inFolder({ 'before.json': written(), 'after.json': worse }, async (cwd) => {
      const { code, stdout } = await run(['compare', 'before.json', 'after.json'], { cwd });
      expect(code).toBe(0);
      expect(stdout).toMatch(/1 {2}before[\s\S]*2 {2}after[\s\S]*Worse[\s\S]*capabilities\/declared +✓ +→ +✗/);
      const files = await run(
        ['compare', 'before.json', 'after.json', '--report', 'markdown=c.md', '--report', 'json'],
        { cwd },
      );
      expect(JSON.parse(files.stdout).changes).toHaveLength(1);
      expect(readFileSync(join(cwd, 'c.md'), 'utf8')).toContain('### Worse (1)');
    });
  });

  it('names reports by their paths where their files have the same name', async () => {
    await inFolder({ 'report.json': written() }, async (cwd) => {
      mkdirSync(join(cwd, 'old'));
      writeFileSync(join(cwd, 'old/report.json'), written());
      const { stdout } = await run(['compare', 'old/report.json', 'report.json', '--report', 'json'], { cwd });
      expect(JSON.parse(stdout).columns.map(({ name }: { name: string }) => name)).toEqual([
        'old/report.json',
        'report.json',
      ]);
    });
  });

  it('refuses a report that is none, and names it', async () => {
    await inFolder({ 'before.json': written(), 'after.json': '{}' }, async (cwd) => {
      const { code, stderr } = await run(['compare', 'before.json', 'after.json'], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain('after.json is no report');
    });
  });
});

describe('the summary of a job', () => {
  const server = ['--stdio', 'node server.js'];
  const at = (cwd: string) => ({ cwd, env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') } });
  const summary = (cwd: string) => readFileSync(join(cwd, 'summary.md'), 'utf8');

  it('gets a report in Markdown by default, after what it holds', async () => {
    await inFolder({ 'summary.md': 'of another step\n' }, async (cwd) => {
      const { code, stdout } = await run(server, at(cwd));
      expect(code).toBe(0);
      expect(stdout).toMatch(/^terminal /);
      expect(summary(cwd)).toMatch(/^of another step\nmarkdown \{/);
    });
  });

  it('gets none where Markdown goes elsewhere, and where there is no such job', async () => {
    await inFolder({ 'summary.md': '' }, async (cwd) => {
      await run([...server, '--report', 'markdown=own.md'], at(cwd));
      await run(server, { ...at(cwd), env: { GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') } });
      await run(server, { ...at(cwd), env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'summary.md' } });
      await run(['render', 'none.json'], at(cwd));
      expect(summary(cwd)).toBe('');
      await run([...server, '--report', `markdown=${join(cwd, 'summary.md')}`], at(cwd));
      await run([...server, '--report', `markdown=${join(cwd, 'summary.md')}`], at(cwd));
      expect(summary(cwd).match(/^markdown /gm)).toHaveLength(2);
    });
  });

  it('is no reason to fail where it cannot be written', async () => {
    await inFolder({}, async (cwd) => {
      const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'gone/summary.md') };
      const { code, stderr } = await run(server, { cwd, env });
      expect(code).toBe(0);
      expect(stderr).toMatch(/^note: the report ".*summary\.md" could not be written \(ENOENT\)\n$/);
    });
  });
});

describe('what a server says on the way', () => {
  it('gives a CI runner no command', async () => {
    const { stderr } = await run(['--stdio', 'x'], {
      run: async ({ onEvent }) => {
        onEvent?.({ type: 'note', text: '##[error]owned' });
        return reportOf([result({ verdict: 'error', reason: '##[group]' })]);
      },
    });
    expect(stderr).not.toContain('##[');
    const { CouldNotRun } = await import('../../harness/run-options.ts');
    const unrun = await run(['--stdio', 'x'], {
      run: async () => {
        throw new CouldNotRun('it ended; its stderr ends with:\n  ::error::owned\n::add-mask::x');
      },
    });
    expect(unrun.stderr).not.toMatch(/^\s*::/m);
    expect(unrun.stderr).toContain('\\x3a:error::owned');
  });
});
