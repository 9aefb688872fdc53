import type { Connection, ConnectionOptions } from '../transport/host.ts';
import { type Id, isModern, isObject, type JsonObject, type Revision } from '../wire.ts';
import { Crash, code, Failure, invalidParams } from './failure.ts';
import type { FaultName } from './faults.ts';
import { LegacySession } from './legacy.ts';
import { Hang, type Visitor } from './library.ts';
import { ModernSide } from './modern.ts';
import type { Reference } from './reference.ts';
import type { Change } from './tools.ts';

/** One client's connection to the reference server: finds the era of each message and hands it on. */
export class ReferenceConnection implements Connection {
  readonly visitor: Visitor;
  readonly legacy: LegacySession;
  readonly modern: ModernSide;
  readonly over: ConnectionOptions['over'];
  readonly #send: ConnectionOptions['send'];
  readonly #revision: Revision | undefined;
  #closed = false;
  #down = false;

  constructor(
    private readonly reference: Reference,
    { send, revision, over }: ConnectionOptions,
    number: number,
  ) {
    this.over = over;
    this.visitor = { number, reads: 0, failedReads: 0 };
    this.#revision = revision;
    this.#send = (message) => {
      if (!this.#closed) send(message);
    };
    this.legacy = new LegacySession(reference, this);
    this.modern = new ModernSide(reference, this);
    if (over === 'stdio' && reference.faults.use('speaks-first')) {
      queueMicrotask(() => this.send({ jsonrpc: '2.0', method: 'notifications/resources/list_changed' }));
    }
  }

  send(message: JsonObject | JsonObject[]): void {
    this.#send(message);
  }

  receive(message: unknown): void {
    if (this.#closed || this.#down || this.reference.down) return;
    this.#guard(() => {
      if (Array.isArray(message)) return this.#receiveBatch(message);
      const answer = this.#receiveOne(message);
      if (answer) this.send(answer);
    });
  }

  receiveNoise(_text: string): void {
    if (this.#closed || this.#down || this.reference.down) return;
    this.#guard(() => {
      this.breakDown('exit-on-malformed-json', 'hang-on-malformed-json');
      this.send(failed(undefined, new Failure(code.parseError, 'Parse error')));
    });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.reference.forget(this);
  }

  /** Ends the connection from the server's side: open listens are told first. */
  shutdown(): void {
    this.modern.shutdown();
    this.close();
  }

  /** Passes a change on to whoever of this client asked for it. */
  tell(change: Change): void {
    this.legacy.tell(change);
    this.modern.tell(change);
  }

  /** Fails as a fault says, if it is switched on. */
  breakDown(exit: FaultName, hang?: FaultName): void {
    if (this.reference.faults.use(exit)) throw new Crash(exit);
    if (hang !== undefined && this.reference.faults.use(hang)) throw new Hang(hang);
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      // Over stdio a connection has a process of its own; over HTTP all share one.
      if (this.over === 'stdio') this.#down = true;
      else this.reference.down = true;
      if (!(error instanceof Hang)) throw error;
    }
  }

  #receiveBatch(messages: unknown[]): void {
    const { faults } = this.reference;
    this.breakDown('exit-on-batch', 'hang-on-batch');
    if (faults.use('batch-ignored')) return;
    if (this.legacy.revision !== '2025-03-26' || messages.length === 0 || faults.use('batch-refused')) {
      this.send(this.#invalid(undefined, messages.length === 0 ? 'An empty batch' : 'Batches are not supported'));
      return;
    }
    const answers = messages.map((each) =>
      isObject(each) && each.method === 'initialize'
        ? this.#invalid(readableId(each), 'initialize must not be part of a batch')
        : this.#receiveOne(each),
    );
    const all = answers.filter((answer) => answer !== undefined);
    const responses = faults.use('batch-partly') ? all.slice(0, 1) : all;
    if (faults.use('batch-reversed')) responses.reverse();
    if (faults.use('batch-mixed')) responses.push({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    if (faults.use('batch-answered-singly')) for (const response of responses) this.send(response);
    else if (responses.length > 0) this.send(responses);
  }

  /** The response to one message; undefined where there is none. */
  #receiveOne(message: unknown): JsonObject | undefined {
    if (!isObject(message)) return this.#invalid(undefined, 'A message must be an object');
    const { jsonrpc, method, params = {} } = message;
    const id = readableId(message);
    if (method === undefined && ('result' in message || 'error' in message)) return undefined;
    if (jsonrpc !== '2.0') return this.#invalid(id, 'jsonrpc must be "2.0"');
    if (typeof method !== 'string') return this.#invalid(id, 'method must be a string');
    if (!('id' in message)) {
      this.#notified(method, isObject(params) ? params : {});
      return undefined;
    }
    if (id === undefined) return this.#invalid(id, 'id must be a string or an integer');
    if (method === 'initialize' && this.reference.faults.use('initialize-refused-exits')) {
      this.send(failed(id, new Failure(code.methodNotFound, 'Only 2026-07-28 is spoken here')));
      throw new Crash('initialize-refused-exits');
    }
    try {
      if (!isObject(params)) throw invalidParams('params must be an object');
      const result = this.#speaksModern(method, params)
        ? this.modern.answer(id, method, params)
        : this.legacy.answer(method, params);
      return result && { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (error instanceof Crash || error instanceof Hang) throw error;
      return failed(id, error instanceof Failure ? error : new Failure(code.internalError, 'Internal error'));
    }
  }

  /** The era of a request: modern by its `_meta`, legacy by `initialize` or after it, else whatever is served. */
  #speaksModern(method: string, params: JsonObject): boolean {
    const { legacy, reference } = this;
    if (!reference.revisions.some(isModern)) return false;
    if (this.modern.claims(params)) return true;
    if (this.#revision !== undefined && isModern(this.#revision)) return true;
    const legacyOpen = legacy.revision !== undefined || method === 'initialize' || method === 'ping';
    return !legacyOpen || (method !== 'initialize' && reference.revisions.every(isModern));
  }

  #notified(method: string, params: JsonObject): void {
    if (method === 'notifications/initialized') this.breakDown('initialized-exits');
    if (method === 'notifications/initialized') this.legacy.initialized();
    if (method !== 'notifications/cancelled') return;
    if (readableId({ id: params.requestId }) === undefined) this.breakDown('exit-on-malformed-cancelled');
    this.modern.cancel(params.requestId);
  }

  #invalid(id: Id | undefined, message: string): JsonObject {
    this.breakDown('exit-on-invalid-request', 'hang-on-invalid-request');
    return failed(id, new Failure(code.invalidRequest, message));
  }
}

const readableId = ({ id }: JsonObject): Id | undefined =>
  typeof id === 'string' || Number.isInteger(id) ? id : undefined;

const failed = (id: Id | undefined, { error }: Failure): JsonObject => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  error,
});
