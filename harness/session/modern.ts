import { toolName, toolVersion } from '../tool.ts';
import { headerValue } from '../transport/mcp-headers.ts';
import type { RequestHeaders } from '../transport/transport.ts';
import { isObject, type JsonObject, metaKey, type Revision } from '../wire.ts';
import type { Channel } from './channel.ts';
import { introduce, NotSpoken, Unreachable } from './legacy.ts';
import { isRefusal, refusalInWords } from './refused.ts';
import { inWords, isResult, type Reply } from './reply.ts';
import { type Era, Session } from './session.ts';

/** The `_meta` that every request of a stateless revision carries. */
export const modernMeta = (revision: Revision, capabilities: JsonObject = {}): JsonObject => ({
  [metaKey.protocolVersion]: revision,
  [metaKey.clientInfo]: { name: toolName, version: toolVersion },
  [metaKey.clientCapabilities]: capabilities,
});

/** The HTTP headers that mirror a message of a stateless revision. */
export function modernHeaders(
  revision: Revision,
  { method, params }: { method?: string; params?: JsonObject },
): RequestHeaders {
  const named: Record<string, unknown> = {
    'resources/read': params?.uri,
    'tools/call': params?.name,
    'prompts/get': params?.name,
  };
  const name = method === undefined ? undefined : named[method];
  return {
    'MCP-Protocol-Version': revision,
    ...(method && { 'Mcp-Method': headerValue(method) }),
    ...(typeof name === 'string' && { 'Mcp-Name': headerValue(name) }),
  };
}

/** Makes a session of a stateless revision: nothing is sent yet. */
export function makeModern(channel: Channel, revision: Revision, timeout: number): Session {
  const era: Era = {
    dress: (params, { meta }) => {
      const all = { ...modernMeta(revision), ...params._meta, ...meta };
      return { ...params, _meta: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) };
    },
    headers: (message) => modernHeaders(revision, message),
    sanity: 'server/discover',
    async farewell() {},
  };
  return new Session(revision, channel, era, timeout);
}

/** The versions that a discover answer lists, or the reason why it is no DiscoverResult. */
export function supportedVersions(reply: Reply): string[] | string {
  if (!isResult(reply)) return `server/discover got ${inWords(reply)}`;
  const versions: unknown = isObject(reply.result) ? reply.result.supportedVersions : undefined;
  if (!Array.isArray(versions)) return 'server/discover was answered without supportedVersions';
  return versions.filter((version) => typeof version === 'string');
}

/** The reason why a server that answers server/discover is not judged in a revision. */
export const notListed = (versions: readonly string[], revision: Revision): string =>
  `server/discover lists ${versions.map((each) => each.slice(0, 40)).join(', ') || 'no version'}, not ${revision}`;

/** Opens a session of a stateless revision by asking the server what it is. */
export async function openModern(
  channel: Channel,
  revision: Revision,
  { timeout, startTimeout }: { timeout: number; startTimeout: number },
): Promise<Session> {
  const session = makeModern(channel, revision, timeout);
  const reply = await session.request('server/discover', {}, { timeout: startTimeout });
  if (isRefusal(reply)) throw new Unreachable(refusalInWords(reply)!, reply.http?.status);
  const versions = supportedVersions(reply);
  if (typeof versions === 'string')
    throw new (reply.cause === 'exit' || reply.cause === 'timeout' ? Unreachable : NotSpoken)(versions);
  if (!versions.includes(revision)) throw new NotSpoken(notListed(versions, revision));
  return introduced(session, reply);
}

/** A session with what the server says of itself in a DiscoverResult. */
export function introduced(session: Session, reply: Reply): Session {
  const { capabilities, _meta } = reply.result;
  session.introduction = { ...introduce(_meta?.[metaKey.serverInfo], capabilities), reply };
  return session;
}
