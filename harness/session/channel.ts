import type { Line } from '../report.ts';
import { excerptAbove, excerptOf, type Transcript } from '../transcript.ts';
import type { Exit, RequestHeaders, SendOptions, Transport, WireEvent } from '../transport/transport.ts';
import { type Id, isObject, type JsonObject, metaKey } from '../wire.ts';
import { Exchange } from './exchange.ts';

const mostResumptions = 20;
const mostTexts = 200;
/** How long after its connections the end of a server may be seen, in milliseconds. */
const lateExit = 500;

const asksForInput = (message: JsonObject | unknown[]): boolean =>
  !Array.isArray(message) && isObject(message.result) && message.result.resultType === 'input_required';

/** A server may break the connection off that brings more than it wants to read. */
const isSmall = ({ sent: { params } }: Exchange): boolean => JSON.stringify(params ?? {}).length < 4096;

/** An exit in words: "exited with code 1", "was ended by SIGSEGV". */
export const exitInWords = ({ code, signal, error }: Exit): string =>
  error ?? (signal ? `was ended by ${signal}` : `exited with code ${code ?? 'unknown'}`);

/** Whether a message is an answer, or a batch with one, to whatever request. */
export const isAnswer = (message: unknown): boolean =>
  Array.isArray(message)
    ? message.some(isAnswer)
    : isObject(message) && !('method' in message) && ['id', 'result', 'error'].some((member) => member in message);

/** One transport with its bookkeeping: writes the transcript, and brings each answer to its request in any order. */
export class Channel {
  readonly #byId = new Map<unknown, Exchange>();
  readonly #byNumber = new Map<number, Exchange>();
  readonly #exited: Promise<Exit>;
  #exit: Exit | undefined;
  #onExit!: (exit: Exit) => void;
  /** What the server was asked when it ended; undefined where it owed no answer. */
  culprit: Exchange['sent'] | undefined;
  /** Whether the server ever answered anything: what it says unasked is no sign that it hears. */
  heard = false;
  /** What was wrong with the first of what it sent that is no message, for where nothing else came. */
  misread: string | undefined;
  /** Answers a request of the server; undefined leaves it unanswered, as a client of 2026-07-28 must. */
  answering: ((request: JsonObject) => JsonObject | undefined) | undefined;
  /** Asks a server to continue a response stream that ended too early, where a revision has a word for it. */
  resuming: ((cut: Exchange) => Promise<Exchange | undefined>) | undefined;
  /** Headers for our answers to requests of the server. */
  answerHeaders: () => RequestHeaders = () => ({});

  constructor(
    readonly transport: Transport,
    readonly transcript: Transcript,
    readonly session: number,
  ) {
    this.#exited = new Promise((resolve) => {
      this.#onExit = resolve;
    });
    transport.listen((event) => this.#take(event));
  }

  get exit(): Exit | undefined {
    return this.#exit;
  }

  /** Resolves when the server is gone. */
  get exited(): Promise<Exit> {
    return this.#exited;
  }

  /** Adds to the words that no answer came what came in its place. */
  unheard(words: string): string {
    return this.misread === undefined ? words : `${words}; what it sent is no message: ${this.misread}`;
  }

  /** Sends a message; its exchange collects what belongs to it. */
  open(message: JsonObject | unknown[], options: SendOptions = {}): Exchange {
    const { id, method = '', params }: JsonObject = Array.isArray(message) ? {} : message;
    return this.#send(JSON.stringify(message), { message }, { id, method: String(method), params }, options);
  }

  /** Sends bytes as they are. */
  raw(body: string | Uint8Array, options: SendOptions = {}, expects?: Id): Exchange {
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
    const shown = text.length > 4096 ? `${text.slice(0, 4096)}… (${text.length} characters in all)` : text;
    return this.#send(body, { text: shown }, { id: expects, method: '', params: undefined }, options);
  }

  /** Notes an event of ours, in words. */
  note(text: string): number {
    return this.transcript.add({ direction: 'event', session: this.session, text });
  }

  #send(
    body: string | Uint8Array,
    line: Partial<Line>,
    sent: { id: Id | undefined; method: string; params: JsonObject | undefined },
    options: SendOptions,
  ): Exchange {
    const headers = options.headers || options.method ? { http: { method: options.method ?? 'POST', ...options } } : {};
    const added = { direction: 'out' as const, session: this.session, ...line, ...(this.#asks ? headers : {}) };
    const n = this.transcript.add(added, body.length);
    const number = this.transport.send(body, options);
    const exchange = new Exchange(this.transport, number, { line: n, ...sent });
    if (sent.id !== undefined) this.#byId.set(sent.id, exchange);
    if (this.#asks) this.#byNumber.set(number, exchange);
    if (this.#exit) exchange.finish(`the server ${exitInWords(this.#exit)}`, 'exit');
    return exchange;
  }

  /** Whether each message goes out as an HTTP request of its own. */
  get #asks(): boolean {
    return this.transport.kind === 'http' || this.transport.kind === 'sse';
  }

  #take(event: WireEvent): void {
    const { transcript, session } = this;
    const of = 'exchange' in event && event.exchange !== undefined ? this.#byNumber.get(event.exchange) : undefined;
    const add = (line: Partial<Line> & Pick<Line, 'direction'>, length = 0) => {
      const n = transcript.add({ session, ...line }, length);
      if (of) transcript.partOf.set(n, of.sent.line);
      return n;
    };
    switch (event.type) {
      case 'message': {
        const { message, text } = event;
        this.heard ||= isAnswer(message);
        // A flood may neither fill the memory nor keep what was asked for from being recorded.
        if (!this.#isAwaited(message) && !transcript.admits(text.length)) return;
        const room = text.length <= excerptAbove || transcript.long.admit(message, text.length);
        const line = add({ direction: 'in', ...(room ? { message } : { text: excerptOf(text) }) }, text.length);
        if (!room) this.#forget();
        if (asksForInput(message) && text.length <= excerptAbove && transcript.texts.size < mostTexts)
          transcript.texts.set(line, text);
        for (const each of Array.isArray(message) ? message : [message])
          if (isObject(each)) this.#route(each, line, of);
        return;
      }
      case 'noise':
        this.misread ??= event.why;
        (of?.lines ?? []).push(add({ direction: 'in', text: event.text, noise: event.why }));
        return;
      case 'stderr':
        add({ direction: 'stderr', text: event.text });
        return;
      case 'head': {
        this.heard = true;
        const line = add({ direction: 'in', http: { ...event.http } });
        if (!of) return;
        of.http = event.http;
        of.streamed = /^text\/event-stream\b/i.test(event.http.headers['content-type'] ?? '');
        of.lines.push(line);
        of.wake();
        return;
      }
      case 'sse': {
        const line = add({ direction: 'event', text: 'an SSE event', http: { ...event } });
        const { type, exchange, ...fields } = event;
        of?.events.push({ ...fields, line });
        of?.wake();
        return;
      }
      case 'end':
        if (event.error) add({ direction: 'event', text: event.error });
        if (of) this.#ended(of, event.exchange, event.error);
        return;
      case 'exit': {
        const words = exitInWords(event.exit);
        transcript.add({ direction: 'event', session, text: `the server ${words}` });
        this.#exit = event.exit;
        this.culprit = this.#owed()?.sent;
        for (const exchange of [...this.#byId.values(), ...this.#byNumber.values()])
          exchange.finish(`the server ${words}`, 'exit');
        this.#onExit(event.exit);
      }
    }
  }

  #ended(of: Exchange, number: number, error: string | undefined): void {
    this.#byNumber.delete(number);
    const { http } = of;
    // Over 2024-11-05's HTTP+SSE the answer comes on the one stream, whatever the POST's own response held.
    if (this.transport.kind === 'sse' && error === undefined && http && http.status < 400) {
      of.taken = true;
      of.over ||= of.settled || of.sent.id === undefined;
      of.wake();
      return;
    }
    // A server that ends breaks its connections first: that it has ended says more.
    if (error !== undefined && !of.settled && !of.aborted && !this.#exit)
      void this.#exitWithin(lateExit).then(() => this.#closed(of, error));
    else this.#closed(of, error);
  }

  /** Resolves when the server is gone, or after `ms` milliseconds. */
  #exitWithin(ms: number): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    return Promise.race([this.#exited, over]).finally(() => clearTimeout(timer));
  }

  #closed(of: Exchange, error: string | undefined): void {
    const { http } = of;
    // No answer came of a response that is complete, or of a connection that the server broke; that it has ended is told of itself.
    const unanswered =
      error === undefined ? http !== undefined && http.status < 300 : !this.transport.exit && isSmall(of);
    if (unanswered && !of.aborted && !of.settled && of.sent.id !== undefined) this.transcript.overdue.add(of.sent.line);
    const finish = () =>
      of.finish(error ?? (http ? `HTTP status ${http.status} without a JSON-RPC answer` : 'no HTTP response'), 'http');
    const early = of.streamed && !of.settled && !of.aborted && of.sent.id !== undefined && !this.#exit;
    if (early) of.cut ??= 0;
    if (early && error !== undefined) of.broken ??= error;
    if (early && this.resuming && of.events.some(({ id }) => id !== undefined)) void this.#resume(of, finish);
    else finish();
  }

  /** Asks for the rest of a stream until the answer is there, or no more of it comes. */
  async #resume(of: Exchange, finish: () => void): Promise<void> {
    while (!of.settled && !of.aborted && of.cut! < mostResumptions) {
      of.cut!++;
      const next = await this.resuming!(of);
      if (!next) break;
      await new Promise<void>((resolve) => {
        void next.until(() => of.settled, 60_000).then(() => resolve());
      });
      of.events.push(...next.events);
      if (!next.streamed) break;
      if (of.settled && !next.over) next.abort();
    }
    finish();
  }

  /** The oldest request that the server still owes an answer: not one that stays open, and none that was waited for in vain. */
  #owed(): Exchange | undefined {
    return [...this.#byId.values()].find(
      ({ settled, aborted, sent: { method, line } }) =>
        !settled && !aborted && method !== 'subscriptions/listen' && !this.transcript.overdue.has(line),
    );
  }

  #isAwaited(message: JsonObject | unknown[]): boolean {
    if (Array.isArray(message)) return message.some((each) => isObject(each) && this.#isAwaited(each));
    return !('method' in message) && this.#byId.get(message.id)?.settled === false;
  }

  #route(message: JsonObject, line: number, of: Exchange | undefined): void {
    if ('method' in message) {
      if ('id' in message) this.#answer(message, of);
      (of ?? this.#owner(message))?.arrive({ line, message });
      return;
    }
    const exact = this.#byId.get(message.id);
    const open = exact?.settled === false ? exact : this.#loosely(message.id);
    // A second answer to one request is noted as such, unless it came where another answer is due.
    const exchange = open ?? (of && of !== exact && !of.settled ? undefined : exact);
    if (!exchange) {
      of?.arrive({ line, message });
      return;
    }
    this.transcript.pair(exchange.sent.line, line);
    exchange.answer({ line, message });
    if (this.#byId.size > 256) this.#forget();
  }

  /** Lets go of exchanges that have their answer. */
  #forget(): void {
    for (const [id, { settled }] of this.#byId) if (settled) this.#byId.delete(id);
  }

  /** A server that turns "7" into 7 has answered all the same; a case of its own judges the id. Only what is open is meant. */
  #loosely(id: unknown): Exchange | undefined {
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    const exchange = this.#byId.get(typeof id === 'number' ? String(id) : Number(id));
    return exchange?.settled === false ? exchange : undefined;
  }

  /** Where messages of all exchanges share a channel, a subscription id or a progress token tells them apart. */
  #owner({ params }: JsonObject): Exchange | undefined {
    const id: unknown = params?._meta?.[metaKey.subscriptionId] ?? params?.progressToken;
    return id === undefined ? undefined : this.#byId.get(id);
  }

  #answer(request: JsonObject, of: Exchange | undefined): void {
    // A notification with an id is still none that wants an answer.
    if (String(request.method).startsWith('notifications/')) return;
    const reply = this.answering?.(request);
    if (!reply) return;
    const message = { jsonrpc: '2.0', id: request.id, ...reply };
    // Nothing answers an answer, and the server may number its requests as we do ours.
    const sent = { id: undefined, method: '', params: undefined };
    this.#send(JSON.stringify(message), { message }, sent, { headers: this.answerHeaders() });
    of?.wake();
  }
}
