import type { JsonObject, Revision } from '../wire.ts';

/** One client's connection to an in-process server: messages in, messages out. */
export interface Connection {
  /** Takes one parsed message (or, where a revision has batches, an array of them). */
  receive(message: unknown): void;
  /** Takes a line that is no JSON; a server may answer a parse error. */
  receiveNoise(text: string): void;
  /** The client is gone: forget its subscriptions. */
  close(): void;
  /** Ends this connection in good order, as the end of a process of its own would: open subscriptions are told. */
  shutdown(): void;
}

/** What a connection may be told when it is made. */
export interface ConnectionOptions {
  /** Called for each message the server sends on this connection, in order. */
  send: (message: JsonObject | JsonObject[]) => void;
  /** The revision that a front end already knows (an HTTP header); else the messages themselves tell. */
  revision?: Revision;
  /** The front end that carries the connection; a server may only do over one what the other forbids. */
  over: 'stdio' | 'http';
}

/** An in-process server that several connections share, as sessions of one HTTP server do. */
export interface Host {
  connect(options: ConnectionOptions): Connection;
  /** Ends the server in good order: open subscriptions are told. */
  shutdown(): void;
}
