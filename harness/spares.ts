import type { Introduction, Session } from './session/session.ts';
import { isModern, isObject, type JsonObject } from './wire.ts';

/** How many sessions wait for later cases at a time. */
const most = 6;

/** Sessions that cases have left unharmed to those that come after them. */
export class Spares {
  readonly #sessions: Session[] = [];

  get all(): readonly Session[] {
    return this.#sessions;
  }

  /** Takes a session on which nothing was sent that `spoils` it; undefined where there is none. */
  take(spoils: (sent: JsonObject) => boolean = () => false): Session | undefined {
    const at = this.#sessions.findIndex(({ channel }) => !channel.exit && !sentOn(channel).some(spoils));
    return at < 0 ? undefined : this.#sessions.splice(at, 1)[0];
  }

  /** Keeps a session, if it still does what it should; `introduction` is what the server says of itself on any connection of a stateless revision. */
  async add(session: Session, introduction: Introduction): Promise<boolean> {
    if (isModern(session.revision)) session.introduction ??= introduction;
    if (this.#sessions.length >= most || !session.introduction || session.closed || !(await session.sane()))
      return false;
    this.#sessions.push(session);
    return true;
  }
}

/** Our messages on the connection of a session. */
const sentOn = ({ session, transcript }: Session['channel']): JsonObject[] =>
  transcript.lines.flatMap(({ direction, session: number, message }) =>
    direction === 'out' && number === session && isObject(message) ? [message] : [],
  );
