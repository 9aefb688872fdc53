import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended } from './recording.ts';

// The parent is a process of its own: it runs the transport as a bundle does, and dies in different ways.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp('node_modules/.parent-');
  const bundle = await rolldown({
    input: 'harness/transport/stdio.ts',
    platform: 'node',
    external: (id) => id === 'execa',
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'stdio.mjs' });
  await bundle.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const server =
  'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log(JSON.stringify({ pid: process.pid }))';
const parent = (then: string) => `
  import { launchStdio } from './stdio.mjs';
  const transport = await launchStdio({ argv: [process.execPath, '-e', ${JSON.stringify(server)}] });
  transport.listen((event) => { if (event.type === 'message') { console.log(event.text); ${then} } });`;

const start = async (then: string): Promise<{ child: ChildProcess; pid: number; ready: Promise<unknown> }> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', parent(then)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface(child.stdout);
  // Both lines may come in one piece: whoever listens for the second one later would miss it.
  const ready = new Promise((resolve) => {
    lines.on('line', (line) => line === 'ready' && resolve(line));
  });
  const [line] = await once(lines, 'line');
  return { child, pid: JSON.parse(line).pid, ready };
};

test.each([
  ['exits', 'process.exit(9)', [9, null]],
  ['crashes', 'setImmediate(() => { throw new Error("crash") })', [1, null]],
])('a parent that %s leaves no server', async (_, then, exit) => {
  const { child, pid } = await start(then);
  expect(child.exitCode === null ? await once(child, 'exit') : [child.exitCode, null]).toEqual(exit);
  await ended(pid);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a parent that %s ends leaves no server', async (signal) => {
  const { child, pid } = await start('');
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([null, signal]);
  await ended(pid);
});

test('a parent that handles the signal itself decides', async () => {
  const { child, pid, ready } = await start(
    'process.on("SIGINT", async () => { const exit = await transport.close(); process.exit(exit.signal === "SIGKILL" ? 130 : 1); }); console.log("ready");',
  );
  await ready;
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  await ended(pid);
});

test('a parent with nothing left to do ends by itself after close()', async () => {
  const { child, pid } = await start('transport.close()');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await ended(pid);
});
