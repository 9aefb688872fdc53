import { deadline } from './session/deadline.ts';
import type { Session } from './session/session.ts';
import type { Exit } from './transport/transport.ts';

/** Asks the process of a session to end by a signal; how it ended, or undefined where it had not within a request's time limit. */
export async function exitAfter(session: Session, signal: 'SIGTERM' | 'SIGINT'): Promise<Exit | undefined> {
  const { channel, timeout } = session;
  channel.note(`sent ${signal} to the server`);
  channel.transport.signal(signal);
  let callOff = () => {};
  const limit = new Promise<undefined>((resolve) => {
    callOff = deadline(timeout, () => resolve(undefined));
  });
  try {
    return await Promise.race([channel.exited, limit]);
  } finally {
    callOff();
  }
}
