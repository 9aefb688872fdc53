import type { Transcript } from '../transcript.ts';
import type { Connector } from '../transport/connector.ts';
import { isModern, type Revision, revisions } from '../wire.ts';
import { Channel } from './channel.ts';
import { initializeParams, makeLegacy, NotSpoken, openLegacy, Unreachable } from './legacy.ts';
import { introduced, makeModern, notListed, openModern, supportedVersions } from './modern.ts';
import { isRefusal, refusalInWords } from './refused.ts';
import { inWords } from './reply.ts';
import type { Session } from './session.ts';

/** Milliseconds: `startTimeout` until the first answer of a fresh server, `timeout` for each later one. */
export interface Limits {
  timeout: number;
  startTimeout: number;
}

/** How long server/discover is waited for alone, and again where a later request is answered before it. */
const discoverGrace = 1000;

/**
 * Asks on a connection of its own whether the server speaks a stateless revision: some servers end when they are asked.
 * Resolves when it does, with the session that this has opened where nothing else was said on it, and rejects with NotSpoken or
 * Unreachable. `transcript` takes what was said.
 */
export async function discover(
  connector: Connector,
  revision: Revision,
  { timeout, startTimeout }: Limits,
  transcript: Transcript,
): Promise<Session | undefined> {
  const transport = await connector.connect();
  const channel = new Channel(transport, transcript, 0);
  let opened: Session | undefined;
  try {
    const session = makeModern(channel, revision, timeout);
    const asked = session.open('server/discover');
    // Over HTTP silence is rare, and an initialize would leave a session behind; over stdio it would spoil a process for further use.
    await asked.until(() => asked.settled, connector.kind === 'http' ? timeout : Math.min(timeout, discoverGrace));
    const alone = asked.settled;
    // A legacy server may stay silent on a method that it does not know; what it answers to the next request tells silence from slowness.
    if (!asked.settled) {
      const next = session.open('initialize', initializeParams(revisions.at(-2)!), { bare: true });
      await Promise.race([asked.reply, next.reply, expiry(startTimeout)]);
      if (next.settled && !asked.settled) await asked.until(() => asked.settled, discoverGrace);
    }
    if (!asked.settled && !channel.heard)
      throw new Unreachable(channel.unheard(`the server did not answer within ${startTimeout} ms`));
    const silent = 'server/discover was not answered, though the server answers other requests';
    if (!asked.settled) throw new NotSpoken(silent);
    const reply = await asked.reply;
    if (isRefusal(reply)) throw new Unreachable(refusalInWords(reply)!, reply.http?.status);
    // What cannot be started, or cannot be reached by HTTP, is no legacy server.
    const gone = transport.exit?.error !== undefined || (connector.kind === 'http' && reply.cause === 'http');
    if (gone && !channel.heard) throw new Unreachable(inWords(reply));
    const versions = supportedVersions(reply);
    if (typeof versions === 'string') throw new NotSpoken(versions);
    if (!versions.includes(revision)) throw new NotSpoken(notListed(versions, revision));
    if (alone) opened = introduced(session, reply);
    return opened;
  } finally {
    if (!opened) await transport.close();
  }
}

const expiry = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** Opens a session in `revision` on a fresh connection; rejects with NotSpoken or Unreachable. */
export async function openSession(
  connector: Connector,
  revision: Revision,
  limits: Limits,
  transcript: Transcript,
  number: number,
): Promise<Session> {
  const transport = await connector.connect();
  const channel = new Channel(transport, transcript, number);
  try {
    const open = isModern(revision) ? openModern : openLegacy;
    return await open(channel, revision, limits);
  } catch (error) {
    await transport.close();
    throw error;
  }
}

/** Makes a session in `revision` on a fresh connection, on which nothing is said yet. */
export async function freshSession(
  connector: Connector,
  revision: Revision,
  { timeout }: Limits,
  transcript: Transcript,
  number: number,
): Promise<Session> {
  const channel = new Channel(await connector.connect(), transcript, number);
  return isModern(revision) ? makeModern(channel, revision, timeout) : makeLegacy(channel, revision, timeout);
}
