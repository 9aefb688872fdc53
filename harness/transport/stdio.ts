import type { Readable, Writable } from 'node:stream';
import { defaultMaxMessage, MiB, messageLimit, NoiseAllowance, StderrAllowance } from './allowance.ts';
import { FloodWatch } from './flood-watch.ts';
import { lspFraming } from './json-message.ts';
import { MessageLines } from './message-lines.ts';
import { Outbox } from './outbox.ts';
import { type LaunchOptions, launchProcess } from './process.ts';
import type { Exit, Transport, WireEvent } from './transport.ts';

/** How to launch a server and talk to it over its standard input and output. */
export interface StdioOptions extends LaunchOptions {
  /** The largest message taken from the server, in bytes; default 64 MiB. */
  maxMessage?: number | undefined;
}

type PipeOptions = Pick<StdioOptions, 'maxMessage' | 'masking'>;

// What may wait for a server that does not read its input.
const maxUnread = defaultMaxMessage;
// How long a server that seems lost gets to show that it is not, or to end by itself, in milliseconds.
const doubtFor = 1000;
const lspServer =
  'frames messages as the Language Server Protocol does, by a Content-Length header; MCP wants one message a line';

/** Launches a server; one that cannot be started comes as a transport that has already exited, with the reason. */
export async function launchStdio(options: StdioOptions): Promise<Transport> {
  const launched = await launchProcess(options);
  return 'error' in launched ? exitedTransport('stdio', launched) : overPipes(launched, options);
}

/** A server at the other end of three pipes, whether it is a process or not. */
export interface PipedServer {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  /** How it ended; comes after all that it wrote has been read. */
  exited: Promise<Exit>;
  signal(name: 'SIGTERM' | 'SIGINT'): void;
  /** Ends it, by the end of its input first. */
  stop(error?: string): Promise<Exit>;
}

/** Talks to a server over its pipes. */
export const overPipes = (server: PipedServer, options: PipeOptions = {}): Transport =>
  new StdioTransport(server, options);

class StdioTransport implements Transport {
  readonly kind = 'stdio';
  exit: Exit | undefined;
  readonly #outbox = new Outbox();
  /** Whether we have begun to end the server: what it does then is no fault. */
  #ending = false;
  /** Whether no conversation is possible with it any more. */
  #lost = false;
  #doubt: NodeJS.Timeout | undefined;

  constructor(
    private readonly process: PipedServer,
    { maxMessage, masking }: PipeOptions,
  ) {
    const flood = new FloodWatch();
    const emit = (event: WireEvent) => {
      if (event.type === 'message') flood.calm();
      this.#outbox.emit(event);
      if (event.type === 'noise' && event.why.startsWith(lspFraming) && !flood.heard)
        this.#stopUnless(() => flood.heard, lspServer);
    };
    const noise = new NoiseAllowance(emit, MiB, () => flood.piece());
    const stderr = new StderrAllowance(emit, masking);
    const lines = new MessageLines({ emit, noise }, messageLimit(maxMessage));
    const read = (chunk: Buffer) => {
      if (this.#lost) return;
      lines.push(chunk);
      const over = flood.take(chunk.length);
      if (over !== undefined) this.#stop(over);
    };
    const { stdin, stdout } = process;
    stdout.on('data', read).resume();
    process.stderr.on('data', (chunk: Buffer) => stderr.push(chunk)).resume();
    // A server that ends closes its pipes too: only one that goes on without them is lost.
    stdout.once('end', () => this.#stopUnless(() => false, 'closed its standard output and went on running'));
    stdin.once('error', () => this.#stopUnless(() => false, 'closed its standard input and went on running'));
    process.exited.then((exit) => {
      clearTimeout(this.#doubt);
      // Who is killed in the middle of a line has not left it without an end, and from a lost server nothing more is taken.
      if (exit.signal === undefined && !this.#lost) lines.end(this.#ending);
      noise.finish();
      stderr.finish();
      this.exit = exit;
      emit({ type: 'exit', exit });
    });
  }

  send(body: string | Uint8Array): number {
    const { stdin } = this.process;
    if (!stdin.writable) return 0;
    if (stdin.writableLength > maxUnread) {
      this.#stop(`does not read its standard input: more than ${maxUnread / MiB} MiB are waiting for it`);
      return 0;
    }
    stdin.write(typeof body === 'string' ? `${body}\n` : body);
    return 0;
  }

  abort(): void {}

  signal(name: 'SIGTERM' | 'SIGINT'): void {
    this.#ending = true;
    this.process.signal(name);
  }

  end(): void {
    this.#ending = true;
    this.process.stdin.end();
  }

  listen(listener: (event: WireEvent) => void): void {
    this.#outbox.listen(listener);
  }

  close(): Promise<Exit> {
    this.#ending = true;
    clearTimeout(this.#doubt);
    return this.process.stop();
  }

  #stop(error: string): void {
    this.#ending = true;
    this.#lost = true;
    void this.process.stop(error);
  }

  /** Ends a server with which no conversation is possible, if a moment later this is still so. */
  #stopUnless(refuted: () => boolean, error: string): void {
    if (this.#ending) return;
    this.#doubt ??= setTimeout(() => {
      if (!this.#ending && !refuted()) this.#stop(error);
      this.#doubt = undefined;
    }, doubtFor);
  }
}

/** A transport to a server that never came to be; `outbox` holds what it had to say. */
export function exitedTransport(kind: 'stdio' | 'http' | 'sse', exit: Exit, outbox = new Outbox()): Transport {
  outbox.emit({ type: 'exit', exit });
  return {
    kind,
    exit,
    send: () => 0,
    abort() {},
    signal() {},
    end() {},
    listen: (listener) => outbox.listen(listener),
    close: async () => exit,
  };
}
