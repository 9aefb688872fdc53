import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { comparisonFormats } from '../../reports/comparison/index.ts';
import { formats } from '../../reports/index.ts';
import { json } from '../../reports/json.ts';
import { sampleReport } from '../reports/sample.ts';
import { inFolder } from './world.ts';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'dist/cli.js');
const children: ChildProcess[] = [];

function start(args: string[], entry = built): ChildProcess {
  const child = spawn(process.execPath, [entry, ...args], { env: { ...process.env, CI: 'true', NO_COLOR: '1' } });
  children.push(child);
  return child;
}

async function outcome(child: ChildProcess) {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name]!.on('data', (piece) => (written[name] += piece));
  const [code, signal] = await once(child, 'close');
  return { code, signal, ...written };
}

beforeAll(() => {
  if (!existsSync(built)) throw new Error('dist/cli.js is not there; run npm run build first');
});
afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

describe('the built command', () => {
  it('gives its version from one file alone', async () => {
    const manifest = join(root, 'package.json');
    await inFolder({}, async (folder) => {
      mkdirSync(join(folder, 'dist'));
      copyFileSync(built, join(folder, 'dist/cli.js'));
      copyFileSync(manifest, join(folder, 'package.json'));
      const { code, stdout } = await outcome(start(['--version'], join(folder, 'dist/cli.js')));
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${JSON.parse(readFileSync(manifest, 'utf8')).version}\n` });
    });
  });

  it('lists and explains the cases that are shipped', async () => {
    const { code, stdout } = await outcome(start(['list', '--json']));
    expect(code).toBe(0);
    const [first] = JSON.parse(stdout).cases;
    expect(await outcome(start(['explain', first.id]))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(first.title),
    });
  });

  it.each([
    [2, ['--no-such-flag']],
    [2, ['--stdio', 'x', '--only', 'no/such-case']],
    [3, ['--stdio', 'no-such-command-anywhere']],
    [3, ['--http', 'no-such-command-anywhere']],
    [3, ['--http', `"${process.execPath}" -e "process.exit(1)"`]],
    [3, ['--', process.execPath, '-e', 'process.exit(1)']],
  ])('exits %i for %j, with a message and no stack', async (wanted, args) => {
    const { code, stderr } = await outcome(start(args));
    expect(code).toBe(wanted);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).not.toMatch(/\n\s+at .+:\d+:\d+/);
  });

  it('renders and compares reports in every format, without a server', async () => {
    await inFolder({ 'report.json': json(sampleReport(), {}) }, async (folder) => {
      const report = join(folder, 'report.json');
      for (const format of formats)
        expect(await outcome(start(['render', report, '--report', format]))).toMatchObject({ code: 0, stderr: '' });
      for (const format of comparisonFormats)
        expect(await outcome(start(['compare', report, report, '--report', format]))).toMatchObject({
          code: 0,
          stderr: '',
        });
    });
  });

  it('is quiet where nobody reads', async () => {
    const child = start(['list', '--json']);
    child.stdout!.destroy();
    const { code, stderr } = await outcome(child);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('stops the server on an interrupt, writes the report, and exits 130', async () => {
    // The server holds a connection to the test for as long as it lives, and answers nothing.
    const witness = createServer();
    await new Promise<void>((resolve) => witness.listen(0, '127.0.0.1', resolve));
    const { port } = witness.address() as AddressInfo;
    const server = `require('node:net').connect(${port}, '127.0.0.1'); process.stdin.resume();`;
    try {
      await inFolder({}, async (folder) => {
        const report = join(folder, 'out.json');
        const child = start(['--report', `json=${report}`, '--', process.execPath, '-e', server]);
        const ended = outcome(child);
        const [alive] = (await once(witness, 'connection')) as [Socket];
        const gone = new Promise<void>((resolve) => alive.on('error', () => {}).on('close', () => resolve()));
        alive.resume();
        child.kill('SIGINT');
        expect((await ended).code).toBe(130);
        await gone;
        expect(JSON.parse(readFileSync(report, 'utf8')).schemaVersion).toBe(1);
      });
    } finally {
      witness.close();
    }
  });
});
