import { isDeepStrictEqual } from 'node:util';
import { Crash } from './reference/failure.ts';
import type { Connection, ConnectionOptions, Host } from './transport/host.ts';
import { isObject, type JsonObject, type Revision, type RpcError, type RpcRequest } from './wire.ts';

/** What a mutant may know and do while it rewrites the traffic of one connection. */
export interface MutantContext {
  revision: Revision;
  /** The request that an outgoing response answers. */
  request: RpcRequest | undefined;
  /** Counts the connections of the host from 0. */
  connection: number;
  /** Kept over all connections of one mutated host. */
  memory: Map<string, any>;
  /** Sends a further message to the client at once. */
  send(message: JsonObject): void;
}

/** Turns the reference server into another server: by rewriting messages, or by switching on a fault below them. */
export interface Mutant {
  /** Faults of the reference server to switch on; see harness/reference/faults.ts. */
  faults?: readonly string[];
  /** Rewrites a message to the server: none, one or several messages take its place. */
  incoming?(message: JsonObject, context: MutantContext): JsonObject[];
  /** Rewrites a message from the server: none, one or several messages take its place. It may change its (own) copy. */
  outgoing?(message: JsonObject, context: MutantContext): JsonObject[];
}

/** Switches faults of the reference server on. */
export const fault = (...faults: [string, ...string[]]): Mutant => ({ faults });

/** Several mutants at once, the first nearest to the server. */
export const all = (...mutants: Mutant[]): Mutant => ({
  faults: mutants.flatMap(({ faults = [] }) => faults),
  incoming: (message, context) =>
    mutants
      .toReversed()
      .reduce(
        (messages, { incoming }) => (incoming ? messages.flatMap((each) => incoming(each, context)) : messages),
        [message],
      ),
  outgoing: (message, context) =>
    mutants.reduce(
      (messages, { outgoing }) => (outgoing ? messages.flatMap((each) => outgoing(each, context)) : messages),
      [message],
    ),
});

/** Rewrites the responses to a method (`*`: to all): return the members that take the place of `result` and `error`, or undefined for silence. */
export const onReply = (
  method: string,
  change: (reply: JsonObject, request: RpcRequest, context: MutantContext) => JsonObject | undefined,
): Mutant => ({
  outgoing(message, context) {
    const { request } = context;
    if (!request || (method !== '*' && request.method !== method)) return [message];
    const { jsonrpc, id, ...reply } = message;
    const changed = change(reply, request, context);
    return changed === undefined ? [] : [{ jsonrpc, id, ...changed }];
  },
});

/** Changes the results of a method in place, or gives another result. */
export const onResult = (
  method: string,
  change: (result: JsonObject, request: RpcRequest, context: MutantContext) => unknown,
): Mutant =>
  onReply(method, (reply, request, context) => {
    if (!('result' in reply)) return reply;
    const changed = change(reply.result, request, context);
    return changed === undefined ? reply : { ...reply, result: changed };
  });

/** Changes the errors of a method: give other members in place of `error`, such as `{ result }`, or undefined for silence. */
export const onError = (
  method: string,
  change: (error: RpcError & JsonObject, request: RpcRequest, context: MutantContext) => JsonObject | undefined,
): Mutant =>
  onReply(method, (reply, request, context) => ('error' in reply ? change(reply.error, request, context) : reply));

/** Changes the answer to a read of what does not exist (the reference server answers such a read with an error). */
export const onMissing = (
  change: (error: RpcError & JsonObject, request: RpcRequest, context: MutantContext) => JsonObject | undefined,
): Mutant =>
  onError('resources/read', (error, request, context) =>
    // Other errors of a read, such as those about versions and capabilities, have rules of their own.
    error.message === 'Resource not found' ? change(error, request, context) : { error },
  );

/** Changes notifications of the server in place; give an array of messages to send others instead. */
export const onNotification = (
  method: string,
  change: (message: JsonObject, context: MutantContext) => unknown,
): Mutant => ({
  outgoing(message, context) {
    if (message.method !== method || 'id' in message) return [message];
    const changed = change(message, context);
    return Array.isArray(changed) ? changed : [message];
  },
});

/** Changes the capabilities that the server declares, in either era. */
export const onCapabilities = (change: (capabilities: JsonObject, result: JsonObject) => void): Mutant =>
  all(
    ...['initialize', 'server/discover'].map((method) =>
      onResult(method, (result) => change(result.capabilities, result)),
    ),
  );

/** Leaves the first answer to a method alone, so that a session can be opened, and lets a mutant at all others. */
export const later = (method: string, { outgoing, ...mutant }: Mutant): Mutant => ({
  ...mutant,
  outgoing(message, context) {
    const { request, memory } = context;
    if (!outgoing || request?.method !== method) return [message];
    const first = !memory.has(`answered ${method}`);
    memory.set(`answered ${method}`, true);
    return first ? [message] : outgoing(message, context);
  },
});

/** Changes the requests of a method before the server sees them; give undefined to have it never answered. */
export const onRequest = (
  method: string,
  change: (request: RpcRequest, context: MutantContext) => RpcRequest | undefined,
): Mutant => ({
  incoming(message, context) {
    if (message.method !== method) return [message];
    const changed = change(structuredClone(message) as RpcRequest, context);
    return changed ? [changed] : [];
  },
});

/** Answers a method itself, before the server sees the request: `{ result }` or `{ error }`. */
export const instead = (
  method: string,
  answer: (request: RpcRequest, context: MutantContext) => JsonObject | undefined,
): Mutant => ({
  incoming(message, context) {
    if (message.method !== method || !('id' in message)) return [message];
    const reply = answer(message as RpcRequest, context);
    if (reply === undefined) return [message];
    context.send({ jsonrpc: '2.0', id: message.id, ...reply });
    return [];
  },
});

/** Sends further messages before the answers to a method. */
export const before = (
  method: string,
  messages: (request: RpcRequest, context: MutantContext) => JsonObject[],
): Mutant => ({
  outgoing: (message, context) =>
    context.request?.method === method ? [...messages(context.request, context), message] : [message],
});

/** Sends further messages once on each connection, before its first answer to a method. */
export const beforeFirst = (
  method: string,
  messages: (request: RpcRequest, context: MutantContext) => JsonObject[],
): Mutant =>
  before(method, (request, context) => {
    const key = `before the first ${method} ${context.connection}`;
    if (context.memory.has(key)) return [];
    context.memory.set(key, true);
    return messages(request, context);
  });

/** Sends further messages after the answers to a method. */
export const after = (
  method: string,
  messages: (request: RpcRequest, context: MutantContext) => JsonObject[],
): Mutant => ({
  outgoing: (message, context) =>
    context.request?.method === method ? [message, ...messages(context.request, context)] : [message],
});

/** A host whose traffic a mutant rewrites; `changed` tells whether the mutant ever made a difference. */
export class MutantHost implements Host {
  changed = false;
  /** What the mutant itself threw, which no mutant should: it met a message that it was not written for. */
  thrown: unknown;
  readonly #memory = new Map<string, any>();
  #connections = 0;

  constructor(
    private readonly inner: Host,
    private readonly mutant: Mutant,
    private readonly revision: Revision,
  ) {}

  connect({ send, ...options }: ConnectionOptions): Connection {
    const { mutant, revision } = this;
    const requests = new Map<unknown, RpcRequest>();
    const context = (request?: RpcRequest): MutantContext => ({
      revision,
      request,
      connection,
      memory: this.#memory,
      send: (message) => {
        this.changed = true;
        send(message);
      },
    });
    const connection = this.#connections++;
    const forward = (message: JsonObject | JsonObject[]) => {
      if (!mutant.outgoing || Array.isArray(message)) return send(message);
      const request = 'method' in message ? undefined : requests.get(message.id);
      const changed = this.#rewrite('outgoing', structuredClone(message), context(request));
      if (!isDeepStrictEqual(changed, [message])) this.changed = true;
      for (const each of changed) send(each);
    };
    const inner = this.inner.connect({ ...options, send: forward });
    return {
      receive: (message) => {
        if (!isObject(message)) return inner.receive(message);
        if ('id' in message && typeof message.method === 'string') requests.set(message.id, message as RpcRequest);
        if (!mutant.incoming) return inner.receive(message);
        const changed = this.#rewrite('incoming', message, context(message as RpcRequest));
        if (!isDeepStrictEqual(changed, [message])) this.changed = true;
        for (const each of changed) inner.receive(each);
      },
      receiveNoise: (text) => inner.receiveNoise(text),
      close: () => inner.close(),
      shutdown: () => inner.shutdown(),
    };
  }

  shutdown(): void {
    this.inner.shutdown();
  }

  #rewrite(way: 'incoming' | 'outgoing', message: JsonObject, context: MutantContext): JsonObject[] {
    try {
      return this.mutant[way]!(message, context);
    } catch (error) {
      // A mutant may end the server; any other error is a fault of the mutant.
      if (error instanceof Crash) throw error;
      this.thrown ??= error;
      return [message];
    }
  }
}
