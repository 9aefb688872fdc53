import { type Id, isObject, type JsonObject, metaKey, modernSince } from '../wire.ts';
import { invalidParams } from './failure.ts';
import type { FaultSet } from './faults.ts';
import { serverInfo } from './identity.ts';
import type { Change } from './tools.ts';

/** One open subscriptions/listen. */
export class Listen {
  readonly #uris: ReadonlySet<string>;
  readonly #listChanged: boolean;
  #acknowledged = false;

  /** Keeps of the requested filter what this server can honour: list changes, and updates of resources that exist. */
  constructor(
    readonly id: Id,
    params: JsonObject,
    exists: (uri: string) => boolean,
    private send: (message: JsonObject) => void,
    private readonly faults: FaultSet,
  ) {
    const { notifications } = params;
    if (!isObject(notifications)) throw invalidParams('notifications must be an object');
    for (const flag of ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged']) {
      if (!['undefined', 'boolean'].includes(typeof notifications[flag]))
        throw invalidParams(`${flag} must be a boolean`);
    }
    const { resourceSubscriptions: uris = [] } = notifications;
    if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string')) {
      throw invalidParams('resourceSubscriptions must be an array of strings');
    }
    if (uris.length > 1000) throw invalidParams('resourceSubscriptions has more than 1,000 members');
    this.#listChanged = notifications.resourcesListChanged === true;
    this.#uris = new Set(uris.filter(exists));
    this.#asked = notifications.resourceSubscriptions !== undefined;
  }

  readonly #asked: boolean;

  /** Says what is honoured; nothing else may come before it. */
  acknowledge(): void {
    if (this.#acknowledged) return;
    this.#acknowledged = true;
    const notifications = {
      ...(this.#listChanged && { resourcesListChanged: true }),
      ...(this.#asked && { resourceSubscriptions: [...this.#uris] }),
    };
    this.#notify('notifications/subscriptions/acknowledged', { notifications });
  }

  /** Delivers a change, if this listen asked for it; `mark` is the id to mark it with where that is not its own. */
  deliver(change: Change, mark: Id = this.id): void {
    const { faults } = this;
    const asked = change.type === 'listChanged' ? this.#listChanged : this.#uris.has(change.uri);
    const leaked =
      !asked &&
      ((change.type === 'updated' && this.#uris.size > 0 && faults.use('updates-to-subscribers-of-anything')) ||
        (change.type === 'updated' && faults.use('updates-to-all')) ||
        faults.use('listen-all-types'));
    if (!asked && !leaked) return;
    if (mark !== this.id) faults.use('listen-ids-mixed');
    if (change.type === 'listChanged') {
      if (!faults.use('list-changed-never')) this.#notify('notifications/resources/list_changed', {}, mark);
    } else {
      for (const uri of updatesOf(change.uri, faults)) this.#notify('notifications/resources/updated', { uri }, mark);
    }
    if (faults.has('ack-late')) this.acknowledge();
  }

  /** Has the listen deliver elsewhere from now on. */
  moveTo(send: (message: JsonObject) => void): void {
    this.send = send;
  }

  /** The result with which the server ends the listen by itself. */
  end(): void {
    const result = {
      resultType: 'complete',
      _meta: { [metaKey.subscriptionId]: this.id, [metaKey.serverInfo]: serverInfo(modernSince) },
    };
    this.send({ jsonrpc: '2.0', id: this.id, result });
  }

  #notify(method: string, params: JsonObject, mark: Id = this.id): void {
    this.send({ jsonrpc: '2.0', method, params: { _meta: { [metaKey.subscriptionId]: mark }, ...params } });
  }
}

/** The URIs that one update names: the one that changed, once, unless a fault has it otherwise. */
export function updatesOf(uri: string, faults: FaultSet): string[] {
  if (faults.use('updates-never')) return [];
  if (faults.use('updates-for-sub-resource')) return [`${uri}${uri.endsWith('/') ? '' : '/'}part`];
  return faults.use('updates-twice') ? [uri, uri] : [uri];
}
