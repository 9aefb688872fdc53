import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where the bench keeps what it measures and what it writes down. */
export interface Place {
  /** A folder of its own, that goes when the bench ends. */
  folder: string;
  /** The command line that is measured. */
  cli: string;
  /** The reference server that belongs to it. */
  reference: string;
  /** A config that names the fixtures of the reference server. */
  config: string;
  /** Part of the runs that are usual: 1, or less for a quick look. */
  share: number;
}

/** What one process and its children have used; times in milliseconds. */
export interface Used {
  ms: number;
  /** Of the process and of all that it launched; undefined where the system does not tell. */
  cpuMs: number | undefined;
  /** Of the process alone, where it was asked to tell. */
  own?: { cpuMs: number; peakBytes: number };
  stdout: string;
}

/** How a process is run. */
export interface SpawnOptions {
  env?: Record<string, string>;
  /** The exit codes that are no surprise; default 0. */
  codes?: readonly number[];
  /** The program; default: the Node.js that runs the bench. */
  program?: string;
}

/** A file of the bench's own folder in the project. */
export const benchFile = (name: string): string => resolve('bench', name);

/** Runs a program to its end and measures it; rejects where it ends in an unexpected way. */
export async function run(args: readonly string[], options: SpawnOptions = {}): Promise<Used> {
  const { env, codes = [0], program = process.execPath } = options;
  const before = cpuOfChildren();
  const begun = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: 'true', NO_COLOR: '1', ...env },
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => {
      said[name] += chunk;
    });
  const code = await new Promise<number | null>((settle, fail) => {
    child.once('error', fail);
    child.once('close', settle);
  });
  const ms = performance.now() - begun;
  if (code === null || !codes.includes(code))
    throw new Error(`${[program, ...args].join(' ')} ended with ${code}\n${said.stderr.slice(-2000)}`);
  const after = cpuOfChildren();
  const cpuMs = before === undefined || after === undefined ? undefined : after - before;
  return { ms, cpuMs, stdout: said.stdout };
}

/** Runs a script with what it has used itself. */
export async function runTelling(
  place: Place,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<Required<Used>> {
  const file = join(place.folder, 'usage.json');
  const used = await run(['--import', benchFile('client/usage.mjs'), ...args], {
    ...options,
    env: { ...options.env, BENCH_USAGE: file },
  });
  const own = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return { ...used, own };
}

/** Runs the command line with a tap on all that goes to and comes from its servers; answers where that stands. */
export async function record(place: Place, name: string, args: readonly string[]): Promise<string> {
  const file = join(place.folder, `${name}.trace.json`);
  await run(['--import', benchFile('client/tap.mjs'), place.cli, ...args], {
    env: { BENCH_TRACE: file },
    codes: [0, 1],
  });
  return file;
}

/** Milliseconds of processor time of all children that have ended, and of theirs; undefined where /proc does not tell. */
function cpuOfChildren(): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // User and system time of children, in ticks of 10 ms.
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
