// However a run ends, what it wrote is taken away again, and no process stays.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runConformance } from '../../harness/index.ts';
import { needBuilt, Place, recorder, reference, until } from './command-line.ts';

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

let place: Place;
let before: string[];
beforeAll(needBuilt);
beforeEach(() => {
  place = new Place();
  before = place.left();
});
afterEach(() => {
  vi.unstubAllEnvs();
  place.close();
});

const canaries = () => place.left().filter((name) => name.includes('mcp-conformance-'));
const planted = () => canaries().some((name) => name.startsWith('served/'));

/** The words of a run in which files are planted, on a server that takes its time. */
const slowTraversal = (): string[] => {
  const config = place.file('config.json', JSON.stringify({ fixtures: { directory: place.served } }));
  const server = [process.execPath, recorder, place.folder, process.execPath, reference, '--directory', place.served];
  return ['--config', config, '--only', 'traversal', '--', ...server];
};
const slow = { env: { RECORDER_DELAY: '60' } };

/** Whether a process is there. */
function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The servers that were launched: each has written down what it was sent, under its number. */
const servers = (): number[] =>
  readdirSync(place.folder)
    .filter((name) => name.endsWith('.sent'))
    .map((name) => Number.parseInt(name, 10));

async function expectNothingLeft(): Promise<void> {
  expect(place.left()).toEqual(before);
  expect(servers().length).toBeGreaterThan(0);
  await until(() => !servers().some(alive), 'the servers to be gone');
}

describe('nothing is left', { timeout: 120_000 }, () => {
  it.each(Object.entries(codes))('after %s in the middle of the traversal suite', async (signal, code) => {
    const { child, done } = place.start(slowTraversal(), slow);
    await until(planted, 'files to be planted');
    child.kill(signal as keyof typeof codes);
    expect((await done).code).toBe(code);
    await expectNothingLeft();
  });

  it('after a second Ctrl-C, which waits for nothing', async () => {
    const { child, done } = place.start(slowTraversal(), slow);
    await until(planted, 'files to be planted');
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    expect((await done).code).toBe(130);
    await expectNothingLeft();
  });

  it.each(['throws', 'rejects'])('after a fault of ours, which %s, and its words hold no secret', async (way) => {
    const crash = way === 'throws' ? 'throw fault' : 'Promise.reject(fault)';
    const text = `
      import { readdirSync } from 'node:fs';
      setInterval(() => {
        if (!readdirSync(${JSON.stringify(place.served)}).some((name) => name.startsWith('mcp-conformance-'))) return;
        const fault = new Error('it broke over letmein-77-letmein');
        ${crash};
      }, 5).unref();`;
    const load = [place.file('crash.mjs', text)];
    const args = ['--env', 'A=letmein-77-letmein', '--verbose', ...slowTraversal()];
    const { code, stderr } = await place.run(args, { ...slow, load });
    expect(code).toBe(4);
    expect(stderr).toContain('error: a fault of this tool: it broke over ••••');
    expect(stderr).not.toContain('letmein');
    await expectNothingLeft();
  });

  it('after a report that cannot be written in the end', async () => {
    const server = slowTraversal();
    // The server makes a folder of the name that the report was to have.
    const out = join(place.folder, 'out.json');
    const maker = `process.argv.splice(1, 1); require('node:fs').mkdirSync(${JSON.stringify(out)}, { recursive: true }); import(process.argv[1])`;
    const at = server.indexOf('--') + 2;
    const made = [...server.slice(0, at), '-e', maker, '--', 'x', ...server.slice(at)];
    const { code, stderr } = await place.run(['--report', `json=${out}`, ...made]);
    expect(stderr).toContain('could not be written (EISDIR)');
    expect(code).toBe(4);
    await expectNothingLeft();
  });

  it('after a listener of a program throws, or the program stops the run', async () => {
    const target = { stdio: slowTraversal().slice(slowTraversal().indexOf('--') + 1) };
    const options = { target, only: ['traversal'], fixtures: { directory: place.served } };
    vi.stubEnv('TMPDIR', place.temporary);
    const failing = runConformance({
      ...options,
      onEvent: () => {
        if (canaries().length > 0) throw new Error('the listener broke');
      },
    });
    await expect(failing).rejects.toThrow('the listener broke');
    await expectNothingLeft();

    const stop = new AbortController();
    const run = runConformance({ ...options, signal: stop.signal, env: { RECORDER_DELAY: '40' } });
    await until(planted, 'files to be planted');
    stop.abort();
    await run;
    await expectNothingLeft();
  });

  it('of the proof, after Ctrl-C', async () => {
    const { child, done } = place.start(['prove', '--only', 'traversal']);
    await until(() => readdirSync(place.temporary).length > 0, 'a ground to be laid out');
    child.kill('SIGINT');
    const { code, signal } = await done;
    expect(code === 130 || signal === 'SIGINT').toBe(true);
    expect(readdirSync(place.temporary)).toEqual([]);
  });
});
