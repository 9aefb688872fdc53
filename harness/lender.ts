import type { Material } from './material.ts';
import type { Trigger } from './run-options.ts';
import type { Session } from './session/session.ts';
import type { TransportKind } from './transport/transport.ts';
import type { Doing } from './turns.ts';
import type { JsonObject, Revision } from './wire.ts';

/** What a leg lends to the probe of one case. */
export interface Lender {
  readonly session: Session;
  readonly material: Material;
  readonly kind: TransportKind;
  /** Whether a second session reaches the same running server. */
  readonly shared: boolean;
  /** Opens another session in the leg's revision; closed when the case is over. */
  open(): Promise<Session>;
  /** Makes a session on a fresh connection, on which nothing is said yet; closed when the case is over. */
  fresh(revision: Revision): Promise<Session>;
  /** Takes a session that an earlier case has left, on which nothing was sent that `spoils` it; undefined where there is none. */
  spare(spoils: (sent: JsonObject) => boolean): Session | undefined;
  /** What the case at hand may do to what is served. */
  readonly doing: Doing;
  /** Waits until the server may be made to change something. */
  changing(trigger: Trigger): Promise<void>;
  /** Clears something up when the leg is over. */
  atEnd(work: () => void): void;
  /** Runs a command that the config names. */
  command(line: string): Promise<void>;
}
