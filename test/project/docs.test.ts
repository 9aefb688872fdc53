import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { configFault } from '../../harness/cli/config.ts';
import { commands, options } from '../../harness/cli/options.ts';
import { schemaFault } from '../../harness/cli/schema-fault.ts';
import configSchema from '../../schemas/config.schema.json' with { type: 'json' };
import { configTables, withTables } from '../../scripts/docs-config.ts';
import { casesPage, escaped, notJudgedPage } from '../../scripts/docs-pages.ts';
import { cases } from '../../suites/index.ts';
import { notObservable } from '../../suites/not-observable.ts';
import { anchorsOf, fencesOf, pages, textOf } from './fences.ts';
import { readYaml, root } from './yaml.ts';

describe('the generated pages', () => {
  it('are in step with the cases, the reasons and the schema; if not, npm run docs', () => {
    expect(textOf('docs/cases.md')).toBe(casesPage(cases));
    expect(textOf('docs/not-judged.md')).toBe(notJudgedPage(notObservable));
    expect(textOf('docs/config.md')).toBe(withTables(textOf('docs/config.md'), configTables(configSchema as any)));
  });

  it('tell of every case and every reason', () => {
    expect(anchorsOf('docs/cases.md')).toEqual(
      expect.arrayContaining(Object.keys(cases).map((id) => id.replace('/', ''))),
    );
    for (const { id } of notObservable) expect(textOf('docs/not-judged.md')).toContain(`\`${id}\``);
  });

  it('show text as it is', () => {
    expect(escaped('a|b `c|d*` <e> _f_ [g](h) #i')).toBe('a\\|b `c\\|d*` \\<e\\> \\_f\\_ \\[g\\](h) \\#i');
  });

  it('need their marks', () => {
    expect(() => withTables('# nothing', 'x')).toThrow('put them back');
  });
});

describe('the documentation', () => {
  it('links to what is there', () => {
    const broken: string[] = [];
    for (const page of pages)
      for (const [, href] of textOf(page)
        .replace(/```[\s\S]*?```/g, '')
        .matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(href!)) continue;
        const [path = '', anchor] = href!.split('#');
        const target = path === '' ? page : normalize(join(dirname(page), path));
        if (!existsSync(join(root, target))) broken.push(`${page}: ${href}`);
        else if (anchor !== undefined && !anchorsOf(target).includes(anchor)) broken.push(`${page}: ${href}`);
      }
    expect(broken).toEqual([]);
  });

  it('names each of its pages in its index', () => {
    const index = textOf('docs/README.md');
    const unnamed = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    expect(unnamed.filter((page) => !index.includes(`(${page.slice('docs/'.length)})`))).toEqual([]);
  });

  it('uses options and commands that there are', () => {
    const unknown: string[] = [];
    const all = pages
      .flatMap((page) => fencesOf(page))
      .flatMap(({ page, code }) => code.split('\n').map((line) => ({ page, line })));
    for (const { page, line } of all) {
      const command = /mcp-resource-conformance(?:@[\d.]+)? (.*)/.exec(line.replace(/ # .*/, ''))?.[1];
      if (command === undefined || !line.includes('npx ')) continue;
      // What is in quotes is the server's own command.
      const own = command.replace(/"[^"]*"|'[^']*'/g, '').replace(/(?:^|\s)-- .*/, '');
      for (const [, name] of own.matchAll(/(?<=^|\s)--([a-z-]+)/g))
        if (!Object.hasOwn(options, name!)) unknown.push(`${page}: --${name}`);
      const [word = ''] = own.trim().split(/\s/);
      if (/^[a-z]/.test(word) && !Object.hasOwn(commands, word)) unknown.push(`${page}: ${word}`);
    }
    expect(unknown).toEqual([]);
  });

  const configs = ['README.md', 'docs/config.md', 'docs/fixtures.md'].flatMap((page) => fencesOf(page, 'json'));
  it.each(configs)('shows configs that fit the schema: $page', async ({ code }) => {
    expect(await configFault(JSON.parse(code))).toBeUndefined();
  });

  it('shows known issues that fit the schema', async () => {
    const [{ code } = { code: '' }] = fencesOf('docs/known-issues.md', 'json');
    expect(await schemaFault('known-issues', JSON.parse(code), 'the file')).toBeUndefined();
  });

  it('shows steps that fit the action, and keep expressions out of scripts', () => {
    const fences = fencesOf('docs/ci.md', 'yaml');
    expect(fences.length).toBeGreaterThan(3);
    const inputs = Object.keys(readYaml('action.yml').inputs);
    const steps = fences.flatMap(({ code }) => {
      const value: any = load(code);
      return Array.isArray(value) ? value : (Object.values(value.jobs ?? {}) as any[]).flatMap((job) => job.steps);
    });
    const own = steps.filter(({ uses = '' }) => uses.includes('mcp-resource-conformance'));
    expect(own.length).toBeGreaterThan(1);
    expect(own.flatMap((step) => Object.keys(step.with)).filter((name) => !inputs.includes(name))).toEqual([]);
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });
});

describe('an example', () => {
  const reference = join(root, 'dist/reference.js');

  /** Runs a file in a folder of its own, in which `node server.js` is the reference server. */
  function inFolder(file: string, code: string, ...command: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'example-'));
    try {
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(root, join(folder, 'node_modules/mcp-resource-conformance'));
      symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
      writeFileSync(join(folder, 'server.js'), `import(${JSON.stringify(pathToFileURL(reference).href)});`);
      writeFileSync(join(folder, file), code);
      return spawnSync(process.execPath, [...command, file], { cwd: folder, encoding: 'utf8' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  const programs = [...fencesOf('docs/api.md', 'js'), ...fencesOf('README.md', 'ts')].map(
    ({ page, code }, at) => [`${page} ${at}`, code] as const,
  );
  it.each(programs)('of a program runs: %s', (_, code) => {
    // The whole suite would take its time; what is shown stays what is run.
    const brief = code.replace(/(stdio: \['node', 'server.js'\] )\}( \})/, "$1}, only: ['read']$2");
    const { status, stdout, stderr } = inFolder('example.mjs', brief);
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/conformant|partly tested/);
  });

  it('of a program shows what it says', () => {
    const { stdout } = inFolder('example.mjs', fencesOf('docs/api.md', 'js')[0]!.code);
    expect(stdout).toContain('2026-07-28 over stdio\n');
    expect(stdout).toMatch(/^conformant \{\n? *pass: \d+,/m);
  });

  it('of tests runs in Vitest', () => {
    const [first = { code: '' }] = fencesOf('docs/vitest.md', 'js');
    const brief = first.code.replace("{ stdio: 'node server.js' }", "{ stdio: 'node server.js' }, { only: ['read'] }");
    expect(brief).not.toBe(first.code);
    const { status, stdout, stderr } = inFolder(
      'server.test.mjs',
      brief,
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
    );
    expect(status, `${stdout}${stderr}`).toBe(0);
    expect(stdout).toMatch(/\d+ passed/);
  });
});
