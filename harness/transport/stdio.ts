import type { Readable, Writable } from 'node:stream';
import { defaultMaxMessage, MiB, messageLimit, NoiseAllowance, StderrAllowance } from './allowance.ts';
import { MessageLines } from './message-lines.ts';
import { Outbox } from './outbox.ts';
import { type LaunchOptions, launchProcess } from './process.ts';
import type { Exit, Transport, WireEvent } from './transport.ts';

/** How to launch a server and talk to it over its standard input and output. */
export interface StdioOptions extends LaunchOptions {
  /** The largest message taken from the server, in bytes; default 64 MiB. */
  maxMessage?: number | undefined;
}

// What may wait for a server that does not read its input.
const maxUnread = defaultMaxMessage;

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
export const overPipes = (server: PipedServer, options: Pick<StdioOptions, 'maxMessage'> = {}): Transport =>
  new StdioTransport(server, options);

class StdioTransport implements Transport {
  readonly kind = 'stdio';
  exit: Exit | undefined;
  readonly #outbox = new Outbox();

  constructor(
    private readonly process: PipedServer,
    { maxMessage }: Pick<StdioOptions, 'maxMessage'>,
  ) {
    const emit = (event: WireEvent) => this.#outbox.emit(event);
    const noise = new NoiseAllowance(emit);
    const stderr = new StderrAllowance(emit);
    const lines = new MessageLines({ emit, noise }, messageLimit(maxMessage));
    process.stdout.on('data', (chunk: Buffer) => lines.push(chunk)).resume();
    process.stderr.on('data', (chunk: Buffer) => stderr.push(chunk)).resume();
    process.exited.then((exit) => {
      lines.end();
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
      this.process.stop(
        `the server does not read its standard input: more than ${maxUnread / MiB} MiB are waiting for it`,
      );
      return 0;
    }
    stdin.write(typeof body === 'string' ? `${body}\n` : body);
    return 0;
  }

  abort(): void {}

  signal(name: 'SIGTERM' | 'SIGINT'): void {
    this.process.signal(name);
  }

  end(): void {
    this.process.stdin.end();
  }

  listen(listener: (event: WireEvent) => void): void {
    this.#outbox.listen(listener);
  }

  close(): Promise<Exit> {
    return this.process.stop();
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
