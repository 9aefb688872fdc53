import type { JsonObject } from '../wire.ts';

/** How bytes travel: `memory` behaves as stdio does, inside this process; `sse` is 2024-11-05's own HTTP+SSE. */
export type TransportKind = 'stdio' | 'http' | 'sse' | 'memory';

/** HTTP request headers; `undefined` leaves a default header out, an array sends a header more than once. */
export type RequestHeaders = Record<string, string | string[] | undefined>;

/** What to do with one outgoing message over HTTP; every other transport ignores it. */
export interface SendOptions {
  /** Added to, or in place of, the transport's own `Content-Type` and `Accept`. Names keep their case on the wire. */
  headers?: RequestHeaders;
  /** HTTP method; default POST. GET and DELETE send no body. */
  method?: 'POST' | 'GET' | 'DELETE' | 'OPTIONS' | 'PUT';
}

/** The head of an HTTP response: header names in lower case, repeated headers joined by ", ". */
export interface HttpHead {
  status: number;
  headers: Record<string, string>;
}

/** How a server process (or its connection) ended: an exit code, a signal, or an error in words. */
export interface Exit {
  code?: number;
  signal?: string;
  error?: string;
}

/** What a transport reports, in the order of arrival. `exchange` tells which HTTP request a thing belongs to. */
export type WireEvent =
  /** A complete JSON value: a JSON-RPC message or, where a server batches, an array of them. `text` is as received. */
  | { type: 'message'; message: JsonObject | unknown[]; text: string; exchange?: number }
  /** Bytes where a message should be, e.g. a banner on stdout, or an HTTP body that is no JSON. `why` names the fault. */
  | { type: 'noise'; text: string; why: string; exchange?: number }
  | { type: 'stderr'; text: string }
  /** The head of an HTTP response. */
  | { type: 'head'; http: HttpHead; exchange: number }
  /** An SSE event's id and retry, where given; its data follows as a message, except that of an `endpoint` event. */
  | { type: 'sse'; id?: string; event?: string; retry?: number; data?: string; empty: boolean; exchange: number }
  /** An HTTP exchange is over; `error` where it broke (refused, reset, wrong length). */
  | { type: 'end'; exchange: number; error?: string }
  /** The process or connection is gone. Comes once and last. */
  | { type: 'exit'; exit: Exit };

/** Carries bytes to one server and back; it knows nothing of MCP. */
export interface Transport {
  readonly kind: TransportKind;
  /** How the server ended, once it has. */
  readonly exit: Exit | undefined;
  /** Over HTTP: the address that is asked, and the names of the headers that go out with every request because somebody said so. */
  readonly address?: { url: URL; configured: string[] } | undefined;
  /**
   * Sends one body: over stdio a line (the transport adds the newline), over HTTP one request.
   * Answers at once with the number of the exchange (always 0 except over HTTP); never throws, what goes wrong comes as an event.
   * A Uint8Array goes out as it is, without a newline.
   */
  send(body: string | Uint8Array, options?: SendOptions): number;
  /** Breaks off one HTTP exchange, as a client that closes the stream does. */
  abort(exchange: number): void;
  /** Asks the process to end by a signal, where there is one. */
  signal(name: 'SIGTERM' | 'SIGINT'): void;
  /** Closes the server's standard input, where there is one. */
  end(): void;
  /** Registers the one listener; events before that are kept for it. */
  listen(listener: (event: WireEvent) => void): void;
  /** Ends everything this transport started (stdio: EOF, then SIGTERM, then SIGKILL to the whole process group). */
  close(): Promise<Exit>;
}
