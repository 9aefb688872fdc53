import type { Connection, Host } from '../transport/host.ts';
import { isObject, type JsonObject, type Revision } from '../wire.ts';
import { code, Failure } from './failure.ts';
import type { FaultSet } from './faults.ts';
import { accept } from './http-modern.ts';
import { type EventStream, isAnswer, type Message, type Reply, single } from './http-reply.ts';
import { type Outlet, StreamLog } from './http-resume.ts';

const mostKept = 100;
// Enough for a client to get going, few enough for any run to see it.
const mostRequests = 25;
// How late the answers are that come late, in milliseconds.
const late = 100;
const invalid = (message: string) => new Failure(code.invalidRequest, message);

/** What a POST waits for. */
interface Pending {
  reply: Reply;
  /** The ids of its requests, as JSON texts. */
  ids: Set<string>;
  headers: (answer: Message) => Record<string, string>;
  /** Whether it reads: what most faults of streams are about. */
  reads: boolean;
  stream?: ReturnType<StreamLog['keep']>;
}

/** One session: its connection to the host, the POSTs that wait, and the streams for everything else. */
export class Session {
  readonly #connection: Connection;
  readonly #pending = new Set<Pending>();
  readonly #streams: Outlet[] = [];
  readonly #log: StreamLog;
  #revision: Revision | undefined;
  #requests = 0;
  readonly #kept: Message[] = [];
  /** The POST whose message the host is taking just now. */
  #current: Pending | undefined;
  #quiet = false;

  constructor(
    public id: string,
    host: Host,
    private readonly faults: FaultSet,
  ) {
    this.#log = new StreamLog(faults);
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
    const pending: Pending = {
      reply,
      ids: new Set(requests.map(({ id }) => JSON.stringify(id))),
      headers,
      reads: requests.some(({ method }) => method === 'resources/read'),
    };
    this.#pending.add(pending);
    reply.response.on('close', () => this.#pending.delete(pending));
    this.#current = pending;
    const anonymous = refused && !items.some((item) => isObject(item) && 'id' in item);
    if (anonymous && faults.use('http-bad-notification-202')) accept(reply, faults);
    else if (refused && requests.length === 0 && faults.use('http-bad-notification-200')) {
      this.#answer(pending, { jsonrpc: '2.0', error: invalid('Not a message').error }, 200);
    } else {
      this.#connection.receive(body);
    }
    this.#current = undefined;
    // Notifications and responses are accepted unless the host had something to say about them.
    if (!refused && requests.length === 0 && !reply.response.headersSent) accept(reply, faults);
  }

  /** Whether the server has ended the session of its own accord. */
  get spent(): boolean {
    return ++this.#requests > mostRequests && this.faults.use('http-session-ends');
  }

  /** Whether a GET stream is open. */
  get streaming(): boolean {
    return this.#streams.some((stream) => stream.open);
  }

  /** Takes a GET stream: the rest of one that was cut, or a new one; what was kept for it goes first. */
  attach(stream: EventStream, from?: string): void {
    if (from !== undefined && this.#log.resume(from, stream)) return;
    const outlet = this.#log.keep(stream, this.#revision);
    this.#streams.push(outlet);
    for (const message of this.#kept.splice(0)) outlet.send(message);
    if (this.faults.use('http-get-closes')) outlet.end();
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
    const { faults } = this;
    const { reply } = pending;
    this.#revision ??= single(message)?.result?.protocolVersion;
    if (pending.stream) this.#finish(pending, message);
    else if (!reply.response.headersSent) {
      const unreadable = single(message)?.error !== undefined && single(message)?.id === undefined;
      const head = status ?? (unreadable ? 400 : 200);
      if (head !== 200 || !faults.use('http-sse-always')) reply.json(head, message, pending.headers(message));
      else {
        this.#open(pending, message);
        this.#finish(pending, message);
      }
    }
    this.#pending.delete(pending);
  }

  #open(pending: Pending, message: Message): NonNullable<Pending['stream']> {
    pending.stream ??= this.#log.keep(pending.reply.stream(pending.headers(message)), this.#revision);
    return pending.stream;
  }

  #finish({ stream, reads }: Pending, message: Message): void {
    if (!stream) return;
    const { faults } = this;
    const deliver = () => {
      stream.send(message);
      stream.end();
    };
    if (reads && faults.use('http-sse-cut')) stream.end();
    else if (reads && stream.cut && (faults.use('http-sse-polls') || faults.has('http-sse-breaks'))) {
      stream.cut();
      setTimeout(deliver, late).unref();
    } else if (reads && (faults.use('http-answers-late') || faults.has('http-disconnect-aborts')))
      setTimeout(deliver, late).unref();
    else deliver();
  }

  /** What belongs to the request at hand goes with its answer, all else to one GET stream. */
  #notify(message: JsonObject): void {
    const { faults } = this;
    const current = this.#current && !this.#current.reply.response.writableEnded ? this.#current : undefined;
    const opened = current && (current.stream !== undefined || !current.reply.response.headersSent);
    const ofRequest = ['notifications/progress', 'notifications/message'].includes(message.method);
    const elsewhere = message.method === 'notifications/progress' && faults.use('http-progress-on-get');
    const related = ofRequest ? !elsewhere : faults.use('http-changes-on-posts');
    if (opened && (related || faults.use('http-changes-everywhere'))) {
      this.#open(current, { result: {} }).send(message);
      if (related) return;
    }
    const open = this.#streams.filter((stream) => stream.open);
    this.#streams.splice(0, this.#streams.length, ...open);
    if (open.length > 1 && faults.use('http-get-broadcast')) for (const stream of open) stream.send(message);
    else if (open[0]) open.at(-1)!.send(message);
    else if (this.#kept.push(message) > mostKept) this.#kept.shift();
  }
}

const isMessage = (item: unknown): boolean =>
  isObject(item) &&
  item.jsonrpc === '2.0' &&
  ('method' in item ? typeof item.method === 'string' : 'result' in item || 'error' in item);
