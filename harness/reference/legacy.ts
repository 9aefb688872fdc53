import { isModern, isObject, type JsonObject, type Revision } from '../wire.ts';
import type { ReferenceConnection } from './connection.ts';
import { code, Failure, invalidParams, notFound } from './failure.ts';
import { capabilitiesIn, instructions, serverInfo } from './identity.ts';
import { updatesOf } from './listen.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import type { Reference } from './reference.ts';
import { type Change, callTool, listTools } from './tools.ts';

const mostSubscriptions = 10_000;

/** The legacy side of a connection: what `initialize` settled, and the subscriptions of this client. */
export class LegacySession {
  /** The negotiated revision; undefined before `initialize`. */
  revision: Revision | undefined;
  readonly #subscriptions = new Set<string>();
  #ready = false;

  constructor(
    private readonly reference: Reference,
    private readonly connection: ReferenceConnection,
  ) {}

  /** The client has sent `notifications/initialized`: from here on it may be notified. */
  initialized(): void {
    this.#ready = this.revision !== undefined;
  }

  /** The result of a request; throws a Failure where there is none. */
  answer(method: string, params: JsonObject): JsonObject {
    const { reference, connection } = this;
    const { library } = reference;
    if (this.revision === undefined && method !== 'initialize') connection.breakDown('early-request-exits');
    if (method === 'ping') return {};
    if (method === 'initialize') return this.#initialize(params);
    if (method === 'server/discover') connection.breakDown('exit-on-discover');
    const { revision } = this;
    if (revision === undefined) throw new Failure(code.invalidRequest, 'Not initialized');
    const inquiry = { params, revision, visitor: connection.visitor, capabilities: {} };
    switch (method) {
      case 'resources/list':
        return library.list(inquiry);
      case 'resources/templates/list':
        return library.listTemplates(inquiry);
      case 'resources/read':
        return library.read(inquiry);
      case 'resources/subscribe':
        return this.#subscribe(this.#existing(params, revision));
      case 'resources/unsubscribe':
        return this.#unsubscribe(this.#existing(params, revision));
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
        connection.breakDown('exit-on-unknown-method');
        throw new Failure(code.methodNotFound, 'Method not found');
    }
  }

  /** Sends the notification of a change, if this client is to have it. */
  tell(change: Change): void {
    const { faults } = this.reference;
    if (!this.#ready) return;
    if (change.type === 'listChanged') {
      if (!faults.use('list-changed-never')) this.#notify('notifications/resources/list_changed');
      return;
    }
    const { uri } = change;
    const subscribed = this.#subscriptions.has(uri) || this.#leaks(uri);
    if (!subscribed) return;
    for (const each of updatesOf(uri, faults)) this.#notify('notifications/resources/updated', { uri: each });
  }

  /** The subscriptions as they are, for a fault that hands them to the next connection. */
  get subscriptions(): ReadonlySet<string> {
    return this.#subscriptions;
  }

  /** Takes over the subscriptions of a connection that is gone. */
  inherit(uris: Iterable<string>): void {
    for (const uri of uris) this.#subscriptions.add(uri);
  }

  #leaks(uri: string): boolean {
    const { faults, connections } = this.reference;
    if (this.#subscriptions.size > 0 && faults.use('updates-to-subscribers-of-anything')) return true;
    const others = [...connections].some(({ legacy }) => legacy.subscriptions.has(uri));
    return (others && faults.use('subscribe-shared')) || faults.use('updates-to-all');
  }

  #initialize({ protocolVersion, capabilities, clientInfo }: JsonObject): JsonObject {
    const served = this.reference.revisions.filter((revision) => !isModern(revision));
    const latest = served.at(-1);
    if (latest === undefined) {
      throw new Failure(code.methodNotFound, `No initialize in the versions served: ${this.reference.revisions}`);
    }
    if (this.revision !== undefined) throw new Failure(code.invalidRequest, 'Already initialized');
    if (!isObject(capabilities) || !isObject(clientInfo)) {
      this.connection.breakDown('malformed-initialize-exits', 'malformed-initialize-hangs');
    }
    if (typeof protocolVersion !== 'string') throw invalidParams('protocolVersion must be a string');
    if (!isObject(capabilities)) throw invalidParams('capabilities must be an object');
    if (!isObject(clientInfo)) throw invalidParams('clientInfo must be an object');
    const revision = served.find((each) => each === protocolVersion) ?? latest;
    this.revision = revision;
    return {
      protocolVersion: revision,
      capabilities: capabilitiesIn(revision),
      serverInfo: serverInfo(revision),
      instructions,
    };
  }

  #existing({ uri }: JsonObject, revision: Revision): string {
    if (typeof uri !== 'string') throw invalidParams('uri must be a string');
    if (!this.#subscriptions.has(uri) && !this.reference.library.has(uri, revision)) throw notFound(uri, revision);
    return uri;
  }

  #subscribe(uri: string): JsonObject {
    if (this.#subscriptions.size >= mostSubscriptions) throw new Failure(code.internalError, 'Too many subscriptions');
    if (this.#subscriptions.size > 0 && this.reference.faults.use('subscribe-replaces')) this.#subscriptions.clear();
    this.#subscriptions.add(uri);
    return {};
  }

  #unsubscribe(uri: string): JsonObject {
    const { faults } = this.reference;
    if (this.#subscriptions.has(uri) && faults.use('unsubscribe-ignored')) return {};
    this.#subscriptions.delete(uri);
    if (this.#subscriptions.size > 0 && faults.use('unsubscribe-all')) this.#subscriptions.clear();
    return {};
  }

  #notify(method: string, params?: JsonObject): void {
    this.connection.send({ jsonrpc: '2.0', method, ...(params && { params }) });
  }
}
