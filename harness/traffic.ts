import { isDeepStrictEqual } from 'node:util';
import type { Line } from './report.ts';
import type { Transcript } from './transcript.ts';
import type { TransportKind } from './transport/transport.ts';
import { isObject, type JsonObject, type Revision } from './wire.ts';

/** A message of the server, its line, and the request that it answers. */
export interface Heard {
  line: number;
  session: number;
  message: JsonObject;
  /** The request that a response answers, and its line, where it could be found. */
  request?: JsonObject;
  requestLine?: number;
}

/** One HTTP request of ours and all that came of it. */
export interface HttpTraffic {
  sent: Line;
  /** The message that was sent, where it was one. */
  message: JsonObject | undefined;
  method: string;
  /** The head of the response. */
  head: Line | undefined;
  status: number | undefined;
  /** Type and subtype of the response, in lower case; empty where it names none. */
  type: string;
  /** Messages, noise and events of the response, in order. */
  parts: Line[];
}

/** What a passive case judges: all traffic of a leg. */
export class Traffic {
  readonly #heard: Heard[] = [];
  /** What was picked out of the traffic already: dozens of cases ask for the same. */
  readonly #picked = new Map<string, readonly unknown[]>();

  constructor(
    readonly transcript: Transcript,
    readonly revision: Revision,
    readonly kind: TransportKind,
    readonly capabilities: JsonObject,
  ) {
    const delivered = new Map<string, unknown>();
    for (const { n, direction, session, message } of transcript.lines) {
      if (direction !== 'in' || message === undefined) continue;
      // What a stream repeats because it is continued from an earlier event is said once.
      const event = eventId(transcript.lines[n - 2], session);
      if (event !== undefined && isDeepStrictEqual(delivered.get(event), message)) continue;
      if (event !== undefined) delivered.set(event, message);
      for (const each of Array.isArray(message) ? message : [message])
        if (isObject(each)) this.#heard.push({ line: n, session, message: each, ...this.#asked(n) });
    }
  }

  get http(): boolean {
    return this.kind === 'http';
  }

  get lines(): readonly Line[] {
    return this.transcript.lines;
  }

  /** All messages that the server sent. */
  get messages(): readonly Heard[] {
    return this.#heard;
  }

  /** Responses, to `method` where it is given. */
  responses(method?: string): readonly Heard[] {
    return this.#pick(`responses ${method ?? ''}`, () =>
      this.#heard.filter(
        ({ message, request }) => !('method' in message) && (method === undefined || request?.method === method),
      ),
    );
  }

  /** Results, of `method` where it is given. */
  results(method?: string): readonly (Heard & { result: any })[] {
    return this.#pick(`results ${method ?? ''}`, () =>
      this.responses(method)
        .filter(({ message }) => 'result' in message)
        .map((heard) => ({ ...heard, result: heard.message.result })),
    );
  }

  /** Errors, whatever type their error member has. */
  errors(): readonly (Heard & { error: any })[] {
    return this.#pick('errors', () =>
      this.responses()
        .filter(({ message }) => 'error' in message)
        .map((heard) => ({ ...heard, error: heard.message.error })),
    );
  }

  /** Notifications, of `method` where it is given. */
  notifications(method?: string): Heard[] {
    return this.#heard.filter(
      ({ message }) => 'method' in message && !('id' in message) && (method === undefined || message.method === method),
    );
  }

  /** Requests that the server sent. */
  requests(): Heard[] {
    return this.#heard.filter(({ message }) => 'method' in message && 'id' in message);
  }

  /** The sessions in which an initialize was sent, also by hand. */
  get handshakes(): ReadonlySet<number> {
    return new Set(this.sent().flatMap(({ message, session }) => (message.method === 'initialize' ? [session] : [])));
  }

  /** Our messages, in order. */
  sent(): readonly { line: number; session: number; message: JsonObject }[] {
    return this.#pick('sent', () =>
      this.lines.flatMap(({ n, direction, session, message }) =>
        direction === 'out' && isObject(message) ? [{ line: n, session, message }] : [],
      ),
    );
  }

  /** All HTTP requests, with what came of each. */
  exchanges(): readonly HttpTraffic[] {
    return this.#pick('exchanges', () => this.#gather());
  }

  #gather(): HttpTraffic[] {
    const exchanges = new Map<number, HttpTraffic>();
    for (const line of this.lines) {
      if (line.direction === 'out') {
        const message = isObject(line.message) ? line.message : undefined;
        const method = String(line.http?.method ?? 'POST');
        const nothing = { head: undefined, status: undefined, type: '', parts: [] };
        exchanges.set(line.n, { sent: line, message, method, ...nothing });
        continue;
      }
      const exchange = exchanges.get(this.transcript.partOf.get(line.n) ?? 0);
      if (!exchange) continue;
      if (line.direction !== 'in' || line.http === undefined) exchange.parts.push(line);
      else {
        const { status, headers = {} } = line.http;
        const type = String(headers['content-type'] ?? '');
        Object.assign(exchange, { head: line, status, type: type.split(';', 1)[0]!.trim().toLowerCase() });
      }
    }
    return [...exchanges.values()];
  }

  #pick<T>(what: string, find: () => readonly T[]): readonly T[] {
    const known = this.#picked.get(what) ?? find();
    this.#picked.set(what, known);
    return known as readonly T[];
  }

  #asked(line: number): { request?: JsonObject; requestLine?: number } {
    const requestLine = this.transcript.requestOf.get(line);
    const request = requestLine === undefined ? undefined : this.transcript.lines[requestLine - 1]?.message;
    return requestLine !== undefined && isObject(request) ? { request, requestLine } : {};
  }
}

/** Names the event of a stream, by the line that tells of it, within all sessions; undefined where it has no id. */
function eventId({ http, session }: Line = {} as Line, of: number): string | undefined {
  const id: unknown = session === of && http?.type === 'sse' ? http.id : undefined;
  return typeof id === 'string' && id !== '' ? `${session} ${id}` : undefined;
}
