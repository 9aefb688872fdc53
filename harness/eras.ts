import { all, instead, type Mutant, onResult } from './mutate.ts';
import type { Probe } from './probe.ts';
import { supportedVersions } from './session/modern.ts';
import { isResult } from './session/reply.ts';
import type { Session } from './session/session.ts';
import { toolName, toolVersion } from './tool.ts';
import { isModern, isObject, type Revision, revisions } from './wire.ts';

/** The revisions that begin with a handshake. */
export const legacyRevisions: readonly Revision[] = revisions.filter((revision) => !isModern(revision));

/** What `initialize` agreed on, by the version that was asked for: asked once a session. */
const agreed = new WeakMap<Session, Map<Revision, Promise<unknown>>>();

/**
 * Whether a server of 2026-07-28 also serves clients of one of `wanted`, over HTTP: it lists such a version, or its `initialize` agrees
 * on one. The session that this may open is ended.
 */
export async function alsoServes(probe: Probe, wanted: readonly Revision[] = legacyRevisions): Promise<boolean> {
  const { session } = probe;
  const listed = supportedVersions(session.introduction.reply);
  if (wanted.some((revision) => listed.includes(revision))) return true;
  const version = wanted.at(-1)!;
  const known = agreed.get(session) ?? new Map<Revision, Promise<unknown>>();
  agreed.set(session, known);
  const agreement = known.get(version) ?? initialize(probe, version);
  known.set(version, agreement);
  const answered = await agreement;
  return wanted.some((revision) => revision === answered);
}

/** The version that `initialize` agrees on; undefined where it is refused. */
async function initialize(probe: Probe, protocolVersion: Revision): Promise<unknown> {
  const { session } = probe;
  const id = session.nextId();
  const params = {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: toolName, version: toolVersion },
  };
  const reply = await probe.answer(session.channel.open({ jsonrpc: '2.0', id, method: 'initialize', params }));
  const opened = reply.http?.headers['mcp-session-id'];
  if (opened !== undefined) {
    const over = session.channel.raw('', { method: 'DELETE', headers: { 'Mcp-Session-Id': opened } });
    await over.until(() => over.over, session.timeout);
  }
  return isResult(reply) && isObject(reply.result) ? reply.result.protocolVersion : undefined;
}

/** A server that speaks 2026-07-28 and nothing older. */
export const modernOnly: Mutant = all(
  onResult('server/discover', (result) => {
    result.supportedVersions = result.supportedVersions.filter((version: Revision) => isModern(version));
  }),
  instead('initialize', () => ({ error: { code: -32601, message: 'Only 2026-07-28 is spoken here' } })),
);
