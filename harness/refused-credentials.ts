import type { Result } from './report.ts';
import { Unreachable } from './session/legacy.ts';
import type { Session } from './session/session.ts';
import type { Transcript } from './transcript.ts';

const words = 'the server stopped taking the credentials in mid-run';

/** How many sessions in a row have to be refused, where an older one lives on: one alone may have met a passing trouble. */
const enough = 3;

/**
 * Whether a server goes on taking the credentials that it took when its leg began. Ordinary sessions alone tell: what else a case
 * sends may deserve a 401.
 */
export class Credentials {
  /** How many sessions in a row were refused. */
  #refused = 0;

  /** Takes note of what becomes of the opening of a session. */
  async opening(open: () => Promise<Session>): Promise<Session> {
    try {
      const session = await open();
      this.#refused = 0;
      return session;
    } catch (error) {
      if (isRefused(error)) this.#refused++;
      throw error;
    }
  }

  /**
   * What to say of a session after the leg's first that could not be opened; undefined where there may be other reasons.
   * `transcript`: of the leg, where the session was to take the place of one that serves no more.
   */
  lost(error: unknown, transcript?: Transcript): string | undefined {
    if (!isRefused(error) || (!transcript && this.#refused < enough)) return undefined;
    const count = transcript ? refusedSinceServed(transcript) : this.#refused;
    return `${words}: ${count} ${count === 1 ? 'request' : 'requests'} got HTTP status 401; give fresh ones with --header 'Authorization: …'`;
  }
}

function refusedSinceServed({ lines }: Transcript): number {
  const statuses = lines.flatMap(({ direction, http }) =>
    direction === 'in' && typeof http?.status === 'number' ? http.status : [],
  );
  const served = statuses.findLastIndex((status) => status >= 200 && status < 300);
  return statuses.slice(served + 1).filter((status) => status === 401).length;
}

const isRefused = (error: unknown): boolean => error instanceof Unreachable && error.status === 401;

/** Whether the reason why no session can be had any more is that the credentials ran out. */
export const tellsOfCredentials = (reason: string | undefined): boolean => reason?.startsWith(words) === true;

/** Whether a case was not put to the test because the credentials had run out. */
export const isOutOfCredentials = ({ verdict, reason }: Pick<Result, 'verdict' | 'reason'>): boolean =>
  verdict === 'untested' && tellsOfCredentials(reason);
