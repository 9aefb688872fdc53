import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPinned, readYaml, root, type Step } from './yaml.ts';

const action = readYaml('action.yml');
const steps: Step[] = action.runs.steps;
const script = readFileSync(join(root, 'action/run.mjs'), 'utf8');
const judge = steps.find(({ id }) => id === 'judge')!;

describe('action.yml', () => {
  it('hands its inputs to the script by the environment alone', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    expect(judge.run).toBe('exec node "$GITHUB_ACTION_PATH/action/run.mjs"');
    expect(existsSync(join(root, 'action/run.mjs'))).toBe(true);
  });

  it('hands over every input, and the script reads each', () => {
    const given = Object.entries(judge.env!).map(([name, value]) => [name, value]);
    const expected = Object.keys(action.inputs)
      .filter((name) => name !== 'artifact')
      .map((name) => [`INPUT_${name.toUpperCase().replaceAll('-', '_')}`, `\${{ inputs.${name} }}`]);
    expect(given).toEqual(expected);
    const read = Object.keys(action.inputs).filter((name) => name !== 'artifact');
    expect(read.filter((name) => !new RegExp(`['\\s]${name}[':]`).test(script))).toEqual([]);
  });

  it('says what each input and output is, and has a default for each input', () => {
    for (const input of Object.values<any>(action.inputs)) {
      expect(input.description).toMatch(/\.$|by name$/);
      expect(typeof input.default).toBe('string');
    }
    for (const [name, output] of Object.entries<any>(action.outputs))
      expect(output.value).toBe(`\${{ steps.judge.outputs.${name} }}`);
    expect(Object.keys(action.outputs)).toEqual(['headline', 'fail', 'warn', 'report', 'reports']);
  });

  it('uses what cannot change under it', () => {
    expect(steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !isPinned(uses))).toEqual([]);
  });
});

describe('the script of the action', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'action-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the script with these inputs as the runner does; what it printed, what it put out, and its exit code. */
  async function run(
    inputs: Record<string, string>,
    { env = {}, at = root }: { env?: Record<string, string>; at?: string } = {},
  ) {
    const output = join(folder, 'output');
    const summary = join(folder, 'summary');
    writeFileSync(output, '');
    writeFileSync(summary, '');
    const given = Object.entries(inputs).map(([name, value]) => [
      `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
      value,
    ]);
    const child = spawn(process.execPath, [join(at, 'action/run.mjs')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        RUNNER_TEMP: folder,
        GITHUB_ACTIONS: 'true',
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        ...Object.fromEntries(given),
        ...env,
      },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (printed += piece));
    const code = await new Promise<number | null>((done) => child.once('close', done));
    return {
      code,
      printed,
      outputs: parseOutputs(readFileSync(output, 'utf8')),
      summary: readFileSync(summary, 'utf8'),
    };
  }

  /** The outputs as the runner reads them: the last of a name counts. */
  function parseOutputs(text: string): Record<string, string> {
    const outputs: Record<string, string> = {};
    for (const [, name, , value] of text.matchAll(/^(\w+)<<(\S+)\n([\s\S]*?)\n\2$/gm)) outputs[name!] = value!;
    return outputs;
  }

  const reference = `"${process.execPath}" "${join(root, 'dist/reference.js')}"`;
  const brief = { only: 'read/shape\nnot-found', revision: '2026-07-28' };

  it('judges a server, and leaves its reports and a summary', async () => {
    const { code, outputs, summary, printed } = await run({ stdio: `${reference}\n`, ...brief });
    expect(code, printed).toBe(0);
    expect(outputs).toMatchObject({ headline: 'conformant', fail: '0', warn: '0' });
    expect(readdirSync(outputs.reports!).sort()).toEqual(['server.html', 'server.json', 'server.junit.xml']);
    expect(outputs.report).toBe(join(outputs.reports!, 'server.html'));
    const report = JSON.parse(readFileSync(join(outputs.reports!, 'server.json'), 'utf8'));
    expect(report.legs.map((leg: any) => leg.revision)).toEqual(['2026-07-28']);
    expect(new Set(report.legs[0].results.map((each: any) => each.case.split('/')[0]))).toEqual(
      new Set(['read', 'not-found']),
    );
    expect(summary).toContain('onformant');
  });

  it('fails where a rule is broken, and tells how many', async () => {
    const broken = {
      stdio: `${reference} --fault stdio-banner`,
      only: 'stdio/only-messages',
      revision: '2025-11-25\n2026-07-28',
    };
    const { code, outputs } = await run(broken);
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ headline: 'not conformant', fail: '2', warn: '0' });
  });

  it('counts no failure that is known', async () => {
    const knownIssues = [{ case: 'stdio/only-messages', says: 'not JSON', why: 'A banner.' }];
    writeFileSync(join(folder, 'known.json'), JSON.stringify({ knownIssues }));
    const { code, outputs } = await run({
      stdio: `${reference} --fault stdio-banner`,
      ...{ only: 'stdio/only-messages\nread/shape', revision: '2026-07-28' },
      'known-issues': join(folder, 'known.json'),
    });
    expect({ code, ...outputs }).toMatchObject({ code: 0, headline: 'conformant', fail: '0' });
  });

  it('judges each target of a config, and tells the worst of them', async () => {
    const config = {
      targets: {
        bad: { stdio: `${reference} --fault stdio-banner` },
        good: { stdio: reference },
      },
      only: ['stdio/only-messages', 'read/shape'],
      revisions: ['2026-07-28'],
    };
    mkdirSync(join(folder, 'has blanks'));
    writeFileSync(join(folder, 'has blanks/mcp-resource-conformance.config.json'), JSON.stringify(config));
    const { code, outputs } = await run({ 'working-directory': 'has blanks' });
    expect(code).toBe(1);
    expect(outputs).toMatchObject({
      headline: 'not conformant',
      fail: '1',
      report: join(outputs.reports!, 'bad.html'),
    });
    expect(readdirSync(outputs.reports!).filter((name) => name.endsWith('.json'))).toEqual(['bad.json', 'good.json']);
    const good = await run({ 'working-directory': 'has blanks', target: 'good\n' });
    expect({ code: good.code, headline: good.outputs.headline }).toEqual({ code: 0, headline: 'conformant' });
  });

  // Each of these would leave a file behind if a shell or an expression ever saw it.
  const hostile = (mark: string) => [
    `$(touch ${mark})`,
    `\`touch ${mark}\``,
    `"; touch ${mark}; "`,
    `' && touch ${mark} && '`,
    `x\n--write-known-issues\n; touch ${mark}`,
    `\${{ github.token }} | touch ${mark}`,
    `--config=${mark}`,
    '%0A::error::pwned',
    '\u202e\x1b[2J"quotes\'',
  ];

  it.each([
    'stdio',
    'http',
    'url',
    'sse',
    'path',
    'config',
    'target',
    'revision',
    'only',
    'skip',
    'known-issues',
    'timeout',
    'strict',
    'working-directory',
    'headers',
    'env',
  ])(
    'takes hostile values of %s as text and nothing more',
    async (name) => {
      const mark = join(folder, 'mark');
      for (const value of hostile(mark)) {
        const server: Record<string, string> = ['stdio', 'http', 'url', 'sse'].includes(name)
          ? {}
          : { stdio: reference };
        const { code, printed } = await run({
          ...server,
          'start-timeout': '2000',
          only: 'read/shape',
          revision: '2026-07-28',
          [name]: value,
        });
        expect(existsSync(mark), value).toBe(false);
        expect([0, 2, 3], `${JSON.stringify(value)}: ${printed}`).toContain(code);
        // What could be a command to the runner is our own: the brackets around the output, and the message.
        const commands = printed.split('\n').filter((line) => line.startsWith('::'));
        expect(
          commands.filter(
            (line) => !/^::(?:stop-commands::[\w-]+|[\w-]{36}::|error title=mcp-resource-conformance::.*)$/.test(line),
          ),
        ).toEqual([]);
      }
    },
    120_000,
  );

  it('reads lists line by line, with whatever stands in a line', async () => {
    const { code, outputs } = await run({
      stdio: reference,
      ...brief,
      read: 'demo://host/a b?"$(x)"\n\n  demo://host/two  \n',
      env: "NAME=a 'b' $(c)\nOTHER==\n",
      strict: 'false',
    });
    expect(code).toBe(0);
    const { command } = JSON.parse(readFileSync(join(outputs.reports!, 'server.json'), 'utf8'));
    expect(command).toContain('--read=demo://host/a b?"$(x)"');
    expect(command).toContain('--read=demo://host/two');
    expect(command.filter((word: string) => word.startsWith('--env'))).toEqual(['--env=NAME=••••', '--env=OTHER=••••']);
  });

  it('keeps its inputs and the tokens of the runner from the server', async () => {
    const seen = join(folder, 'seen');
    const spy = join(folder, 'spy.mjs');
    writeFileSync(
      spy,
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env));`,
    );
    await run(
      { stdio: `"${process.execPath}" "${spy}"`, headers: 'Authorization: Bearer letmein' },
      { env: { ACTIONS_RUNTIME_TOKEN: 't0ken', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 't0ken', HARMLESS: 'yes' } },
    );
    const env = readFileSync(seen, 'utf8');
    expect(JSON.parse(env).HARMLESS).toBe('yes');
    expect(env).not.toMatch(/letmein|t0ken|INPUT_|GITHUB_OUTPUT/);
  });

  it('has outputs for the next step also where nothing could be judged', async () => {
    const { code, outputs } = await run({ stdio: 'no-such-command-anywhere' });
    expect(code).toBe(3);
    expect(outputs).toMatchObject({ headline: 'could not run', fail: '0', warn: '0' });
    expect(await run({})).toMatchObject({ code: 2, outputs: { headline: 'could not run' } });
    const wrong = await run({ stdio: reference, strict: 'perhaps' });
    expect(wrong).toMatchObject({
      code: 2,
      printed: expect.stringContaining('::error title=mcp-resource-conformance::the input strict'),
    });
  });

  it.skipIf(process.platform === 'win32')(
    'installs the version that it is tagged with, where it is not built',
    async () => {
      const tagged = join(folder, 'tagged');
      cpSync(join(root, 'action'), join(tagged, 'action'), { recursive: true });
      writeFileSync(
        join(tagged, 'package.json'),
        '{ "name": "mcp-resource-conformance", "version": "7.8.9", "type": "module" }',
      );
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      writeFileSync(join(bin, 'package.json'), '{ "type": "commonjs" }');
      // An npm that installs a command which tells how it was called.
      const npm = `#!${process.execPath}
const fs = require('node:fs');
fs.mkdirSync('node_modules/mcp-resource-conformance/dist', { recursive: true });
fs.writeFileSync('node_modules/mcp-resource-conformance/dist/cli.js', 'console.log("called", ' + JSON.stringify(JSON.stringify(process.argv.slice(2))) + ')');
`;
      writeFileSync(join(bin, 'npm'), npm);
      chmodSync(join(bin, 'npm'), 0o755);
      const { printed, code } = await run(
        { stdio: 'x' },
        { at: tagged, env: { PATH: `${bin}${delimiter}${process.env.PATH}` } },
      );
      expect(code, printed).toBe(0);
      expect(printed).toContain(
        '"install","--no-audit","--no-fund","--ignore-scripts","mcp-resource-conformance@7.8.9"',
      );
    },
  );
});
