import { cpSync } from 'node:fs';
import type { Connection, ConnectionOptions, Host } from '../transport/host.ts';
import { type Revision, revisions } from '../wire.ts';
import { ReferenceConnection } from './connection.ts';
import { shippedDirectory } from './directory.ts';
import { type FaultName, FaultSet } from './faults.ts';
import { Library } from './library.ts';
import type { Change } from './tools.ts';

/** What a reference server may be told when it is made. */
export interface ReferenceOptions {
  /** A folder to serve as file:// resources; default: none. */
  directory?: string;
  /** What is to go wrong; a FaultSet may be shared with a front end. */
  faults?: FaultSet | Iterable<FaultName>;
  /** The revisions to speak; default: all. */
  revisions?: readonly Revision[];
}

/**
 * A server that keeps every rule of the resources feature, and of what the feature stands on, in each revision.
 * `receive` of its connections throws a Crash where a fault ends the process, and nothing else.
 */
export class Reference implements Host {
  readonly faults: FaultSet;
  readonly library: Library;
  /** Oldest first. */
  readonly revisions: readonly Revision[];
  readonly connections = new Set<ReferenceConnection>();
  /** A fault has ended the process that serves HTTP, or has it answer nothing more. */
  down = false;
  #count = 0;
  #orphans: ReferenceConnection[] = [];

  constructor({ directory, faults, revisions: spoken = revisions }: ReferenceOptions = {}) {
    this.faults = FaultSet.of(faults);
    this.library = new Library(this.faults, directory);
    this.revisions = revisions.filter((revision) => spoken.includes(revision));
    if (this.revisions.length === 0) throw new Error(`no revision to speak; known are ${revisions.join(', ')}`);
  }

  /** Copies the folder that ships with the server to a place where files may be added; gives that place. */
  static async prepareDirectory(path: string): Promise<string> {
    cpSync(shippedDirectory(), path, { recursive: true });
    return path;
  }

  /** The faults that have made a difference so far. */
  get used(): Set<FaultName> {
    return this.faults.used;
  }

  connect(options: ConnectionOptions): Connection {
    const connection = new ReferenceConnection(this, options, this.#count++);
    this.connections.add(connection);
    for (const orphan of this.#orphans.splice(0)) {
      connection.legacy.inherit(orphan.legacy.subscriptions);
      for (const entry of orphan.modern.listens) connection.modern.inherit(entry);
      this.faults.use('subscriptions-survive-close');
    }
    return connection;
  }

  shutdown(): void {
    for (const connection of [...this.connections]) connection.shutdown();
  }

  /** Tells all connections of a change that `cause` brought about. */
  announce(change: Change, cause: ReferenceConnection): void {
    for (const connection of this.connections) {
      const skipped =
        connection === cause && change.type === 'listChanged' && this.faults.use('list-changed-not-to-its-cause');
      if (!skipped) connection.tell(change);
    }
  }

  /** Drops a connection that is gone, with all its subscriptions. */
  forget(connection: ReferenceConnection): void {
    this.connections.delete(connection);
    if (!this.faults.has('subscriptions-survive-close')) return;
    const open = connection.legacy.subscriptions.size > 0 || [...connection.modern.listens].length > 0;
    if (open) this.#orphans.push(connection);
  }
}
