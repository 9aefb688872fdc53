import type { Connection, Host } from '../transport/host.ts';
import { isObject, type JsonObject } from '../wire.ts';
import { code, Failure } from './failure.ts';
import type { FaultSet } from './faults.ts';
import { accept } from './http-modern.ts';
import { type EventStream, isAnswer, type Message, type Reply, single } from './http-reply.ts';

const mostKept = 100;
const invalid = (message: string) => new Failure(code.invalidRequest, message);

/** What a POST waits for. */
interface Pending {
  reply: Reply;
  /** The ids of its requests, as JSON texts. */
  ids: Set<string>;
  headers: (answer: Message) => Record<string, string>;
  stream?: EventStream;
}

/** One session: its connection to the host, the POSTs that wait, and the streams for everything else. */
export class Session {
  readonly #connection: Connection;
  readonly #pending = new Set<Pending>();
  readonly #streams: EventStream[] = [];
  readonly #kept: Message[] = [];
  /** The POST whose message the host is taking just now. */
  #current: Pending | undefined;
  #quiet = false;

  constructor(
    public id: string,
    host: Host,
    private readonly faults: FaultSet,
  ) {
    this.#connection = host.connect({ over: 'http', send: (message) => this.#route(message) });
  }

  renamed(id: string): this {
    this.id = id;
    return this;
  }

  /** Has the host take a message whose answer nobody waits for. */
  quietly(message: JsonObject): void {
    this.#quiet = true;
    this.#connection.receive(message);
    this.#quiet = false;
  }

  post(body: unknown, reply: Reply, headers: Pending['headers'] = () => ({})): void {
    const { faults } = this;
    const items: unknown[] = Array.isArray(body) ? body : [body];
    const refused = items.length === 0 || !items.every(isMessage);
    const requests = items.filter((item): item is JsonObject => isObject(item) && 'method' in item && 'id' in item);
    const pending: Pending = { reply, ids: new Set(requests.map(({ id }) => JSON.stringify(id))), headers };
    this.#pending.add(pending);
    reply.response.on('close', () => this.#pending.delete(pending));
    this.#current = pending;
    if (refused && requests.length === 0 && faults.use('http-bad-notification-200')) {
      this.#answer(pending, { jsonrpc: '2.0', error: invalid('Not a message').error }, 200);
    } else {
      this.#connection.receive(body);
    }
    this.#current = undefined;
    // Notifications and responses are accepted unless the host had something to say about them.
    if (!refused && requests.length === 0 && !reply.response.headersSent) accept(reply, faults);
  }

  /** Takes a GET stream; what was kept for it goes first. */
  attach(stream: EventStream): void {
    this.#streams.push(stream);
    for (const message of this.#kept.splice(0)) stream.send(message);
  }

  close(): void {
    this.#connection.close();
    for (const stream of this.#streams.splice(0)) stream.end();
  }

  #route(message: Message): void {
    if (this.#quiet) return;
    if (!isAnswer(message)) {
      this.#notify(message as JsonObject);
      return;
    }
    const key = JSON.stringify(single(message)?.id);
    const pending =
      [...this.#pending].find(({ ids }) => key !== undefined && ids.has(key)) ??
      this.#current ??
      [...this.#pending].at(0);
    if (!pending) return;
    const copied = this.#streams.some((stream) => stream.open) && this.faults.use('http-get-responses');
    if (copied) for (const stream of this.#streams) stream.send(message);
    this.#answer(pending, message);
  }

  #answer(pending: Pending, message: Message, status?: number): void {
    const { reply, headers } = pending;
    if (pending.stream) {
      pending.stream.send(message);
      pending.stream.end();
    } else if (!reply.response.headersSent) {
      const unreadable = single(message)?.error !== undefined && single(message)?.id === undefined;
      const head = status ?? (unreadable ? 400 : 200);
      const given = headers(message);
      if (head !== 200 || !this.faults.use('http-sse-always')) reply.json(head, message, given);
      else {
        const stream = reply.stream(given);
        stream.send(message);
        stream.end();
      }
    }
    this.#pending.delete(pending);
  }

  /** What belongs to the request at hand goes with its answer, all else to one GET stream. */
  #notify(message: JsonObject): void {
    const related = ['notifications/progress', 'notifications/message'].includes(message.method);
    const { reply, headers } = this.#current ?? {};
    if (related && this.#current && reply && !reply.response.headersSent) {
      this.#current.stream = reply.stream(headers?.({ result: {} }) ?? {});
    }
    if (related && this.#current?.stream) {
      this.#current.stream.send(message);
      return;
    }
    const open = this.#streams.filter((stream) => stream.open);
    this.#streams.splice(0, this.#streams.length, ...open);
    if (open.length > 1 && this.faults.use('http-get-broadcast')) for (const stream of open) stream.send(message);
    else if (open[0]) open.at(-1)!.send(message);
    else if (this.#kept.push(message) > mostKept) this.#kept.shift();
  }
}

const isMessage = (item: unknown): boolean =>
  isObject(item) &&
  item.jsonrpc === '2.0' &&
  ('method' in item ? typeof item.method === 'string' : 'result' in item || 'error' in item);
