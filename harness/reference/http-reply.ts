import type { ServerResponse } from 'node:http';
import { type Id, isObject, type JsonObject } from '../wire.ts';
import { code, type Failure } from './failure.ts';
import type { FaultSet } from './faults.ts';
import { jsonText } from './json-text.ts';

type Headers = Record<string, string>;

/** What a host sends: a message, or the array that answers a batch. */
export type Message = JsonObject | JsonObject[];

/** A message that is no array. */
export const single = (message: Message): JsonObject | undefined => (Array.isArray(message) ? undefined : message);

/** Whether a message (or the array that answers a batch) is an answer, not a notification or a request. */
export const isAnswer = (message: Message): boolean => single(message)?.method === undefined;

/** Whether a message brings the contents of a resource. */
const isRead = (message: unknown): boolean =>
  isObject(message) && isObject(message.result) && 'contents' in message.result;

/** An HTTP response, written as one JSON object, as an event stream, or as a bare status. */
export class Reply {
  constructor(
    readonly response: ServerResponse,
    private readonly faults: FaultSet,
  ) {}

  /** A status without a body. */
  bare(status: number, headers: Headers = {}): void {
    this.response.writeHead(status, { 'Content-Length': '0', ...headers }).end();
  }

  /** One JSON object. */
  json(status: number, message: unknown, headers: Headers = {}): void {
    const { faults } = this;
    const refused = isObject(message) && 'error' in message;
    const anonymous = refused && status >= 400 && !('id' in message) && faults.use('http-refusals-bare');
    if (anonymous || (refused && faults.use('http-error-without-body'))) {
      this.bare(status, headers);
      return;
    }
    const plain = faults.use('http-text-plain') ? 'text/plain' : 'application/json';
    const label = faults.use('http-no-content-type') ? {} : { 'Content-Type': this.#typed(plain) };
    const trailing = isRead(message) && faults.use('http-json-trailing') ? ' done' : '';
    const text = `${faults.use('http-bom') ? '\ufeff' : ''}${jsonText(message, faults)}${trailing}`;
    const latin = faults.has('http-latin-1') && /[\x80-\xff]/.test(text) && faults.use('http-latin-1');
    const body = Buffer.from(text, latin ? 'latin1' : 'utf8');
    this.response.writeHead(status, { ...label, 'Content-Length': String(body.length), ...headers }).end(body);
  }

  /** A refusal with a JSON-RPC error; without an id where none could be read. */
  refuse(status: number, failure: Failure, id?: Id): void {
    this.json(status, { jsonrpc: '2.0', ...(id !== undefined && { id }), error: failure.error });
  }

  /** Opens an event stream; its head goes out at once, or with the first message. */
  stream(headers: Headers = {}, atOnce = true): EventStream {
    const { faults } = this;
    this.response.writeHead(200, {
      'Content-Type': this.#typed('text/event-stream'),
      'Cache-Control': 'no-cache',
      ...(!faults.use('http-sse-buffered') && { 'X-Accel-Buffering': 'no' }),
      ...headers,
    });
    if (atOnce) this.response.flushHeaders();
    if (faults.use('http-sse-greets')) this.response.write('data: hello\n\n');
    return new EventStream(this.response, faults);
  }

  #typed(type: string): string {
    const { faults } = this;
    const full = faults.use('http-content-type-charset') ? `${type}; charset=utf-8` : type;
    return faults.use('http-type-upper-case') ? full.toUpperCase() : full;
  }

  /** The status of a JSON-RPC error, where the specification sets one; `malformed`: the request lacked required `_meta`. */
  statusOf(message: Message, malformed: boolean): number {
    const { faults } = this;
    const error: unknown = single(message)?.error;
    if (!isObject(error)) return 200;
    switch (error.code) {
      case code.unsupportedVersion:
        return faults.use('http-unsupported-version-200') || faults.use('http-error-200') ? 200 : 400;
      case code.methodNotFound:
        if (faults.use('http-unknown-method-200') || faults.use('http-error-200')) return 200;
        return 404;
      case code.missingCapability:
        if (faults.use('http-missing-capability-403')) return 403;
        return faults.use('http-missing-capability-200') || faults.use('http-error-200') ? 200 : 400;
      case code.headerMismatch:
      case code.invalidRequest:
      case code.parseError:
        return faults.use('http-error-200') ? 200 : 400;
      case code.invalidParams:
        if (malformed) return faults.use('http-malformed-200') || faults.use('http-error-200') ? 200 : 400;
        if (isObject(error.data) && 'uri' in error.data && faults.use('http-not-found-404')) return 404;
        return faults.use('http-invalid-params-400') ? 400 : 200;
      default:
        return 200;
    }
  }
}

/** A stream of Server-Sent Events, one message each. */
export class EventStream {
  constructor(
    private readonly response: ServerResponse,
    private readonly faults: FaultSet,
  ) {}

  get open(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  /** Calls back when the connection is gone before the stream has ended. */
  onCut(callback: () => void): void {
    this.response.on('close', () => {
      if (!this.response.writableEnded) callback();
    });
  }

  /** Gives the client an event id to come back with, and where it is given the time to wait before, in milliseconds. */
  prime(id: string, retry?: number): void {
    if (this.open) this.response.write(`id: ${id}\n${retry === undefined ? '' : `retry: ${retry}\n`}data:\n\n`);
  }

  send(message: Message, id?: string): void {
    const { faults } = this;
    if (!this.open) return;
    const batched = isAnswer(message) && !Array.isArray(message) && faults.use('http-sse-batched');
    const text = `${faults.use('http-bom') ? '\ufeff' : ''}${jsonText(batched ? [message] : message, faults)}`;
    const read = isRead(message);
    const raw = faults.use('http-sse-raw') || (read && faults.use('http-sse-raw-reads'));
    const unframed = faults.use('http-sse-unframed') || (read && faults.use('http-sse-unframed-reads'));
    const name = faults.use('http-sse-named') ? 'mcp' : 'message';
    const head = id === undefined ? '' : `id: ${id}\n`;
    const comment = `${faults.use('http-sse-comments') ? ': a comment\n\n' : ''}${head}`;
    const framed = raw ? `${text}\n` : `${comment}event: ${name}\ndata: ${text}\n`;
    const event = unframed ? framed : `${framed}\n`;
    this.response.write(faults.use('http-sse-crlf') ? event.replaceAll('\n', '\r\n') : event);
  }

  /** Breaks the connection, as a bad network does. */
  break(): void {
    this.response.destroy();
  }

  end(): void {
    if (this.open && !this.faults.use('http-sse-stays-open')) this.response.end();
  }
}
