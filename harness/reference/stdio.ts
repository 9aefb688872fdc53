import type { Readable, Writable } from 'node:stream';
import type { Connection, Host } from '../transport/host.ts';
import { Crash } from './failure.ts';
import { type FaultName, FaultSet } from './faults.ts';
import { StdioWriter } from './stdio-writer.ts';

const longestLine = 16 * 1024 * 1024;
const newline = 0x0a;

/** A server on two streams. */
export interface StdioServer {
  /** Resolves when the server has ended: 0 in good order, 1 where a fault ended it. */
  ended: Promise<number>;
  /** Ends it in good order, as on SIGTERM: open subscriptions are told first. */
  terminate(): void;
}

/** Serves one client over a pair of streams, one message a line. Ends with its input. */
export function serveStdio(
  host: Host,
  input: Readable,
  output: Writable,
  options: { faults?: FaultSet | Iterable<FaultName> } = {},
): StdioServer {
  const faults = FaultSet.of(options.faults);
  const writer = new StdioWriter(output, faults);
  let finish: (code: number) => void = () => {};
  const ended = new Promise<number>((resolve) => {
    finish = (code) => {
      input.removeAllListeners('data');
      connection.close();
      writer.end(() => resolve(code));
    };
  });
  const connection: Connection = host.connect({ over: 'stdio', send: (message) => writer.write(message) });
  const lines = new Lines((line) => {
    try {
      receive(connection, line);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      finish(1);
    }
  });
  input.on('data', (chunk: Buffer) => {
    lines.push(decodesAlone(chunk, faults));
    if (chunk.at(-1) !== newline && faults.use('stdio-reads-chunks')) lines.end();
    if (!writer.congested) return;
    input.pause();
    writer.onceRelieved(() => input.resume());
  });
  input.on('end', () => {
    lines.end();
    if (!faults.use('stdio-ignores-eof')) finish(0);
  });
  // A client that is gone can be told nothing more.
  output.on('error', () => finish(0));
  return {
    ended,
    terminate() {
      if (faults.use('stdio-ignores-sigterm')) return;
      let code = 0;
      try {
        connection.shutdown();
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        code = 1;
      }
      finish(code);
    },
  };
}

/** Bytes as they are, or as a reader leaves them that decodes each read by itself. */
function decodesAlone(chunk: Buffer, faults: FaultSet): Buffer {
  if (!faults.has('stdio-decodes-chunks')) return chunk;
  const decoded = Buffer.from(chunk.toString('utf8'));
  return decoded.equals(chunk) || !faults.use('stdio-decodes-chunks') ? chunk : decoded;
}

function receive(connection: Connection, line: Uint8Array | undefined): void {
  let text = '';
  let message: unknown;
  try {
    if (line === undefined) throw new RangeError('too long');
    text = new TextDecoder('utf-8', { fatal: true }).decode(line);
    if (text.trim() === '') return;
    message = JSON.parse(text);
  } catch {
    connection.receiveNoise(text);
    return;
  }
  connection.receive(message);
}

/** Cuts bytes into lines; a line that is too long is given as undefined, and never kept. */
class Lines {
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(private readonly take: (line: Uint8Array | undefined) => void) {}

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, at));
      start = at + 1;
      this.#give();
    }
    this.#keep(chunk.subarray(start));
  }

  /** The input is over: what stands there without a line end is a line too. */
  end(): void {
    if (this.#length > 0) this.#give();
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > longestLine) this.#parts = [];
    else this.#parts.push(part);
  }

  #give(): void {
    const line = this.#length > longestLine ? undefined : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    this.take(line);
  }
}
