import { unspokenVersions } from './handshakes.ts';
import type { Probe } from './probe.ts';
import type { Reply } from './session/reply.ts';
import type { Session } from './session/session.ts';
import type { Transcript } from './transcript.ts';
import { type JsonObject, metaKey } from './wire.ts';

/** A request in a version that nobody speaks, and what came of it. */
export interface Unspoken {
  /** As in "resources/list of version 1900-01-01 as the first request". */
  what: string;
  version: string;
  reply: Reply;
}

const known = new WeakMap<Transcript, Unspoken[]>();

/**
 * Asks in versions that nobody speaks: as the first thing on a connection, and on one that has been served well, for some servers
 * look at the version once. Made once a leg.
 */
export async function unspokenRequests(probe: Probe): Promise<Unspoken[]> {
  const { transcript } = probe.session.channel;
  const made = known.get(transcript) ?? (await ask(probe));
  if (made.every(({ reply }) => reply.cause !== 'timeout')) known.set(transcript, made);
  return made;
}

async function ask(probe: Probe): Promise<Unspoken[]> {
  const [old, unborn] = unspokenVersions;
  const asked: Unspoken[] = [];
  const has = probe.declares('resources');
  const [entry] = has ? await probe.resources().catch(() => []) : [];
  const list = has ? 'resources/list' : 'server/discover';
  const send = async (session: Session, when: string, method: string, version: string, params: JsonObject = {}) => {
    const options = { meta: { [metaKey.protocolVersion]: version }, headers: { 'MCP-Protocol-Version': version } };
    const reply = await (session === probe.session
      ? probe.send(method, params, options)
      : probe.first(session, method, params, options));
    asked.push({ what: `${method} of version ${version} ${when}`, version, reply });
  };
  const fresh = await probe.fresh();
  probe.leave(fresh);
  await send(fresh, 'as the first request', list, old);
  await send(fresh, 'as the second request', 'server/discover', unborn);
  const when = 'after good requests';
  await send(probe.session, when, 'server/discover', old);
  await send(probe.session, when, list, unborn);
  if (has)
    await send(probe.session, when, 'resources/read', old, { uri: entry?.uri ?? 'mcp-conformance-absent:///version' });
  return asked;
}
