import { Reference, type ReferenceOptions } from '../../harness/reference/reference.ts';
import type { Connection, Host } from '../../harness/transport/host.ts';
import { isModern, isObject, type JsonObject, metaKey, type Revision } from '../../harness/wire.ts';

/** What every modern request carries; `capabilities` are those of the client. */
export const modernMeta = (capabilities: JsonObject = {}): JsonObject => ({
  [metaKey.protocolVersion]: '2026-07-28',
  [metaKey.clientCapabilities]: capabilities,
});

/** A client of a host in this process, which keeps all that it is sent. */
export class Client {
  readonly received: (JsonObject | JsonObject[])[] = [];
  readonly connection: Connection;
  #count = 0;

  constructor(
    host: Host,
    readonly revision: Revision,
    over: 'stdio' | 'http' = 'stdio',
  ) {
    this.connection = host.connect({ over, send: (message) => this.received.push(structuredClone(message)) });
    if (!isModern(revision)) this.open();
  }

  /** Sends a request, and gives its whole response. */
  ask(method: string, params: JsonObject = {}, capabilities: JsonObject = {}): JsonObject {
    const id = `${this.revision}-${this.#count++}`;
    this.request(id, method, params, capabilities);
    return this.responseTo(id) ?? {};
  }

  /** Sends a request with a certain id. */
  request(id: unknown, method: string, params: JsonObject = {}, capabilities: JsonObject = {}): void {
    const meta = isModern(this.revision) ? { _meta: modernMeta(capabilities) } : {};
    this.connection.receive({ jsonrpc: '2.0', id, method, params: { ...meta, ...params } });
  }

  notify(method: string, params: JsonObject = {}): void {
    this.connection.receive({ jsonrpc: '2.0', method, params });
  }

  /** Opens a listen, and gives what came of it at once. */
  listen(id: unknown, notifications: JsonObject): JsonObject[] {
    const from = this.received.length;
    this.request(id, 'subscriptions/listen', { notifications });
    return this.received.slice(from) as JsonObject[];
  }

  responseTo(id: unknown): JsonObject | undefined {
    return (this.received as JsonObject[]).find((message) => message.id === id && !('method' in message));
  }

  /** The notifications of a method (`updated`, `list_changed`, …) so far. */
  notified(end: string): JsonObject[] {
    return (this.received as JsonObject[]).filter(({ method }) => typeof method === 'string' && method.endsWith(end));
  }

  /** All items of a list, page by page. */
  all(method: string, member: string): JsonObject[] {
    const items: JsonObject[] = [];
    for (let cursor: unknown, pages = 0; pages < 100; pages++) {
      const { result } = this.ask(method, cursor === undefined ? {} : { cursor });
      items.push(...result[member]);
      cursor = result.nextCursor;
      if (cursor === undefined) return items;
    }
    throw new Error('the list does not end');
  }

  uris(): string[] {
    return this.all('resources/list', 'resources').map(({ uri }) => uri);
  }

  /** The code of the error that a request meets; undefined for a result. */
  code(method: string, params: JsonObject, capabilities: JsonObject = {}): unknown {
    const { error } = this.ask(method, params, capabilities);
    return isObject(error) ? error.code : undefined;
  }

  private open(): void {
    const clientInfo = { name: 'test', version: '1' };
    this.ask('initialize', { protocolVersion: this.revision, capabilities: {}, clientInfo });
    this.notify('notifications/initialized');
  }
}

/** A reference server with a client of one revision. */
export function pair(revision: Revision, options: ReferenceOptions = {}) {
  const reference = new Reference(options);
  return { reference, client: new Client(reference, revision) };
}
