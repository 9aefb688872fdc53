import { Transcript } from '../transcript.ts';
import type { Connector } from '../transport/connector.ts';
import { isModern, type Revision, revisions } from '../wire.ts';
import { Channel } from './channel.ts';
import { NotSpoken, openLegacy, Unreachable } from './legacy.ts';
import { makeModern, openModern, supportedVersions } from './modern.ts';
import { inWords } from './reply.ts';
import type { Session } from './session.ts';

/** Milliseconds: `startTimeout` until the first answer of a fresh server, `timeout` for each later one. */
export interface Limits {
  timeout: number;
  startTimeout: number;
}

/** How long a server that already answers a later request may still take over server/discover. */
const discoverGrace = 1000;

/**
 * Asks on a connection of its own whether the server speaks a stateless revision: some servers end when they are asked.
 * Resolves when it does, and rejects with NotSpoken or Unreachable.
 */
export async function discover(
  connector: Connector,
  revision: Revision,
  { timeout, startTimeout }: Limits,
): Promise<void> {
  const transport = await connector.connect();
  const channel = new Channel(transport, new Transcript(), 0);
  try {
    const session = makeModern(channel, revision, startTimeout);
    const asked = session.open('server/discover');
    // A legacy server may stay silent on a method it does not know; what it answers to the next request tells silence from slowness.
    const next =
      connector.kind === 'http'
        ? undefined
        : session.open(
            'initialize',
            { protocolVersion: revisions.at(-2)!, capabilities: {}, clientInfo: { name: 'probe', version: '0' } },
            { bare: true },
          );
    const answered = next ? Promise.race([asked.reply, next.reply]) : asked.reply;
    await Promise.race([answered, expiry(connector.kind === 'http' ? Math.max(timeout, 1000) : startTimeout)]);
    if (next?.settled && !asked.settled) await asked.until(() => asked.settled, discoverGrace);
    if (!asked.settled && !channel.heard) throw new Unreachable(`the server did not answer within ${startTimeout} ms`);
    const reply = asked.settled ? await asked.reply : asked.timedOut(timeout);
    const versions = supportedVersions(reply);
    if (typeof versions === 'string') {
      // An HTTP server that cannot be reached at all is no legacy server.
      if (connector.kind === 'http' && !channel.heard && reply.cause !== 'timeout')
        throw new Unreachable(inWords(reply));
      if (transport.exit?.error !== undefined && !channel.heard) throw new Unreachable(inWords(reply));
      if (reply.http?.status === 401) throw new Unreachable(unauthorised);
      throw new NotSpoken(
        asked.settled ? versions : 'server/discover was not answered, though the server answers other requests',
      );
    }
    if (!versions.includes(revision))
      throw new NotSpoken(
        `server/discover lists ${versions.map((each) => each.slice(0, 40)).join(', ') || 'no version'}, not ${revision}`,
      );
  } finally {
    await transport.close();
  }
}

const unauthorised = "the server answered 401: it wants credentials; give them with --header 'Authorization: Bearer …'";

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
