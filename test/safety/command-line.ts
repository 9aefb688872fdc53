import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The command line and the reference server, as they are shipped, and a server that repeats what it must not. */
export const cli = join(root, 'dist/cli.js');
export const reference = join(root, 'dist/reference.js');
export const recorder = join(import.meta.dirname, 'recorder.mjs');
export const talkative = join(import.meta.dirname, 'talkative.mjs');
/** A server that writes its secrets to stderr in pieces and ends. */
export const halting = join(import.meta.dirname, 'halting.mjs');
const watch = join(import.meta.dirname, 'watch.mjs');

/** Throws where there is nothing to test. */
export function needBuilt(): void {
  if (!existsSync(cli)) throw new Error('dist/cli.js is not there; run npm run build first');
}

/** What a command line did. */
export interface Done {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** A command line under way. */
export interface Started {
  child: ChildProcess;
  done: Promise<Done>;
}

/** Something that the watched process did to the world outside. */
export interface Deed {
  kind: 'command' | 'process' | 'write' | 'link' | 'remove' | 'open' | 'connect' | 'datagram' | 'lookup';
  name: string;
  what: any;
}

/** A folder of a test's own, with one for temporary files and one that is served; removed by `close`, which ends what was started. */
export class Place {
  readonly folder = mkdtempSync(join(tmpdir(), 'safety-'));
  readonly temporary = join(this.folder, 'tmp');
  readonly parent = join(this.folder, 'beside');
  readonly served = join(this.parent, 'served');
  readonly #children: ChildProcess[] = [];
  #logs = 0;
  #log = '';

  constructor() {
    for (const each of [this.temporary, this.parent, this.served]) mkdirSync(each);
    mkdirSync(join(this.served, 'sub'));
    writeFileSync(join(this.served, 'readme.txt'), 'read me\n');
    writeFileSync(join(this.served, 'sub', 'deep.txt'), 'deep\n');
  }

  /** Writes a file into the folder; answers its path. */
  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Starts the command line, watched; `by` are words before its own, such as those of another program that starts it. */
  start(
    args: readonly string[],
    { env = {}, by = [] as string[], load = [] as string[], detached = false } = {},
  ): Started {
    this.#log = join(this.folder, `watched-${++this.#logs}.log`);
    writeFileSync(this.#log, '');
    const loads = [watch, ...load].flatMap((file) => ['--import', file]);
    const [program, ...words] = [...by, process.execPath, ...loads, cli, ...args];
    const child = spawn(program!, words, {
      cwd: this.folder,
      env: { ...process.env, CI: 'true', NO_COLOR: '1', TMPDIR: this.temporary, WATCH_LOG: this.#log, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached,
    });
    this.#children.push(child);
    const written = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]!.setEncoding('utf8').on('data', (piece) => {
        written[name] += piece;
      });
    const done = once(child, 'close').then(([code, signal]): Done => ({ code, signal, ...written }));
    return { child, done };
  }

  /** Runs the command line to its end. */
  run(args: readonly string[], options?: Parameters<Place['start']>[1]): Promise<Done> {
    return this.start(args, options).done;
  }

  /** What the last command line did to the world outside. */
  deeds(): Deed[] {
    return readFileSync(this.#log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  /** What stands in a folder, at any depth. */
  static namesIn(folder: string): string[] {
    return readdirSync(folder, { recursive: true }).map(String).sort();
  }

  /** All that stands where the suite may write: the served folder, beside it, and the place for temporary files. */
  left(): string[] {
    return [...Place.namesIn(this.parent), ...Place.namesIn(this.temporary)];
  }

  close(): void {
    for (const child of this.#children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Waits until something holds, which it has to within half a minute. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
