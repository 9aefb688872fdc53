import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFault } from '../../harness/cli/config.ts';
import { inFolder, run } from './world.ts';

const json = 'mcp-resource-conformance.config.json';
const mjs = 'mcp-resource-conformance.config.mjs';
const target = { stdio: 'node server.js' };

describe('a config in the working folder', () => {
  const told = (config: unknown, ...argv: string[]) =>
    inFolder({ [json]: JSON.stringify(config) }, async (cwd) => ({ cwd, ...(await run(argv, { cwd })) }));

  it('names the target and the fixtures', async () => {
    const fixtures = {
      read: ['doc://guide'],
      unknown: ['doc://nope'],
      templates: { 'repo://{owner}/{repo}/readme': { owner: 'acme', repo: 'rocket' } },
      update: { uri: 'doc://guide', tool: 'touch', arguments: { uri: 'doc://guide' } },
      listChange: { command: 'touch file' },
      inputRequired: { uri: 'doc://ask', inputResponses: { env: { action: 'accept', content: { env: 'prod' } } } },
    };
    const { code, asked } = await told({ $schema: './config.schema.json', target, fixtures });
    expect(code).toBe(0);
    expect(asked).toMatchObject({ target: { stdio: ['node', 'server.js'] }, fixtures });
  });

  it('takes an argv, an address, a launched endpoint and what belongs to them', async () => {
    expect((await told({ target: { stdio: ['a b', 'c'] } })).asked?.target).toEqual({ stdio: ['a b', 'c'] });
    expect((await told({ target: { http: 'a {port}', path: '/x' } })).asked?.target).toEqual({
      http: ['a', '{port}'],
      path: '/x',
    });
    const url = { url: 'http://127.0.0.1/mcp', headers: { 'X-A': 'b' } };
    expect((await told({ target: url })).asked).toMatchObject({ target: { url: url.url }, headers: { 'X-A': 'b' } });
  });

  it('gives limits and the selection', async () => {
    const config = {
      revisions: ['2025-06-18'],
      only: ['read'],
      skip: ['*/shape'],
      strict: true,
      timeout: 1,
      startTimeout: 2,
      maxPages: 3,
      sample: 4,
    };
    expect((await told({ target, ...config })).asked).toMatchObject(config);
  });

  it('comes after the command line', async () => {
    const config = {
      target: { url: 'http://127.0.0.1/mcp', headers: { Authorization: 'Bearer abcdef' } },
      fixtures: { read: ['b://b', 'a://a'] },
      timeout: 1,
      revisions: ['2025-06-18'],
    };
    const { asked } = await told(
      config,
      '--stdio',
      'x',
      '--read',
      'a://a',
      '--timeout',
      '9',
      '--revision',
      '2026-07-28',
    );
    expect(asked).toMatchObject({
      target: { stdio: ['x'] },
      fixtures: { read: ['a://a', 'b://b'] },
      timeout: 9,
      revisions: ['2026-07-28'],
    });
  });

  it('keeps credentials for the server that they are for', async () => {
    const config = { target: { url: 'http://127.0.0.1/mcp', headers: { Authorization: 'Bearer abcdef' } } };
    expect((await told(config, '--url', 'http://127.0.0.2/mcp')).asked?.headers).toEqual({});
    expect((await told(config, '--header', 'authorization: other')).asked?.headers).toEqual({ authorization: 'other' });
  });

  it('has folders relative to itself', async () => {
    const { asked, cwd } = await told({ target: { ...target, cwd: '.' }, fixtures: { directory: './' } });
    expect(asked).toMatchObject({ cwd, fixtures: { directory: cwd } });
  });

  it('may be a module', async () => {
    const { asked } = await inFolder({ [mjs]: `export default { target: { stdio: ['x'] }, sample: 2 + 1 };` }, (cwd) =>
      run([], { cwd }),
    );
    expect(asked).toMatchObject({ target: { stdio: ['x'] }, sample: 3 });
  });

  it('may stand elsewhere', async () => {
    const { asked } = await inFolder({ 'other.json': `\ufeff${JSON.stringify({ target })}` }, (cwd) =>
      run(['--config', 'other.json'], { cwd }),
    );
    expect(asked?.target).toEqual({ stdio: ['node', 'server.js'] });
  });
});

describe('a config that does not fit', () => {
  const faults: [config: unknown, ...says: string[]][] = [
    [{ fixtures: 7 }, 'fixtures must be an object, got 7'],
    [[], 'the config must be an object, got an array'],
    [null, 'the config must be an object, got null'],
    [{ fixturs: {} }, 'fixturs is not known', 'did you mean fixtures?'],
    [{ baseline: [] }, 'baseline is not known, allowed are target, targets, fixtures'],
    [{ knownIssues: [{ case: 'read/shape', says: '', why: 'x' }] }, 'knownIssues[0].says must not be empty'],
    [{ knownIssues: [{ case: 'read/shape', says: 'x' }] }, 'knownIssues[0].why is missing'],
    [{ fixtures: { raed: [] } }, 'fixtures.raed is not known', 'did you mean read?'],
    [{ fixtures: { read: 'a://b' } }, 'fixtures.read must be an array, got "a://b"'],
    [{ fixtures: { read: ['a://b', 3] } }, 'fixtures.read[1] must be a string, got 3'],
    [{ fixtures: { read: [''] } }, 'fixtures.read[0] must not be empty'],
    [
      { fixtures: { templates: { 'a://{b}/~c': { b: 1 } } } },
      'fixtures.templates["a://{b}/~c"].b must be a string, got 1',
    ],
    [{ fixtures: { update: { tool: 'x' } } }, 'fixtures.update.uri is missing'],
    [{ fixtures: { update: { uri: 'a://b' } } }, 'fixtures.update must have exactly one of tool or command, got none'],
    [{ fixtures: { listChange: { tool: 'a', command: 'b' } } }, 'exactly one of tool or command, got tool and command'],
    [
      { fixtures: { listChange: { command: 'b', arguments: {} } } },
      'fixtures.listChange.arguments needs fixtures.listChange.tool',
    ],
    [{ fixtures: { inputRequired: { uri: 'a://b' } } }, 'fixtures.inputRequired.inputResponses is missing'],
    [{ fixtures: { inputRequired: true } }, 'fixtures.inputRequired must be false or an object, got true'],
    [{ target: {} }, 'target must have exactly one of stdio, url, http or sse, got none'],
    [{ target: { stdio: 'x', url: 'http://x' } }, 'got stdio and url'],
    [{ target: { stdio: 'x', path: '/x' } }, 'target.path needs target.http beside it'],
    [{ target: { stdio: 5 } }, 'target.stdio must be a string or an array, got 5'],
    [{ target: { url: 'ws://x' } }, 'target.url must be an address that begins with http:// or https://, got "ws://x"'],
    [{ target: { url: 'http://x', headers: { 'a b': 'c' } } }, 'target.headers["a b"] has a name that is not allowed'],
    [{ revisions: ['2025-06-81'] }, 'revisions[0] must be 2024-11-05, 2025', 'did you mean 2025-06-18?'],
    [{ timeout: 0 }, 'timeout must be from 1 to 2147483647, got 0'],
    [{ timeout: 1.5 }, 'timeout must be a whole number, got 1.5'],
    [{ strict: 'yes' }, 'strict must be true or false, got "yes"'],
    [{ only: [] }, 'only must not be empty'],
  ];
  it.each(faults)('%j', async (config, ...says) => {
    await inFolder({ 'bad.json': JSON.stringify(config) }, async (cwd) => {
      const { code, stderr, asked } = await run(['--stdio', 'x', '--config', 'bad.json'], { cwd });
      expect({ code, asked }).toEqual({ code: 2, asked: undefined });
      for (const words of ['error: bad.json: ', ...says]) expect(stderr).toContain(words);
      expect(stderr).toMatch(/^[^\n]+\n$/);
    });
  });

  const files: [name: string, text: string, says: string][] = [
    ['bad.json', '{ "target": ', 'is no JSON'],
    [
      'bad.json',
      JSON.stringify({ target, fixtures: { directory: './nowhere' } }),
      'fixtures.directory must be a folder that is there',
    ],
    ['bad.mjs', 'export const target = {};', 'exports no config'],
    ['bad.mjs', 'throw new Error("no\\nway");', 'cannot be loaded'],
    ['bad.mjs', 'export default () => {};', 'the config must be an object'],
  ];
  it.each(files)('%s: %s', async (name, text, says) => {
    await inFolder({ [name]: text }, async (cwd) => {
      const { code, stderr } = await run(['--config', name], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(says);
      expect(stderr).toMatch(/^error: [^\n]+\n$/);
    });
  });

  it('is not guessed where two are there', async () => {
    const { code, stderr } = await inFolder({ [json]: '{}', [mjs]: 'export default {}' }, (cwd) =>
      run(['--stdio', 'x'], { cwd }),
    );
    expect(code).toBe(2);
    expect(stderr).toContain('name one with --config');
  });

  it('has selections that match something', async () => {
    const config = JSON.stringify({ target, skip: ['write/*'] });
    const { code, stderr } = await inFolder({ [json]: config }, (cwd) => run([], { cwd }));
    expect(code).toBe(2);
    expect(stderr).toContain('matches no case');
  });
});

describe('the published schema', () => {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/config.schema.json'), 'utf8'));

  it('describes every member, so that editors can tell what it is for', () => {
    const bare: string[] = [];
    const at = (ref = '') =>
      ref
        .split('/')
        .slice(1)
        .reduce((part, step) => part?.[step], schema);
    const walk = (part: any, path: string) => {
      for (const [name, member] of Object.entries<any>(part.properties ?? {})) {
        const told = member.description ?? at(member.$ref)?.description;
        if (!told) bare.push(`${path}.${name}`);
        walk(member, `${path}.${name}`);
      }
    };
    walk(schema, '');
    for (const [name, part] of Object.entries(schema.$defs)) walk(part, name);
    expect(bare).toEqual([]);
  });

  it('accepts the empty config', async () => {
    expect(await configFault({})).toBeUndefined();
  });
});
