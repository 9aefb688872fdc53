import { untested } from './judge.ts';
import { makeChanges } from './listen.ts';
import type { Probe } from './probe.ts';
import type { Exchange } from './session/exchange.ts';
import type { Session } from './session/session.ts';
import type { Transcript } from './transcript.ts';
import type { RequestHeaders } from './transport/transport.ts';
import type { JsonObject } from './wire.ts';

/** The id of a legacy session over HTTP, where the server assigned one. */
export function sessionIdOf(session: Session): string | undefined {
  const id = session.era.headers({})['Mcp-Session-Id'];
  return typeof id === 'string' ? id : undefined;
}

// Servers that send the head of a stream with its first message, by the transcript of their leg: to wait for it again is vain.
const headless = new WeakSet<Transcript>();
const glance = 250;

/** Opens the stream for what belongs to no request, or continues another one from `from`; resolves once it is open or refused. */
export async function openStream(session: Session, from?: string, more: RequestHeaders = {}): Promise<Exchange> {
  const headers: RequestHeaders = {
    ...session.era.headers({}),
    Accept: 'text/event-stream',
    'Content-Type': undefined,
    ...(from !== undefined && { 'Last-Event-ID': from }),
    ...more,
  };
  const { channel, timeout } = session;
  const exchange = channel.raw('', { method: 'GET', headers });
  const patience = headless.has(channel.transcript) ? Math.min(glance, timeout) : timeout;
  if (!(await exchange.until(() => exchange.http !== undefined, patience))) headless.add(channel.transcript);
  return exchange;
}

/** The status of a stream that was opened with GET: where nothing came, a change of what it tells of brings its head with it. */
export async function streamStatus(probe: Probe, exchange: Exchange, session: Session): Promise<number> {
  if (exchange.http || exchange.over) return statusOf(probe, exchange, 'GET');
  probe.cite(exchange.lines);
  if (!(await makeChanges(probe, session)))
    untested('GET got no HTTP response; fixtures.listChange in the config names what brings a first message');
  return statusOf(probe, exchange, 'GET');
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
