import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Report } from '../../harness/report.ts';
import type { Misbehaviour } from './misbehaviour.ts';

/** How a run on a misbehaving server ended, and what it left. */
export interface Ending {
  /** The exit code of the command line; null where it had to be killed, for it took too long. */
  exit: number | null;
  report: Report | undefined;
  stdout: string;
  stderr: string;
  seconds: number;
  peakMiB: number;
  /** Command lines of processes that outlived the run. */
  leftProcesses: string[];
  leftFiles: string[];
  /** What kept our own process from ending: sockets, timers, pipes. */
  leftResources: string[];
  /** What was added to the prototypes that all objects share. */
  polluted: string[];
}

const cli = process.env.HOSTILE_CLI ?? join(import.meta.dirname, '../../dist/cli.js');
const witness = pathToFileURL(join(import.meta.dirname, 'witness.mjs')).href;
// How long a process that was told to end may take to be gone, in milliseconds.
const grace = 5000;

/** Runs the built command line on a misbehaving server, and looks at what is left afterwards. */
export async function runHostile(row: Misbehaviour): Promise<Ending> {
  if (!existsSync(cli)) throw new Error(`${cli} is not there; run npm run build first`);
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const mark = `HOSTILE_ROW=${randomUUID()}`;
  for (const each of ['tmp', 'work']) mkdirSync(join(folder, each));
  const [file, ...rest] = row.server;
  const launch = [process.execPath, join(import.meta.dirname, 'servers', file), ...rest];
  const argv = row.wrap?.(launch) ?? launch;
  const running = row.over === 'url' || row.over === 'sse' ? await started(argv) : undefined;
  try {
    const env = {
      ...process.env,
      ...row.env,
      [mark.slice(0, mark.indexOf('='))]: mark.slice(mark.indexOf('=') + 1),
      HOSTILE_WITNESS: join(folder, 'witness.json'),
      TMPDIR: join(folder, 'tmp'),
      CI: 'true',
      NO_COLOR: '1',
    };
    const report = join(folder, 'report.json');
    const common = [...(row.options ?? []), '--report', 'terminal', '--report', `json=${report}`];
    const begun = performance.now();
    const child = spawn(process.execPath, ['--import', witness, cli, ...common, ...targetOf(row, argv, running?.url)], {
      cwd: join(folder, 'work'),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const written = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (piece: string) => {
        written[name] += piece;
      });
    const late = setTimeout(() => child.kill('SIGKILL'), row.within * 1000);
    const [exit] = (await once(child, 'exit')) as [number | null];
    const seconds = (performance.now() - begun) / 1000;
    clearTimeout(late);
    // Whoever still holds our output is found below; nobody waits for him here.
    await Promise.race([once(child, 'close'), new Promise((resolve) => setTimeout(resolve, 200).unref())]);
    const leftProcesses = await left(mark, row.expect.outlives);
    const seen = existsSync(env.HOSTILE_WITNESS) ? JSON.parse(readFileSync(env.HOSTILE_WITNESS, 'utf8')) : undefined;
    return {
      exit,
      report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined,
      ...written,
      seconds,
      peakMiB: seen ? seen.peakKiB / 1024 : Number.NaN,
      leftProcesses,
      leftFiles: ['tmp', 'work'].flatMap((each) => readdirSync(join(folder, each))),
      leftResources: seen?.resources ?? ['it did not come to its end'],
      polluted: seen?.polluted ?? [],
    };
  } finally {
    running?.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function targetOf({ over = 'stdio' }: Misbehaviour, argv: string[], url: string | undefined): string[] {
  if (over === 'stdio') return ['--', ...argv];
  if (over === 'url' || over === 'sse') return [`--${over}`, url!];
  return ['--http', [...argv, '--port', '{port}'].map((word) => `'${word}'`).join(' ')];
}

/** Starts a server that is reached by its address, which is the first line that it writes. */
async function started([command, ...args]: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout!);
  const [url] = (await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [])])) as [string?];
  if (url === undefined) throw new Error(`${args.join(' ')} ended before it wrote its address`);
  return { child, url };
}

/** The command lines of those who carry the mark in their environment once the grace is over, then ended; none where the system has no /proc. */
async function left(mark: string, outlives: RegExp | undefined): Promise<string[]> {
  let found = marked(mark);
  for (let waited = 0; waited < grace && found.some(({ command }) => !outlives?.test(command)); waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    found = marked(mark);
  }
  for (const { pid } of found) process.kill(pid, 'SIGKILL');
  return found.map(({ command }) => command);
}

function marked(mark: string): { pid: number; command: string }[] {
  if (!existsSync('/proc/self/environ')) return [];
  const read = (pid: string, name: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'latin1');
    } catch {
      // It has ended, or belongs to somebody else.
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && read(pid, 'environ').split('\0').includes(mark))
    .map((pid) => ({ pid: Number(pid), command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}
