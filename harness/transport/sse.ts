import { type HttpOptions, type HttpTransport, openHttp } from './http.ts';
import { Outbox } from './outbox.ts';
import { exitedTransport } from './stdio.ts';
import type { Exit, SendOptions, Transport, WireEvent } from './transport.ts';

/** Where the stream of 2024-11-05's HTTP+SSE transport is opened, and how long that may take, in milliseconds. */
export interface SseOptions extends HttpOptions {
  startTimeout: number;
}

/** Opens the stream and waits for the `endpoint` event; where none comes, the transport has already exited, with the reason. */
export async function connectSse(options: SseOptions): Promise<Transport> {
  const inner = new Outbox();
  const http = await openHttp(options, inner);
  const transport = new SseTransport(http, options.url);
  inner.listen((event) => transport.take(event));
  const reason = await transport.open(options.startTimeout);
  if (reason === undefined) return transport;
  await http.close();
  return exitedTransport('sse', { error: reason }, transport.outbox);
}

/** Messages go out as POSTs to the endpoint that the server names, and come back on one stream. */
class SseTransport implements Transport {
  readonly kind = 'sse';
  exit: Exit | undefined;
  readonly outbox = new Outbox();
  #stream = 0;
  #endpoint: string | undefined;
  #failed = false;
  /** The next message or noise of the stream is the data of an `endpoint` event. */
  #announcing: Extract<WireEvent, { type: 'sse' }> | undefined;
  #opened!: (reason?: string) => void;

  constructor(
    private readonly http: HttpTransport,
    private readonly url: string,
  ) {}

  get address(): Transport['address'] {
    return this.http.address;
  }

  /** Resolves with the reason why no endpoint is known, if none is. */
  async open(ms: number): Promise<string | undefined> {
    const opened = new Promise<string | undefined>((resolve) => {
      this.#opened = resolve;
    });
    const late = `no endpoint event came within ${ms} ms of opening the event stream`;
    const timer = setTimeout(() => this.#fail(late), ms);
    const headers = { Accept: 'text/event-stream', 'Content-Type': undefined };
    this.#stream = this.http.send('', { method: 'GET', headers });
    const reason = await opened;
    clearTimeout(timer);
    return reason;
  }

  send(body: string | Uint8Array, options: SendOptions = {}): number {
    const post = options.method === undefined || options.method === 'POST';
    return this.http.send(body, options, post ? this.#endpoint : undefined);
  }

  abort(exchange: number): void {
    this.http.abort(exchange);
  }

  signal(): void {}

  end(): void {}

  listen(listener: (event: WireEvent) => void): void {
    this.outbox.listen(listener);
  }

  async close(): Promise<Exit> {
    await this.http.close();
    return this.exit ?? {};
  }

  take(event: WireEvent): void {
    if (this.#failed) return;
    if (event.type === 'exit') this.exit = event.exit;
    if (!('exchange' in event) || event.exchange !== this.#stream) {
      this.outbox.emit(event);
      return;
    }
    switch (event.type) {
      case 'head': {
        this.outbox.emit(event);
        const { status, headers } = event.http;
        const type = headers['content-type'] ?? 'no content type';
        if (status !== 200 || !/^text\/event-stream\b/i.test(type))
          this.#fail(
            `the event stream was answered with HTTP status ${status} and ${type.slice(0, 80)}${mend(status)}`,
          );
        return;
      }
      case 'sse':
        if (event.event !== 'endpoint') this.outbox.emit(event);
        else if (event.empty) this.#announce(event, '');
        else this.#announcing = event;
        return;
      case 'end':
        if (this.#endpoint === undefined) {
          this.#fail(event.error ?? 'the event stream ended before an endpoint event');
          return;
        }
        this.exit ??= { error: event.error ?? 'ended the event stream' };
        this.outbox.emit({ type: 'exit', exit: this.exit });
        return;
      default: {
        const announcing = this.#announcing;
        this.#announcing = undefined;
        if (announcing && 'text' in event) this.#announce(announcing, event.text);
        else this.#pass(event);
      }
    }
  }

  /** No endpoint will be known: what comes after that is of no use. */
  #fail(reason: string): void {
    this.#failed = true;
    this.#opened(reason);
  }

  /** What comes on the stream belongs to no POST. */
  #pass(event: WireEvent): void {
    if (event.type === 'message') this.outbox.emit({ type: 'message', message: event.message, text: event.text });
    else if (event.type === 'noise') this.outbox.emit({ type: 'noise', text: event.text, why: event.why });
  }

  #announce(event: Extract<WireEvent, { type: 'sse' }>, data: string): void {
    this.outbox.emit({ ...event, data: data.slice(0, 2000) });
    if (this.#endpoint !== undefined) return;
    const given = endpointIn(data);
    const base = new URL(this.url);
    if (given === undefined || !URL.canParse(given, this.url)) {
      this.#fail('the endpoint event names no URI to send messages to');
      return;
    }
    const { origin, pathname, search } = new URL(given, base);
    // Whoever may name another origin may have our credentials sent there.
    if (origin !== base.origin) {
      this.#fail(`the endpoint event names another origin, ${origin.slice(0, 200)}, which is not followed`);
      return;
    }
    this.#endpoint = pathname + search;
    this.#opened();
  }
}

const mend = (status: number): string => {
  if (status === 401 || status === 403) return "; give credentials with --header 'Authorization: …'";
  return status === 429 || status >= 500
    ? ''
    : '; mend the path of --sse, or use --url where the server has the Streamable HTTP transport';
};

/** The URI in the data of an endpoint event: bare, as it should be, or wrapped into JSON by a server that goes wrong there. */
function endpointIn(data: string): string | undefined {
  const text = data.trim();
  if (text === '') return undefined;
  if (!/^["{]/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    const members: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    return members.find((member): member is string => typeof member === 'string');
  } catch {
    return text;
  }
}
