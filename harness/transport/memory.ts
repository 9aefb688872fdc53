import type { JsonObject } from '../wire.ts';
import type { Connection, Host } from './host.ts';
import type { Exit, Transport, WireEvent } from './transport.ts';

/** Connects to a server inside this process; behaves as stdio does, without a process. */
export class MemoryTransport implements Transport {
  readonly kind = 'memory';
  exit: Exit | undefined;
  readonly #connection: Connection;
  readonly #kept: WireEvent[] = [];
  #listener: ((event: WireEvent) => void) | undefined;

  /** `write` gives the text of a message. */
  constructor(host: Host, write: (message: JsonObject | JsonObject[]) => string = JSON.stringify) {
    this.#connection = host.connect({
      over: 'stdio',
      // Copied as bytes would be: what the server does to its object later must not show.
      send: (message) => this.#deliver(write(message)),
    });
  }

  send(body: string | Uint8Array): number {
    queueMicrotask(() => {
      if (this.exit) return;
      const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
      for (const line of text.split('\n')) if (line.trim() !== '') this.#receive(line);
    });
    return 0;
  }

  abort(): void {}

  signal(): void {
    // Each connection stands for a process.
    let exit: Exit = { code: 0 };
    try {
      this.#connection.shutdown();
    } catch (error) {
      exit = crashOf(error);
    }
    // After the messages that the shutdown sent, which are on their way.
    queueMicrotask(() => this.#end(exit));
  }

  end(): void {
    this.#end({ code: 0 });
  }

  listen(listener: (event: WireEvent) => void): void {
    this.#listener = listener;
    for (const event of this.#kept.splice(0)) listener(event);
  }

  async close(): Promise<Exit> {
    this.#end({ code: 0 });
    return this.exit!;
  }

  #receive(line: string): void {
    const message = parsed(line);
    try {
      if (message === undefined) this.#connection.receiveNoise(line);
      else this.#connection.receive(message);
    } catch (error) {
      // An in-process server that throws has crashed, as a process would.
      this.#end(crashOf(error));
    }
  }

  #deliver(text: string): void {
    // What a server wrote before it ended still arrives, as it does over a pipe.
    if (this.exit) return;
    queueMicrotask(() => this.#emit({ type: 'message', message: JSON.parse(text), text }));
  }

  #end(exit: Exit): void {
    if (this.exit) return;
    this.exit = exit;
    this.#connection.close();
    queueMicrotask(() => this.#emit({ type: 'exit', exit }));
  }

  #emit(event: WireEvent): void {
    if (this.#listener) this.#listener(event);
    else this.#kept.push(event);
  }
}

const crashOf = (error: unknown): Exit => ({
  code: 1,
  ...(error instanceof Error && { error: `crashed: ${error.message}` }),
});

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
