import type { HttpHead, Transport } from '../transport/transport.ts';
import { type Id, isObject, type JsonObject } from '../wire.ts';
import { deadline } from './deadline.ts';
import type { Reply } from './reply.ts';

/** A message that came with an exchange, and its line of the transcript. */
export interface Arrival {
  line: number;
  message: JsonObject;
}

/** One event of a response stream, without its data. */
export interface StreamEvent {
  id?: string;
  event?: string;
  retry?: number;
  empty: boolean;
  line: number;
}

/** One message of ours and all that belongs to it: over HTTP its response stream, over stdio what carries its id. */
export class Exchange {
  /** Notifications (and requests) of the server that belong to this exchange, in order. */
  readonly arrivals: Arrival[] = [];
  readonly lines: number[];
  /** The events of the response stream, and of the streams that continued it. */
  readonly events: StreamEvent[] = [];
  http: HttpHead | undefined;
  /** SSE was used for the response. */
  streamed = false;
  /** Over HTTP+SSE: the POST has its response. */
  taken = false;
  /** We broke the exchange off. */
  aborted = false;
  /** The connection broke, in words, before the response was complete. */
  broken: string | undefined;
  /** The response stream ended before the answer, and how often it was continued from its last event since. */
  cut: number | undefined;
  /** Whether anything more can come: the answer is here, or the HTTP response is over, or the server is gone. */
  over = false;
  /** Resolves once, with the answer or with the reason why none can come any more. */
  readonly reply: Promise<Reply>;
  #resolve!: (reply: Reply) => void;
  #settled = false;
  #stray: Arrival | undefined;
  readonly #wakers = new Set<() => void>();

  constructor(
    private readonly transport: Transport,
    readonly number: number,
    readonly sent: { line: number; id: Id | undefined; method: string; params: JsonObject | undefined },
  ) {
    this.lines = [sent.line];
    this.reply = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** Takes the response. */
  answer({ line, message }: Arrival): void {
    this.lines.push(line);
    const members = {
      ...('result' in message ? { result: message.result } : {}),
      ...('error' in message ? { error: message.error } : {}),
    };
    const malformed = !('result' in message || 'error' in message);
    this.settle({
      message,
      ...members,
      ...(malformed && { missing: 'a response with neither result nor error', cause: 'malformed' as const }),
    });
    const { kind } = this.transport;
    // Over HTTP+SSE the response to the POST is still to come where the answer on the stream was faster.
    const whole = kind === 'sse' ? this.taken : kind !== 'http' || this.cut !== undefined;
    if (whole) this.over = true;
    this.wake();
  }

  /** Takes a message of the server that belongs to this exchange and is not its response. */
  arrive(arrival: Arrival): void {
    this.lines.push(arrival.line);
    // An HTTP response carries the answer to its own request even where the id is wrong, such as null in a 400.
    if (!('method' in arrival.message) && isObject(arrival.message)) this.#stray = arrival;
    else this.arrivals.push(arrival);
    this.wake();
  }

  /** No more will come: settles with the stray response, if there was one, or with the reason. */
  finish(missing: string, cause: 'exit' | 'http'): void {
    this.over = true;
    if (this.#stray && !this.#settled) {
      const { message } = this.#stray;
      // A web framework says {"error": "Not Found"} of itself: without any mark of JSON-RPC that is a status in words.
      const foreign = typeof message.error === 'string' && !('jsonrpc' in message);
      if ('error' in message && !foreign) this.settle({ message, error: message.error });
      else if ('result' in message) this.settle({ message, result: message.result });
    }
    this.settle({ missing, cause });
    this.wake();
  }

  /** Breaks the exchange off: over HTTP the response stream is closed. */
  abort(): void {
    this.aborted = true;
    this.transport.abort(this.number);
  }

  /** Resolves when `done` holds, the exchange is over, or `ms` have passed; tells whether `done` holds. */
  async until(done: () => boolean, ms: number): Promise<boolean> {
    if (done() || this.over) return done();
    await new Promise<void>((resolve) => {
      const finish = () => {
        callOff();
        this.#wakers.delete(look);
        resolve();
      };
      const look = () => {
        if (done() || this.over) finish();
      };
      const callOff = deadline(ms, finish);
      this.#wakers.add(look);
    });
    return done();
  }

  /** What is known when the answer did not come in time. */
  timedOut(ms: number): Reply {
    return this.#reply({ missing: `no answer within ${ms} ms`, cause: 'timeout' });
  }

  settle(members: Partial<Reply>): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#resolve(this.#reply(members));
  }

  wake(): void {
    for (const look of [...this.#wakers]) look();
  }

  #reply(members: Partial<Reply>): Reply {
    const { method, id, params } = this.sent;
    return { method, id, params, ...(this.http && { http: this.http }), lines: this.lines, ...members };
  }
}
