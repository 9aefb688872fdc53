import { untested } from './judge.ts';
import type { Probe } from './probe.ts';
import type { Exchange } from './session/exchange.ts';
import type { Session } from './session/session.ts';
import type { RequestHeaders } from './transport/transport.ts';
import type { JsonObject } from './wire.ts';

/** The id of a legacy session over HTTP, where the server assigned one. */
export function sessionIdOf(session: Session): string | undefined {
  const id = session.era.headers({})['Mcp-Session-Id'];
  return typeof id === 'string' ? id : undefined;
}

/** Opens the stream for what belongs to no request, or continues another one from `from`; resolves once it is open or refused. */
export async function openStream(session: Session, from?: string, more: RequestHeaders = {}): Promise<Exchange> {
  const headers: RequestHeaders = {
    ...session.era.headers({}),
    Accept: 'text/event-stream',
    'Content-Type': undefined,
    ...(from !== undefined && { 'Last-Event-ID': from }),
    ...more,
  };
  const exchange = session.channel.raw('', { method: 'GET', headers });
  await exchange.until(() => exchange.http !== undefined, session.timeout);
  return exchange;
}

/** The messages that came on the response stream of an exchange, whatever they answer. */
export function messagesOn(session: Session, exchange: Exchange): { line: number; message: JsonObject }[] {
  const { lines, partOf } = session.channel.transcript;
  return lines.flatMap(({ n, direction, message }) =>
    direction === 'in' && message !== undefined && partOf.get(n) === exchange.sent.line
      ? [message].flat().map((each) => ({ line: n, message: each as JsonObject }))
      : [],
  );
}

/** A request that a server may answer by a stream: a read of something that is named or listed, else the request that all servers answer. */
export async function streamable(probe: Probe): Promise<{ method: string; params: JsonObject }> {
  const [first] = probe.declares('resources') ? await probe.resources().catch(() => []) : [];
  const uri: unknown = probe.fixtures.read?.[0] ?? first?.uri;
  if (typeof uri !== 'string') return { method: probe.session.era.sanity, params: {} };
  return { method: 'resources/read', params: { uri } };
}

/** Sends a streamable request that asks for progress, which is what a server may open a stream for. */
export async function openStreamable(probe: Probe, token: string, session = probe.session): Promise<Exchange> {
  const { method, params } = await streamable(probe);
  return probe.open(method, params, { session, meta: { progressToken: token } });
}

/** The status of an exchange's response; the case stays untested where none came. */
export async function statusOf(probe: Probe, exchange: Exchange, what: string): Promise<number> {
  await exchange.until(() => exchange.http !== undefined, probe.session.timeout);
  probe.cite(exchange.lines);
  if (exchange.http) return exchange.http.status;
  probe.timedOut = true;
  return untested(`${what} got no HTTP response`);
}
