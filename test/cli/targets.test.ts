import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CouldNotRun, type RunOptions } from '../../harness/run-options.ts';
import { inFolder, reportOf, result, run, type World } from './world.ts';

const json = 'mcp-resource-conformance.config.json';
const targets = {
  pipes: { stdio: 'node server.js', fixtures: { read: ['a://pipes'] }, revisions: ['2025-06-18'], timeout: 7 },
  web: { url: 'http://127.0.0.1/mcp', headers: { Authorization: 'Bearer abcdef' }, strict: false },
  third: { http: ['a b', '{port}'], path: '/x' },
};
const config = { targets, fixtures: { read: ['a://all'] }, strict: true, skip: ['read/shape'] };

/** Runs a command line in a folder with this config; what the engine was asked for, once for each target. */
async function told(value: unknown, argv: string[], world: World = {}, files: Record<string, string> = {}) {
  return inFolder({ [json]: JSON.stringify(value), ...files }, async (cwd) => {
    const asked: RunOptions[] = [];
    const judge = async (options: RunOptions, interrupt: Parameters<NonNullable<World['run']>>[1]) => {
      asked.push(options);
      return world.run ? world.run(options, interrupt) : reportOf();
    };
    const outcome = await run(argv, { cwd, ...world, run: judge });
    const written = (name: string) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : undefined);
    return {
      ...outcome,
      asked,
      files: Object.fromEntries(['pipes', 'web', 'third', 'server'].map((name) => [name, written(`${name}.json`)])),
    };
  });
}

describe('several targets in a config', () => {
  it('are judged one after the other, each with what is said of it or of all', async () => {
    const { asked, code, stdout } = await told(config, []);
    expect(code).toBe(0);
    expect(asked.map(({ target }) => target)).toEqual([
      { stdio: ['node', 'server.js'] },
      { url: 'http://127.0.0.1/mcp' },
      { http: ['a b', '{port}'], path: '/x' },
    ]);
    expect(asked[0]).toMatchObject({
      fixtures: { read: ['a://pipes'] },
      revisions: ['2025-06-18'],
      timeout: 7,
      strict: true,
    });
    expect(asked[1]).toMatchObject({
      fixtures: { read: ['a://all'] },
      headers: { Authorization: 'Bearer abcdef' },
      strict: false,
    });
    expect(asked[1]).not.toHaveProperty('revisions');
    expect(asked[2]?.headers).toEqual({});
    expect(asked.map(({ skip }) => skip)).toEqual([['read/shape'], ['read/shape'], ['read/shape']]);
    expect(stdout).toMatch(/^pipes\n=====\nterminal .*\n\nweb\n===\nterminal .*\n\nthird\n=====\nterminal/);
    expect(stdout).toMatch(/\npipes {2}conformant\nweb {4}conformant\nthird {2}conformant\n$/);
  });

  it('can be picked', async () => {
    const { asked, stdout } = await told(config, ['--target', 'third', '--report', 'json']);
    expect(asked.map(({ target }) => target)).toEqual([{ http: ['a b', '{port}'], path: '/x' }]);
    expect(JSON.parse(stdout).command).toEqual(['mcp-resource-conformance', '--report', 'json', '--target', 'third']);
    expect((await told(config, ['--target=web,pipes'])).asked.map(({ target }) => Object.keys(target)[0])).toEqual([
      'url',
      'stdio',
    ]);
  });

  it('have reports of their own, whose command runs the one target again', async () => {
    const { files, code } = await told(config, ['--report', 'json={name}.json', '--target=web', '--target', 'pipes']);
    expect(code).toBe(0);
    for (const name of ['web', 'pipes'])
      expect(JSON.parse(files[name]!).command).toEqual([
        ...['mcp-resource-conformance', '--report', 'json={name}.json', '--target', name],
      ]);
    expect(files.third).toBeUndefined();
  });

  it('keep the secrets of each out of its report', async () => {
    const leak = async () => reportOf([result({ reason: 'it is abcdef' })]);
    const { files } = await told(config, ['--report', 'json={name}.json'], { run: leak });
    expect(files.web).toContain('it is ••••');
  });

  it('end with the worst of their exit codes', async () => {
    const byForm =
      (of: Record<string, () => never | ReturnType<typeof reportOf>>) =>
      async ({ target }: RunOptions) =>
        (of[Object.keys(target)[0]!] ?? reportOf)();
    const fails = () => reportOf([result({ verdict: 'fail', reason: 'no' })]);
    const dead = () => {
      throw new CouldNotRun('refused');
    };
    expect((await told(config, [], { run: byForm({ stdio: fails }) })).code).toBe(1);
    const both = await told(config, [], { run: byForm({ stdio: fails, url: dead }) });
    expect(both.code).toBe(3);
    expect(both.stdout).toMatch(/\npipes {2}not conformant {2}1 fail\nweb {4}could not run\nthird {2}conformant\n$/);
    expect(both.asked).toHaveLength(3);
  });

  it('are not begun after an interrupt', async () => {
    const { code, asked } = await told(config, [], {
      run: async (_, interrupt) => {
        interrupt('SIGINT');
        return reportOf();
      },
    });
    expect({ code, count: asked.length }).toEqual({ code: 130, count: 1 });
  });

  it('give way to a server that the command line names', async () => {
    const { asked } = await told(config, ['--stdio', 'x']);
    expect(asked.map(({ target }) => target)).toEqual([{ stdio: ['x'] }]);
    expect(asked[0]?.fixtures).toEqual({ read: ['a://all'] });
  });

  it('have folders relative to the config', async () => {
    const { asked } = await told({ targets: { one: { stdio: 'x', cwd: '.', fixtures: { directory: '.' } } } }, []);
    expect(asked[0]?.cwd).toMatch(/^\//);
    expect(asked[0]?.fixtures?.directory).toBe(asked[0]?.cwd);
  });
});

describe('a server without a name', () => {
  it('is called server in the names of files', async () => {
    expect((await told({}, ['--stdio', 'x', '--report', 'json={name}.json'])).files.server).toBeDefined();
  });
});

describe('targets that cannot be', () => {
  const issues = JSON.stringify({ knownIssues: [] });
  it.each<[unknown, string[], string]>([
    [config, ['--target', 'wbe'], 'no target "wbe" in the config, there are pipes, web or third; did you mean web?'],
    [config, ['--target', '__proto__'], 'no target "__proto__"'],
    [{}, ['--target', 'web'], 'there are none'],
    [config, ['--target', 'web', '--url', 'http://127.0.0.1/mcp'], 'two servers to judge, by --target and --url'],
    [config, ['--target', 'web', '--', 'node'], 'two servers to judge, by --target and -- <command>'],
    [config, ['--report', 'json'], 'one json report on stdout for 3 targets'],
    [config, ['--report', 'html=-'], 'one html report on stdout for 3 targets'],
    [
      config,
      ['--report', 'html=a=b.html'],
      'one file, "a=b.html", for the reports on 3 targets; put {name} into its name',
    ],
    [config, ['--known-issues', 'i.json', '--write-known-issues'], 'for the known issues of 3 targets; put {name}'],
    [{ targets: {} }, [], 'targets must not be empty'],
    [{ targets: { 'a/b': { url: 'http://x' } } }, [], 'has a name that is not allowed there'],
    [{ targets: { '..': { url: 'http://x' } } }, [], 'has a name that is not allowed there'],
    [{ targets: { a: {} } }, [], 'targets.a must have exactly one of stdio, url, http or sse, got none'],
    [{ targets: { a: { stdio: 'x', path: '/y' } } }, [], 'targets.a.path needs targets.a.http beside it'],
    [
      { targets: { a: { stdio: 'x', fixtures: { directory: 'nowhere' } } } },
      [],
      'targets.a.fixtures.directory must be a folder',
    ],
    [{ targets: { a: { stdio: 'x', cwd: 'nowhere' } } }, [], 'targets.a.cwd must be a folder that is there'],
    [{ targets: { a: { stdio: 'x', retries: 1 } } }, [], 'targets.a.retries is not known'],
    [{ target: { stdio: 'x' }, targets }, [], 'the config has target and targets, which exclude each other; keep one'],
    [{ targets: { a: { stdio: 'x' }, b: { stdio: 'y', skip: ['write/*'] } } }, [], 'matches no case'],
  ])('%j with %j', async (value, argv, says) => {
    const { code, stderr, asked } = await told(value, argv, {}, { 'i.json': issues });
    expect(stderr).toContain(says);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
  });
});
