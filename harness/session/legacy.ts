import { toolName, toolVersion } from '../tool.ts';
import type { RequestHeaders } from '../transport/transport.ts';
import { isObject, type JsonObject, type Revision } from '../wire.ts';
import type { Channel } from './channel.ts';
import type { Exchange } from './exchange.ts';
import { refusalInWords } from './refused.ts';
import { inWords, isError, isResult, type Reply } from './reply.ts';
import { type Era, Session } from './session.ts';

/** The server answered, but not in the revision that was asked for. */
export class NotSpoken extends Error {
  override name = 'NotSpoken';
}

/** The server could not be started, reached or talked to at all. */
export class Unreachable extends Error {
  override name = 'Unreachable';

  constructor(
    message: string,
    /** The HTTP status with which it refused. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** What an answer says of a server, where it is well-formed; wrong types are judged by cases, not here. */
export function introduce(info: unknown, capabilities: unknown) {
  const { name, version } = isObject(info) ? info : {};
  return {
    server: {
      name: typeof name === 'string' ? name : '(no name)',
      version: typeof version === 'string' ? version : '(no version)',
    },
    capabilities: isObject(capabilities) ? capabilities : {},
  };
}

/** Makes a session of a revision with a handshake: nothing is sent yet, and `initialize` has to come first. */
export function makeLegacy(channel: Channel, revision: Revision, timeout: number): Session {
  let sessionId: string | undefined;
  let version: unknown;
  const era: Era = {
    dress: (params, { meta }) => (meta ? { ...params, _meta: { ...params._meta, ...meta } } : params),
    headers: () => ({
      ...(sessionId !== undefined && { 'Mcp-Session-Id': sessionId }),
      ...(typeof version === 'string' && version >= '2025-06-18' && { 'MCP-Protocol-Version': version }),
    }),
    sanity: 'ping',
    adopt({ http, result }) {
      sessionId = http?.headers['mcp-session-id'];
      version = isObject(result) ? result.protocolVersion : undefined;
    },
    async farewell({ channel: { transport } }) {
      if (transport.kind !== 'http' || sessionId === undefined) return;
      const exchange = channel.raw('', {
        method: 'DELETE',
        headers: { ...era.headers({}), 'Content-Type': undefined },
      });
      await exchange.until(() => exchange.over, Math.min(timeout, 1000));
    },
  };
  const session = new Session(revision, channel, era, timeout);
  channel.answering = ({ method }: JsonObject) =>
    method === 'ping' ? { result: {} } : { error: { code: -32601, message: 'Method not found' } };
  channel.answerHeaders = () => era.headers({});
  if (session.http) channel.resuming = (cut) => resume(cut, channel, era.headers({}), timeout);
  // A server may end a session at any time; a client then opens another one and asks again.
  era.renew = async () => {
    if (sessionId === undefined) return false;
    sessionId = undefined;
    version = undefined;
    const again = await session.request('initialize', initializeParams(revision));
    era.adopt!(again);
    if (isResult(again)) await session.notify('notifications/initialized');
    return isResult(again);
  };
  return session;
}

/** What `initialize` asks for `version` with. */
export const initializeParams = (version: string): JsonObject => ({
  protocolVersion: version,
  capabilities: {},
  clientInfo: { name: toolName, version: toolVersion },
});

/** The question that `initialize` for `version` is, where it is the first message on a connection. */
export const handshakeQuestion = (version: string): string => `initialize ${version}`;

/** Opens a session by `initialize`, as every revision up to 2025-11-25 wants it. `startTimeout` in milliseconds. */
export async function openLegacy(
  channel: Channel,
  revision: Revision,
  { timeout, startTimeout }: { timeout: number; startTimeout: number },
): Promise<Session> {
  const session = makeLegacy(channel, revision, timeout);
  const reply = await session.request('initialize', initializeParams(revision), { timeout: startTimeout });
  if (!isResult(reply)) {
    const refusal = refusalInWords(reply);
    if (refusal !== undefined) throw new Unreachable(refusal, reply.http?.status);
    if (isError(reply)) throw new NotSpoken(`initialize was answered with ${inWords(reply)}${message(reply.error)}`);
    // What ended the server says all; a code or a signal leaves the question what it did before.
    if (channel.exit?.error !== undefined) throw new Unreachable(inWords(reply));
    throw new Unreachable(channel.unheard(`initialize got ${inWords(reply)}`));
  }
  const protocolVersion: unknown = isObject(reply.result) ? reply.result.protocolVersion : undefined;
  if (protocolVersion !== revision)
    throw new NotSpoken(
      typeof protocolVersion === 'string'
        ? `initialize for ${revision} was answered ${protocolVersion.slice(0, 40)}`
        : 'initialize was answered without a protocolVersion',
    );
  await begin(session, reply);
  return session;
}

/** Begins a session whose `initialize` was answered with a result. */
export async function begin(session: Session, reply: Reply): Promise<void> {
  const { serverInfo, capabilities } = isObject(reply.result) ? reply.result : {};
  session.era.adopt!(reply);
  session.introduction = { ...introduce(serverInfo, capabilities), reply };
  await session.notify('notifications/initialized');
}

const message = (error: unknown): string => {
  const text: unknown = isObject(error) ? error.message : undefined;
  return typeof text === 'string' ? ` (${text.slice(0, 200)})` : '';
};

/** Continues a response stream from its last event; undefined where the connection is gone. The server may have named a wait. */
async function resume(
  { events }: Exchange,
  channel: Channel,
  headers: RequestHeaders,
  timeout: number,
): Promise<Exchange | undefined> {
  const wait = events.findLast(({ retry }) => retry !== undefined)?.retry ?? 0;
  await new Promise((resolve) => setTimeout(resolve, Math.min(wait, timeout)));
  if (channel.exit) return undefined;
  const from = events.findLast(({ id }) => id !== undefined)?.id;
  return channel.raw('', {
    method: 'GET',
    headers: { ...headers, Accept: 'text/event-stream', 'Content-Type': undefined, 'Last-Event-ID': from },
  });
}
