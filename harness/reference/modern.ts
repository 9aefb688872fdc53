import { type Id, isModern, isObject, type JsonObject, metaKey, type Revision } from '../wire.ts';
import type { ReferenceConnection } from './connection.ts';
import { code, Failure, invalidParams } from './failure.ts';
import { cacheHints, capabilitiesIn, instructions, serverInfo } from './identity.ts';
import { Listen } from './listen.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import type { Reference } from './reference.ts';
import { type Change, callTool, listTools } from './tools.ts';

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const mostListens = 1000;
const key = (id: unknown): string => JSON.stringify(id) ?? '';

/** The modern side of a connection: each request stands alone; only open listens are remembered. */
export class ModernSide {
  readonly #listens = new Map<string, Listen>();
  #asked = false;
  #discovered = false;
  #remembered: JsonObject | undefined;

  constructor(
    private readonly reference: Reference,
    private readonly connection: ReferenceConnection,
  ) {}

  /** Whether parameters carry the version of the modern era, of whatever value, or belong to it by another key. */
  claims({ _meta: meta }: JsonObject): boolean {
    if (!isObject(meta)) return false;
    const version: unknown = meta[metaKey.protocolVersion];
    if (version === undefined)
      return metaKey.clientCapabilities in meta && this.connection.legacy.revision === undefined;
    return !this.reference.revisions.some((revision) => revision === version && !isModern(revision));
  }

  /** The result of a request, undefined for a listen that stays open; throws a Failure where there is none. */
  answer(id: Id, method: string, params: JsonObject): JsonObject | undefined {
    const { connection } = this;
    const { revision, capabilities } = this.#open(method, params);
    if (method === 'subscriptions/listen') return this.#listen(id, params, revision);
    const result = this.#result(method, params, revision, capabilities);
    if (result === undefined) {
      connection.breakDown('exit-on-unknown-method');
      throw new Failure(code.methodNotFound, 'Method not found');
    }
    const complete = result.resultType === undefined;
    return {
      ...(complete && { resultType: 'complete' }),
      ...result,
      ...(complete && cacheHints(method)),
      _meta: { [metaKey.serverInfo]: serverInfo(revision) },
    };
  }

  /** Ends a listen that the client has cancelled; whatever else is named is none of ours, or done. */
  cancel(requestId: unknown): void {
    const { faults } = this.reference;
    let listen = this.#listens.get(key(requestId));
    if (!listen && faults.has('cancel-by-string')) {
      listen = [...this.#listens.values()].find(({ id }) => String(id) === String(requestId));
      if (listen) faults.use('cancel-by-string');
    }
    if (!listen) this.connection.breakDown('exit-on-cancelled');
    if (!listen || faults.use('cancel-ignored')) return;
    this.#listens.delete(key(listen.id));
    if (faults.use('cancel-answered')) listen.end();
    if (this.#listens.size > 0 && faults.use('cancel-ends-all-listens')) this.#listens.clear();
  }

  /** Passes a change to the listens that asked for it. */
  tell(change: Change): void {
    const { faults } = this.reference;
    const [first] = this.#listens.values();
    for (const listen of this.#listens.values()) {
      listen.deliver(change, faults.has('listen-ids-mixed') ? first!.id : listen.id);
    }
    if (first || !this.#asked || this.connection.legacy.revision !== undefined) return;
    const all = change.type === 'updated' && faults.use('updates-to-all');
    if (!all && !faults.use('changes-without-listen')) return;
    const { type } = change;
    const method = type === 'updated' ? 'notifications/resources/updated' : 'notifications/resources/list_changed';
    this.connection.send({ jsonrpc: '2.0', method, ...(type === 'updated' && { params: { uri: change.uri } }) });
  }

  /** Tells open listens that the server ends them: over stdio by a cancellation and the result, over HTTP by the result. */
  shutdown(): void {
    const { faults } = this.reference;
    for (const listen of this.#listens.values()) {
      if (faults.use('shutdown-silent')) continue;
      if (this.connection.over === 'stdio' && !faults.use('shutdown-result-only')) {
        const requestId = faults.use('shutdown-foreign-cancelled') ? 'none-of-yours' : listen.id;
        const params = { requestId, reason: 'The server ends', _meta: { [metaKey.subscriptionId]: listen.id } };
        this.connection.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
      }
      if (!faults.use('shutdown-cancelled-only')) listen.end();
    }
    this.#listens.clear();
  }

  /** The open listens, for a fault that hands them to the next connection. */
  get listens(): Iterable<[string, Listen]> {
    return this.#listens;
  }

  /** Takes over a listen of a connection that is gone. */
  inherit(entry: [string, Listen]): void {
    this.#listens.set(...entry);
    entry[1].moveTo((message) => this.connection.send(message));
  }

  /** Checks what each request has to carry, and gives it. */
  #open(method: string, { _meta: meta }: JsonObject): { revision: Revision; capabilities: JsonObject } {
    const { reference } = this;
    if (!isObject(meta)) throw invalidParams('params._meta must be an object');
    const version: unknown = meta[metaKey.protocolVersion];
    if (typeof version !== 'string') throw invalidParams(`_meta must have a string ${metaKey.protocolVersion}`);
    const revision = reference.revisions.find((each) => each === version && isModern(each));
    if (!revision) {
      const data = { supported: reference.revisions.toReversed(), requested: version.slice(0, 1000) };
      throw new Failure(code.unsupportedVersion, 'Unsupported protocol version', data);
    }
    const declared: unknown = meta[metaKey.clientCapabilities];
    if (!isObject(declared)) throw invalidParams(`_meta must have an object ${metaKey.clientCapabilities}`);
    const level: unknown = meta[metaKey.logLevel];
    if (level !== undefined && !levels.includes(level as string)) throw invalidParams('Unknown log level');
    this.#asked = true;
    this.#discovered ||= method === 'server/discover';
    if (!this.#discovered && reference.faults.use('needs-discover-first')) {
      throw new Failure(code.invalidRequest, 'Send server/discover first');
    }
    return { revision, capabilities: this.#capabilities(declared) };
  }

  #capabilities(declared: JsonObject): JsonObject {
    if (!this.reference.faults.has('remembers-capabilities')) return declared;
    const known = { ...this.#remembered, ...declared };
    if (Object.keys(known).length > Object.keys(declared).length) this.reference.faults.use('remembers-capabilities');
    this.#remembered = known;
    return known;
  }

  #result(method: string, params: JsonObject, revision: Revision, capabilities: JsonObject): JsonObject | undefined {
    const { reference, connection } = this;
    const { library } = reference;
    const inquiry = { params, revision, visitor: connection.visitor, capabilities };
    switch (method) {
      case 'server/discover':
        connection.breakDown('exit-on-discover');
        return {
          supportedVersions: reference.revisions.toReversed(),
          capabilities: capabilitiesIn(revision),
          instructions,
        };
      case 'resources/list':
        return library.list(inquiry);
      case 'resources/templates/list':
        return library.listTemplates(inquiry);
      case 'resources/read':
        return library.read(inquiry);
      case 'completion/complete':
        return library.complete(inquiry);
      case 'prompts/list':
        return listPrompts(params, revision);
      case 'prompts/get':
        return getPrompt(params, revision);
      case 'tools/list':
        return listTools(params, revision);
      case 'tools/call':
        return callTool(params, revision, library, (change) => reference.announce(change, connection));
      default:
        return undefined;
    }
  }

  #listen(id: Id, params: JsonObject, revision: Revision): undefined {
    const { faults, library } = this.reference;
    const listens = this.#listens;
    if (listens.has(key(id))) throw new Failure(code.invalidRequest, 'The id belongs to an open request');
    const full = listens.size >= mostListens || (listens.size > 0 && faults.use('listen-second-refused'));
    if (full) throw new Failure(code.internalError, 'Too many open subscriptions');
    const send = (message: JsonObject) => this.connection.send(message);
    const listen = new Listen(id, params, (uri) => library.has(uri, revision), send, faults);
    if (listens.size > 0 && faults.use('listen-second-ends-first')) {
      for (const open of listens.values()) open.end();
      listens.clear();
    }
    listens.set(key(id), listen);
    if (!faults.use('ack-late') && !faults.use('ack-never')) listen.acknowledge();
  }
}
