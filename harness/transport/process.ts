import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { PieceMasker } from '../mask-pieces.ts';
import { guardGroup, releaseGroup, signalGroup } from './process-group.ts';
import type { Exit } from './transport.ts';

/** How to launch a server's process. */
export interface LaunchOptions {
  /** The program and its arguments; no shell is involved. */
  argv: readonly string[];
  /** Added to this process's own environment. */
  env?: Record<string, string> | undefined;
  /** The working directory; default: this process's own. */
  cwd?: string | undefined;
  /** What masks secrets in what it writes to its standard error. */
  masking?: PieceMasker | undefined;
  /** How long to wait, in milliseconds, after the end of its input and after SIGTERM; default 2000 each. */
  grace?: { eof: number; term: number } | undefined;
}

// How long processes that outlived their leader get to heed SIGTERM, and pipes to run dry after that, in milliseconds.
const leftoverGrace = 500;
// How long the system gets to end a killed process: one that hangs in a system call may never go.
const killGrace = 5000;
const poll = 20;

/** A process with pipes, the leader of a group that ends with it. Its output waits until somebody resumes it. */
export class SupervisedProcess {
  /** How the process ended; comes after all that it wrote has been read. Never rejects. */
  readonly exited: Promise<Exit>;
  readonly #left: Promise<void>;
  #cleared: Promise<void> = Promise.resolve();
  #gone: Exit | undefined;
  #error: string | undefined;
  #stopping: Promise<void> | undefined;
  #giveUp!: (exit: Exit) => void;

  constructor(
    readonly pid: number,
    readonly stdin: Writable,
    readonly stdout: Readable,
    readonly stderr: Readable,
    left: Promise<Exit>,
    private readonly grace: { eof: number; term: number },
  ) {
    // EPIPE tells nothing that the exit does not tell better.
    for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
    const drained = Promise.all([ended(stdout), ended(stderr)]);
    const givenUp = new Promise<Exit>((resolve) => {
      this.#giveUp = resolve;
    });
    guardGroup(pid);
    this.#left = Promise.race([left, givenUp]).then((exit) => {
      this.#gone = exit;
      this.#cleared = clearLeftovers(pid).finally(() => releaseGroup(pid));
    });
    this.exited = this.#left.then(async () => {
      await Promise.race([drained, this.#cleared]);
      // A process that left the group may hold a pipe open for as long as it likes.
      await within(drained, leftoverGrace);
      for (const stream of [stdin, stdout, stderr]) stream.destroy();
      return { ...this.#gone, ...(this.#error === undefined ? {} : { error: this.#error }) };
    });
  }

  /** Sends a signal to the whole group, as a terminal does. */
  signal(name: 'SIGTERM' | 'SIGINT'): void {
    if (!this.#gone) signalGroup(this.pid, name);
  }

  /** Ends the process: end of input, then SIGTERM, then SIGKILL to the group. `error` becomes a part of its exit. */
  async stop(error?: string): Promise<Exit> {
    if (!this.#gone) this.#error ??= error;
    this.#stopping ??= this.#stop();
    await this.#stopping;
    return this.exited;
  }

  async #stop(): Promise<void> {
    const { pid, grace } = this;
    this.stdin.end();
    // A process that waits for its output to be taken never sees its input end.
    for (const stream of [this.stdout, this.stderr]) stream.resume();
    if (!(await this.#leavesWithin(grace.eof))) {
      signalGroup(pid, 'SIGTERM');
      // One that was suspended takes no other signal before it goes on.
      if (process.platform !== 'win32') signalGroup(pid, 'SIGCONT');
      if (!(await this.#leavesWithin(grace.term))) {
        signalGroup(pid, 'SIGKILL');
        if (!(await this.#leavesWithin(killGrace))) this.#giveUp({ error: `outlived SIGKILL (process ${pid})` });
      }
    }
    await this.#left;
    await this.#cleared;
  }

  async #leavesWithin(ms: number): Promise<boolean> {
    if (!this.#gone) await within(this.#left, ms);
    return this.#gone !== undefined;
  }
}

/** Launches a process; where that is impossible, `error` says why and what to do, as what is said of a server. */
export async function launchProcess(options: LaunchOptions): Promise<SupervisedProcess | { error: string }> {
  const { argv, env = {}, cwd, grace = { eof: 2000, term: 2000 } } = options;
  const [command, ...args] = argv;
  if (!command) return notStarted('no command is given; name the program that starts it');
  if (cwd !== undefined && !isDirectory(cwd))
    return notStarted(`the working directory ${cwd} is no directory; name one that exists`);
  const { execa } = await import('execa');
  const windows = process.platform === 'win32';
  const child = execa(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env,
    stdio: 'pipe',
    encoding: 'buffer',
    buffer: false,
    reject: false,
    cleanup: false,
    // A group of its own can be stopped as a whole; on Windows the same flag would open a console window.
    detached: !windows,
    windowsHide: true,
  });
  const { stdin, stdout, stderr, pid } = child;
  if (pid === undefined) {
    const failed = (await child) as { code?: string; originalMessage?: string };
    return notStarted(launchError(command, failed));
  }
  // Otherwise the output that comes before somebody reads would be thrown away.
  stdout.pause();
  stderr.pause();
  const left = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve(code === null ? { signal: String(signal) } : { code }));
  });
  // The promise side waits for the pipes, which a fork may hold for ever; the exit event is what counts.
  child.catch(() => {});
  return new SupervisedProcess(pid, stdin, stdout, stderr, left, grace);
}

const notStarted = (why: string): { error: string } => ({ error: `could not be started: ${why}` });

function launchError(command: string, { code, originalMessage }: { code?: string; originalMessage?: string }): string {
  if (code === 'ENOENT') {
    return `command not found: ${command}; give the path of a program, or the name of one on the PATH`;
  }
  if (code === 'EACCES') return `${command} may not be executed; make it executable, or name the program that runs it`;
  return `${command}: ${originalMessage ?? code ?? 'no reason given'}`;
}

// Zombies that nobody reaps still count as members of the group, hence the bound.
async function clearLeftovers(pid: number): Promise<void> {
  if (process.platform === 'win32' || !signalGroup(pid, 'SIGTERM')) return;
  for (let waited = 0; waited < leftoverGrace; waited += poll) {
    await delay(poll);
    if (!signalGroup(pid, 0)) return;
  }
  signalGroup(pid, 'SIGKILL');
}

const ended = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    stream.once('close', resolve);
    stream.once('end', resolve);
  });

// The timer goes with the wait: a pending one would keep this process alive.
async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
