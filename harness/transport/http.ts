import type { Dispatcher, Pool as UndiciPool } from 'undici';
import { KiB, messageLimit, NoiseAllowance } from './allowance.ts';
import { type ResponseBody, readBody } from './http-body.ts';
import { dropsIdle, explainHttpError } from './http-errors.ts';
import { joinHeaders, layHeaders } from './http-headers.ts';
import { Outbox } from './outbox.ts';
import type { Exit, RequestHeaders, SendOptions, Transport, WireEvent } from './transport.ts';

/** Where an HTTP server listens, and how to ask it. */
export interface HttpOptions {
  /** The MCP endpoint; a user and password in it become an Authorization header. */
  url: string;
  /** Added to every request, in place of a default of the same name. */
  headers?: RequestHeaders | undefined;
  /** Takes any certificate. */
  insecure?: boolean | undefined;
  /** The largest message taken from the server, in bytes; default 64 MiB. */
  maxMessage?: number | undefined;
  /** How long a connection may take to come about, in milliseconds; default 10,000. */
  connectTimeout?: number | undefined;
}

const contentType: RequestHeaders = { 'Content-Type': 'application/json' };
const accept: RequestHeaders = { Accept: 'application/json, text/event-stream' };

// Counted for each exchange, so that the pages of one error do not hide the next one.
const noisePerExchange = 64 * KiB;

interface Exchange {
  controller?: Dispatcher.DispatchController | undefined;
  body?: ResponseBody;
  noise?: NoiseAllowance;
  over: boolean;
  /** What became of a first try, whose connection was closed before the request had come. */
  first?: unknown;
}

/** Connects to a running server; no byte is sent before the first message. Rejects a URL that is not HTTP. */
export async function connectHttp(options: HttpOptions): Promise<Transport> {
  return openHttp(options, new Outbox());
}

/** As connectHttp, for one who has events of their own to report, and knows when the server ends. */
export async function openHttp(options: HttpOptions, outbox: Outbox): Promise<HttpTransport> {
  const url = httpUrl(options.url);
  // The package as a whole takes twice as long to load.
  // @ts-expect-error This part of it has no types of its own.
  const { default: Pool }: { default: typeof UndiciPool } = await import('undici/lib/dispatcher/pool.js');
  const pool = new Pool(url.origin, {
    pipelining: 1,
    // How long an answer may take is not for a transport to judge.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Servers drop idle connections after a few seconds: a request on one that is just being dropped would fail by our doing.
    keepAliveTimeout: 1500,
    // Also where the server promises more: on a machine under load it keeps its promise by its own clock, not by ours.
    keepAliveMaxTimeout: 1500,
    maxHeaderSize: 64 * KiB,
    connectTimeout: options.connectTimeout ?? 10_000,
    ...(options.insecure && { connect: { rejectUnauthorized: false } }),
  });
  return new HttpTransport(pool, url, options, outbox);
}

/** One request an exchange, several at a time, each on a connection of its own. */
export class HttpTransport implements Transport {
  readonly kind = 'http';
  exit: Exit | undefined;
  readonly #exchanges = new Map<number, Exchange>();
  readonly #headers: RequestHeaders;
  readonly #limit: number;
  #count = 0;
  /** Whether there may be connections that were used before. */
  #reused = false;
  #closing: Promise<Exit> | undefined;

  constructor(
    private readonly pool: Dispatcher,
    private readonly url: URL,
    { headers = {}, maxMessage }: HttpOptions,
    private readonly outbox: Outbox,
  ) {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    const basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#headers = { ...(credentials === ':' ? {} : { Authorization: basic }), ...headers };
    this.#limit = messageLimit(maxMessage);
  }

  get address(): { url: URL; configured: string[] } {
    return { url: this.url, configured: Object.keys(this.#headers) };
  }

  /** As the interface has it; `path` takes the place of the URL's own. */
  send(
    body: string | Uint8Array,
    { headers = {}, method = 'POST' }: SendOptions = {},
    path = this.url.pathname + this.url.search,
  ): number {
    const number = ++this.#count;
    if (this.#closing) return number;
    const exchange: Exchange = { over: false };
    this.#exchanges.set(number, exchange);
    const bodiless = method === 'GET' || method === 'DELETE';
    const request: Dispatcher.DispatchOptions = {
      path,
      method,
      headers: layHeaders(bodiless ? accept : { ...contentType, ...accept }, this.#headers, headers),
      body: bodiless ? null : typeof body === 'string' ? body : Buffer.from(body),
    };
    // Later, so that no event comes before the caller knows the number; and no sooner than undici takes up a connection again whose
    // response has just ended, or who asks one thing after the other would open a second one.
    setImmediate(() => this.#dispatch(number, exchange, request));
    return number;
  }

  abort(number: number): void {
    this.#finish(number);
  }

  signal(): void {}

  end(): void {}

  listen(listener: (event: WireEvent) => void): void {
    this.outbox.listen(listener);
  }

  close(): Promise<Exit> {
    return this.shut({});
  }

  /** Whether no exchange is open. */
  get idle(): boolean {
    return this.#exchanges.size === 0;
  }

  /** Breaks off every exchange, for the reason given, and reports `exit` as the last event. */
  shut(exit: Exit, error?: string): Promise<Exit> {
    this.#closing ??= this.#shut(exit, error);
    return this.#closing;
  }

  /** Breaks off every exchange, for the reason given. */
  abortAll(error?: string): void {
    for (const number of [...this.#exchanges.keys()]) this.#finish(number, error);
  }

  async #shut(exit: Exit, error?: string): Promise<Exit> {
    this.exit = exit;
    this.abortAll(error);
    await this.pool.destroy();
    this.#emit({ type: 'exit', exit });
    return exit;
  }

  #dispatch(number: number, exchange: Exchange, request: Dispatcher.DispatchOptions): void {
    if (exchange.over) return;
    const fail = (error: unknown) => {
      if (exchange.over) return;
      if (!exchange.body && exchange.first === undefined && this.#reused && dropsIdle(error)) {
        exchange.first = error;
        exchange.controller = undefined;
        this.#dispatch(number, exchange, request);
        return;
      }
      exchange.body?.end(true);
      this.#finish(number, explainHttpError((!exchange.body && exchange.first) || error, this.url.origin));
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => {
        exchange.controller = controller;
        if (exchange.over) controller.abort(new Error('aborted'));
      },
      onResponseStart: (_, status, headers) => {
        // A provisional response (100 to 199) is followed by the one that counts.
        if (exchange.over || status < 200) return;
        const http = { status, headers: joinHeaders(headers) };
        this.#emit({ type: 'head', http, exchange: number });
        const emit = (event: WireEvent) => this.#emit(event);
        exchange.noise = new NoiseAllowance(emit, noisePerExchange);
        exchange.body = readBody(http, { emit, noise: exchange.noise, exchange: number }, this.#limit);
      },
      onResponseData: (_, chunk) => {
        if (exchange.over) return;
        const broken = exchange.body?.push(chunk);
        if (broken !== undefined) fail(new Error(broken));
      },
      onResponseEnd: () => {
        if (exchange.over) return;
        exchange.body?.end(false);
        // There is nothing left to break off.
        exchange.controller = undefined;
        this.#reused = true;
        this.#finish(number);
      },
      onResponseError: (_, error) => fail(error),
    };
    try {
      this.pool.dispatch(request, handler);
    } catch (error) {
      fail(error);
    }
  }

  #finish(number: number, error?: string): void {
    const exchange = this.#exchanges.get(number);
    if (!exchange) return;
    exchange.over = true;
    this.#exchanges.delete(number);
    exchange.controller?.abort(new Error('aborted'));
    exchange.noise?.finish(number);
    this.#emit({ type: 'end', exchange: number, ...(error === undefined ? {} : { error }) });
  }

  // A fault of the listener must not pass for a fault of the server, which is what undici would make of it.
  #emit(event: WireEvent): void {
    try {
      this.outbox.emit(event);
    } catch (fault) {
      queueMicrotask(() => {
        throw fault;
      });
    }
  }
}

function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new Error(`not an HTTP URL: ${text}; give one such as http://127.0.0.1:3000/mcp`);
}
