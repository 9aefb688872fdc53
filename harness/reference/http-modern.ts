import type { IncomingHttpHeaders } from 'node:http';
import type { Connection, Host } from '../transport/host.ts';
import { type Id, isObject, type JsonObject, modernSince } from '../wire.ts';
import { code, Failure } from './failure.ts';
import type { FaultName, FaultSet } from './faults.ts';
import { header, headerFault, isMalformed } from './http-headers.ts';
import { type EventStream, isAnswer, type Message, type Reply, single } from './http-reply.ts';

/** How many listens a fault allows. */
const mostListens = 7;

/** Serves POSTs of 2026-07-28: each has a connection of its own, which ends with its response. */
export class ModernEndpoint {
  /** The streams of open listens, for a fault that misuses them. */
  readonly #listening = new Set<EventStream>();
  #listens = 0;

  constructor(
    private readonly host: Host,
    private readonly faults: FaultSet,
  ) {}

  serve(headers: IncomingHttpHeaders, body: unknown, reply: Reply): void {
    const { faults } = this;
    if (!isObject(body)) {
      reply.refuse(400, new Failure(code.invalidRequest, 'A body must be one message'));
      return;
    }
    const { id, method } = body;
    if (String(method).startsWith('resources/') && faults.use('http-other-path')) {
      reply.bare(404);
      return;
    }
    if (method === 'resources/list' && faults.use('http-list-500')) {
      reply.bare(500);
      return;
    }
    if (!('method' in body) && ('result' in body || 'error' in body)) {
      reply.refuse(400, new Failure(code.invalidRequest, 'A client sends no responses'));
      return;
    }
    if (!('id' in body)) {
      this.#notified(body, reply);
      return;
    }
    const stray =
      (headers['last-event-id'] !== undefined && faults.use('http-last-event-id-refused')) ||
      (headers['mcp-session-id'] !== undefined && faults.use('http-session-id-refused'));
    if (stray) {
      reply.bare(400);
      return;
    }
    const readable = typeof id === 'string' || Number.isInteger(id) ? (id as Id) : undefined;
    const fault = typeof method === 'string' ? headerFault(headers, body, faults) : undefined;
    if (!fault) {
      this.#request(headers, body, reply);
      return;
    }
    this.#refuse(fault, readable, reply);
  }

  #refuse(fault: Failure, id: Id | undefined, reply: Reply): void {
    const { faults } = this;
    const good = faults.use('http-header-fault-200') || faults.use('http-error-200');
    const status = faults.use('http-header-fault-422') ? 422 : good ? 200 : 400;
    if (faults.use('http-header-fault-bare')) {
      reply.bare(status);
      return;
    }
    const said = faults.use('http-header-fault-code') ? new Failure(code.invalidRequest, fault.message) : fault;
    reply.refuse(status, said, faults.use('http-header-fault-no-id') ? undefined : id);
  }

  #notified(body: JsonObject, reply: Reply): void {
    const { faults } = this;
    if (body.jsonrpc !== '2.0' || typeof body.method !== 'string') {
      if (faults.use('http-bad-notification-202')) {
        accept(reply, faults);
        return;
      }
      const status = faults.use('http-bad-notification-200') ? 200 : 400;
      reply.refuse(status, new Failure(code.invalidRequest, 'Not a notification'));
      return;
    }
    accept(reply, faults);
  }

  #request(headers: IncomingHttpHeaders, body: JsonObject, reply: Reply): void {
    const { faults } = this;
    if (body.method === 'subscriptions/listen' && ++this.#listens > mostListens && faults.use('http-listen-limit')) {
      const id = body.id as Id;
      reply.json(200, { jsonrpc: '2.0', id, error: new Failure(code.internalError, 'Too many listens').error });
      return;
    }
    const exchange = new Exchange(reply, body, faults, this.#listening);
    const less = headers.authorization === undefined && faults.use('http-anonymous-less');
    const current = header(headers, 'mcp-protocol-version') === modernSince;
    const connection = this.host.connect({
      over: 'http',
      send: (message) => exchange.send(less ? forStrangers(message) : message),
      ...(current && { revision: modernSince }),
    });
    exchange.serve(connection);
    connection.receive(body);
  }
}

/** What a body may hold that has no business there, by the fault that puts it there. */
const bodies: Partial<Record<FaultName, string>> = {
  'http-notification-body': '{}',
  'http-notification-null': 'null',
  'http-notification-blank': ' \n',
};

/** Answers a notification that was accepted. */
export function accept(reply: Reply, faults: FaultSet): void {
  for (const [name, body] of Object.entries(bodies)) {
    if (!faults.use(name as FaultName)) continue;
    reply.response.writeHead(202, { 'Content-Type': 'application/json' }).end(body);
    return;
  }
  const status = faults.use('http-notification-200') ? 200 : faults.use('http-notification-204') ? 204 : 202;
  reply.bare(status, faults.use('http-notification-typed') ? { 'Content-Type': 'application/json' } : {});
}

/** A message as a fault gives it to those who show no token: with less in its list, or with other texts. */
function forStrangers(message: Message): Message {
  const result: unknown = single(message)?.result;
  if (!isObject(result)) return message;
  const { resources, contents } = result;
  const changed = {
    ...(Array.isArray(resources) && { resources: resources.slice(1) }),
    ...(Array.isArray(contents) && {
      contents: contents.map((item) => ('text' in item ? { ...item, text: 'For strangers.\n' } : item)),
    }),
  };
  return { ...message, result: { ...result, ...changed } };
}

/** One POST and all that is sent for it: one JSON object if that is all, else an event stream. */
class Exchange {
  readonly #waiting: Message[] = [];
  #stream: EventStream | undefined;
  #connection: Connection | undefined;
  #scheduled = false;

  constructor(
    private readonly reply: Reply,
    private readonly request: JsonObject,
    private readonly faults: FaultSet,
    private readonly listening: Set<EventStream>,
  ) {}

  /** Ties the response to its connection: a client that closes the stream has cancelled the request. */
  serve(connection: Connection): void {
    this.#connection = connection;
    this.reply.response.on('close', () => {
      if (this.#stream) this.listening.delete(this.#stream);
      const cut = !this.reply.response.writableFinished;
      const kept = cut && this.request.method === 'subscriptions/listen';
      if (kept && (this.faults.use('http-disconnect-ignored') || this.faults.has('http-leftovers'))) return;
      connection.close();
    });
  }

  send(message: Message): void {
    if (this.#stream) {
      this.#write(this.#stream, message);
      return;
    }
    this.#waiting.push(message);
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Decided once all that is sent at the same moment is known.
    setImmediate(() => this.#open());
  }

  #open(): void {
    const { reply, request, faults } = this;
    const [first] = this.#waiting;
    if (first === undefined || reply.response.destroyed) return;
    const headers: Record<string, string> = faults.use('http-session-id-modern')
      ? { 'Mcp-Session-Id': 'none-needed' }
      : {};
    const status = reply.statusOf(first, isMalformed(request));
    if (status === 404 && faults.use('http-unknown-method-bare')) {
      reply.bare(status);
      return;
    }
    const listen = request.method === 'subscriptions/listen';
    if (!listen && this.listening.size > 0 && faults.use('http-listen-log')) this.#logElsewhere();
    const alone = this.#waiting.length === 1 && isAnswer(first);
    if (listen && !isAnswer(first) && faults.use('http-listen-json')) {
      const result = { resultType: 'complete', _meta: single(first)?.params?._meta };
      reply.json(200, { jsonrpc: '2.0', id: request.id, result }, headers);
      this.#connection?.close();
      return;
    }
    if (alone && (status !== 200 || !faults.use('http-sse-always'))) {
      reply.json(status, first, headers);
      return;
    }
    const stream = reply.stream(headers);
    this.#stream = stream;
    if (listen) this.listening.add(stream);
    const waiting = this.#waiting.splice(0);
    for (const message of waiting) stream.send(message);
    if (waiting.some(isAnswer) || (listen && faults.use('http-listen-ends'))) stream.end();
  }

  #write(stream: EventStream, message: Message): void {
    const [other] = this.listening;
    if (!stream.open && other && this.faults.use('http-leftovers')) other.send(message);
    stream.send(message);
    if (isAnswer(message)) stream.end();
  }

  #logElsewhere(): void {
    const params = { level: 'info', data: `Answered ${this.request.method}` };
    for (const stream of this.listening) stream.send({ jsonrpc: '2.0', method: 'notifications/message', params });
  }
}
