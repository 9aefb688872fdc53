import type { Transcript } from '../transcript.ts';
import type { HttpHead, RequestHeaders, SendOptions } from '../transport/transport.ts';
import { requestInWords, type Trouble, troublesOf } from '../troubles.ts';
import type { Id, JsonObject, Revision } from '../wire.ts';
import type { Channel } from './channel.ts';
import { deadline } from './deadline.ts';
import type { Exchange } from './exchange.ts';
import { patiently } from './patience.ts';
import { codeOf, isResult, type Reply } from './reply.ts';

/** How one request departs from an ordinary one. */
export interface RequestOptions {
  /** The id to use; default: a string that no counter can guess. */
  id?: Id;
  /** Milliseconds to wait for the answer; default: the session's. */
  timeout?: number;
  /** Members to add to (or, where undefined, take from) the `_meta` that the revision wants. */
  meta?: JsonObject;
  /** Sends `params` exactly as given, without any `_meta`. */
  bare?: boolean;
  /** HTTP headers to add, change or (where undefined) leave out. */
  headers?: RequestHeaders;
}

/** How many ended sessions are replaced before it counts as what it is. */
const mostRenewals = 1000;

/** Whether a reply says that the session is over, not that what was asked for does not exist. */
const isEnded = (reply: Reply): boolean =>
  reply.http?.status === 404 && !isResult(reply) && ![-32601, -32602, -32603, -32002].includes(codeOf(reply) ?? 0);

/** The legs whose server leaves pings unanswered and answers other requests. */
const deaf = new WeakSet<Transcript>();

/** What the server said of itself when the session was opened. */
export interface Introduction {
  server: { name: string; version: string };
  capabilities: JsonObject;
  reply: Reply;
}

/** The part of a session that differs between the two eras. */
export interface Era {
  /** Adds what the revision wants in each request's params. */
  dress(params: JsonObject, options: RequestOptions): JsonObject;
  /** The HTTP headers that belong to a message. */
  headers(message: { method?: string; params?: JsonObject }): RequestHeaders;
  /** The request that every server of this revision answers. */
  sanity: string;
  /** Takes over what the answer to `initialize` settles, where the era has one. */
  adopt?(reply: Reply): void;
  /** Opens another session in place of one that the server has ended; answers whether that worked. */
  renew?: () => Promise<boolean>;
  /** Tells the server that the session is over, where the revision has a word for it. */
  farewell(session: Session): Promise<void>;
}

/** A conversation with a server in one revision over one channel. */
export class Session {
  #count = 0;
  #renewals = 0;
  introduction!: Introduction;
  /** Whether we have ended the session. */
  closed = false;
  /** Opens the stream on which a server may send what belongs to no request, where a revision has one; once. */
  #stream: Exchange | undefined;

  constructor(
    readonly revision: Revision,
    readonly channel: Channel,
    readonly era: Era,
    readonly timeout: number,
  ) {}

  get capabilities(): JsonObject {
    return this.introduction.capabilities;
  }

  get http(): boolean {
    return this.channel.transport.kind === 'http';
  }

  /** An id that a server cannot hit by counting its own answers. */
  nextId(): string {
    return `${'qwxz'[this.channel.session % 4]}${(this.#count++ * 37 + 101).toString(36)}-${this.channel.session}`;
  }

  /** Sends a request and hands out its exchange, without waiting. */
  open(method: string, params: JsonObject = {}, options: RequestOptions = {}): Exchange {
    const id = options.id ?? this.nextId();
    const dressed = options.bare ? params : this.era.dress(params, options);
    return this.channel.open({ jsonrpc: '2.0', id, method, params: dressed }, this.#options(method, dressed, options));
  }

  /** Sends a request and waits for its answer, or for the certainty or the limit that ends the wait. */
  async request(method: string, params?: JsonObject, options: RequestOptions = {}): Promise<Reply> {
    const troubles = troublesOf(this.channel.transcript);
    const trouble = troubles.refusal(method, params);
    if (trouble) return this.#refused(method, params, trouble);
    if (troubles.wears(method)) return this.#notAsked(method, params, troubles.worn!, 'timeout');
    const ask = () => this.wait(this.open(method, params, options), options.timeout);
    // Who chose the id or the headers wants to see what comes of them, once.
    const once = options.headers !== undefined || options.id !== undefined;
    const reply = await (once ? ask() : patiently(ask, this.channel, this.timeout));
    if (this.#isTelling(reply, options)) troubles.note(reply, this.channel.session);
    // Only for a request like any other: who sends headers of his own wants to see what comes of them.
    const ordinary = !options.headers && method !== 'initialize' && this.#renewals < mostRenewals;
    if (!ordinary || !this.era.renew || !isEnded(reply)) return reply;
    this.#renewals++;
    if (!(await this.era.renew())) return reply;
    // The stream for what belongs to no request went with its session.
    if (this.#stream) {
      this.#stream = undefined;
      await this.listen();
    }
    return this.wait(this.open(method, params, options), options.timeout);
  }

  /** Waits for the answer of an exchange at most `ms` milliseconds. */
  async wait(exchange: Exchange, ms = this.timeout): Promise<Reply> {
    let callOff = () => {};
    const limit = new Promise<Reply>((resolve) => {
      callOff = deadline(ms, () => {
        if (ms >= this.timeout && exchange.sent.id !== undefined)
          this.channel.transcript.overdue.add(exchange.sent.line);
        resolve(exchange.timedOut(ms));
      });
    });
    try {
      return await Promise.race([exchange.reply, limit]);
    } finally {
      callOff();
    }
  }

  /** Sends a notification; over HTTP resolves with the response's head, once the exchange is over. */
  async notify(method: string, params?: JsonObject, options: RequestOptions = {}): Promise<HttpHead | undefined> {
    const message = { jsonrpc: '2.0', method, ...(params && { params }) };
    const exchange = this.channel.open(message, this.#options(method, params ?? {}, options));
    if (this.http) await exchange.until(() => exchange.over, this.timeout);
    return exchange.http;
  }

  /** Sends bytes as they are, with the headers that a request of `method` would have. */
  raw(body: string | Uint8Array, options: SendOptions & { id?: Id; like?: string } = {}): Exchange {
    const { id, like = '', ...rest } = options;
    const headers = this.http ? { headers: { ...this.era.headers({ method: like }), ...rest.headers } } : {};
    return this.channel.raw(body, { ...rest, ...headers }, id);
  }

  /** Opens, over HTTP in a legacy revision, the GET stream for what belongs to no request; resolves once it is open or refused. */
  async listen(): Promise<void> {
    if (!this.http || this.era.sanity !== 'ping' || this.#stream) return;
    const headers: RequestHeaders = { ...this.era.headers({}), Accept: 'text/event-stream', 'Content-Type': undefined };
    this.#stream = this.channel.raw('', { method: 'GET', headers });
    await this.#stream.until(() => this.#stream?.http !== undefined, this.timeout);
  }

  /** Whether the server still answers; waits for all that it sent before. */
  async alive(timeout = this.timeout): Promise<boolean> {
    const reply = await this.pulse(timeout);
    return 'result' in reply || 'error' in reply;
  }

  /** What the server answers to the request that every server answers; where it is deaf to that one alone, to another. */
  async pulse(timeout = this.timeout): Promise<Reply> {
    const { transcript, exit } = this.channel;
    const { sanity } = this.era;
    if (exit || sanity !== 'ping' || !deaf.has(transcript)) {
      const reply = await this.request(sanity, {}, { timeout });
      if ('result' in reply || 'error' in reply || this.channel.exit || sanity !== 'ping') return reply;
    }
    // A server may leave pings alone unanswered: that is a fault, and not its end.
    const reply = await this.request('resources/list', {}, { timeout });
    if ('result' in reply || 'error' in reply) deaf.add(transcript);
    return reply;
  }

  /** Whether the server still answers, and as it did when the session was opened. */
  async sane(): Promise<boolean> {
    return !this.channel.exit && 'result' in (await this.request(this.era.sanity));
  }

  /** Ends the session and whatever was launched for it. */
  async close(): Promise<void> {
    this.closed = true;
    if (!this.channel.exit) await this.era.farewell(this);
    await this.channel.transport.close();
  }

  /** Whether what came of a request says how the server takes such requests: nothing odd about it, and nothing else to blame. */
  #isTelling({ cause, lines }: Reply, { bare, headers, id, meta, timeout = this.timeout }: RequestOptions): boolean {
    if (cause === 'exit' && this.channel.culprit?.line !== lines[0]) return false;
    const odd = bare || headers || meta || id !== undefined || timeout < this.timeout;
    return !odd && (this.introduction as Introduction | undefined) !== undefined;
  }

  #refused(method: string, params: JsonObject | undefined, trouble: Trouble): Reply {
    const reply = this.#notAsked(method, params, trouble.words, 'refused');
    troublesOf(this.channel.transcript).refused ??= { trouble, line: reply.lines[0]! };
    return reply;
  }

  #notAsked(method: string, params: JsonObject | undefined, why: string, cause: 'refused' | 'timeout'): Reply {
    const line = this.channel.note(`${requestInWords(method, params)} is not asked: ${why}`);
    return { method, id: undefined, params, missing: 'no answer', cause, lines: [line] };
  }

  #options(method: string, params: JsonObject, { headers }: RequestOptions): SendOptions {
    return this.http ? { headers: { ...this.era.headers({ method, params }), ...headers } } : {};
  }
}
