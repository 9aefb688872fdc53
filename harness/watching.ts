import { isDeepStrictEqual } from 'node:util';
import { blockedBy, untested } from './judge.ts';
import { type Listen, listening, stillOpen } from './listen.ts';
import { asRead } from './material.ts';
import type { Probe } from './probe.ts';
import type { Trigger } from './run-options.ts';
import { inWords, isResult, isWithheld } from './session/reply.ts';
import type { Session } from './session/session.ts';
import { isObject, type JsonObject } from './wire.ts';

/** The notification that a resource has changed. */
export const updated = 'notifications/resources/updated';
/** The notification that the list of resources has changed. */
export const listChanged = 'notifications/resources/list_changed';

/** Why a case that needs a change has none, and what would give it one. */
export const noTrigger = {
  update: 'no change of a resource can be brought about; fixtures.update in the config names what changes one',
  listChange: 'no change of the list can be brought about; fixtures.listChange in the config names what changes it',
} as const;

/** A subscription to one resource, by the means of the session's revision. */
export interface Watch {
  uri: string;
  session: Session;
  /** The listen that carries it, from 2026-07-28 on. */
  listen?: Listen;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Subscribes to a resource, or says why the case cannot go on. */
export async function watch(probe: Probe, uri: string, session = probe.session): Promise<Watch> {
  if (!probe.modern) {
    await session.listen();
    await subscribe(probe, uri, session);
    return { uri, session, stop: async () => void (await probe.send('resources/unsubscribe', { uri }, { session })) };
  }
  const listen = await listening(probe, { resourceSubscriptions: [uri] }, { session });
  const { resourceSubscriptions: uris } = listen.honoured;
  if (uris === undefined)
    blockedBy('subscriptions/acknowledged-subset', 'the acknowledgment leaves resourceSubscriptions out');
  // Which resources a server watches is its own choice, as long as it says so.
  if (!Array.isArray(uris) || !uris.includes(uri))
    untested(`the acknowledgment leaves ${uri} out; let fixtures.update in the config name a resource that is watched`);
  await probe.settle(session);
  await stillOpen(listen);
  return { uri, session, listen, stop: () => listen.cancel() };
}

/** Sends a legacy subscription that has to be accepted before the rule can be judged. */
export async function subscribe(probe: Probe, uri: string, session = probe.session): Promise<void> {
  const reply = await probe.send('resources/subscribe', { uri }, { session });
  if (isResult(reply)) return;
  if (isWithheld(reply)) untested(`resources/subscribe was answered with HTTP status ${reply.http!.status}`);
  blockedBy('subscriptions/subscribe-accepted', `resources/subscribe was answered with ${inWords(reply)}`);
}

/** What a legacy server over HTTP said to the GET for its news, where that was no stream; else nothing. */
export function refusedStream({ channel }: Session): string {
  const { lines, partOf } = channel.transcript;
  const asked = lines.find((each) => each.session === channel.session && each.http?.method === 'GET')?.n;
  const status: unknown = lines.find(({ n, http }) => asked !== undefined && partOf.get(n) === asked && http)?.http
    ?.status;
  if (typeof status !== 'number' || status === 200) return '';
  return `; the GET for a stream of news was answered with HTTP status ${status}`;
}

/** How an attempt to be told of a change went. */
export interface News {
  outcome: 'told' | 'silent' | 'unchanged';
  /** The message that told, and its line. */
  line?: number;
  message?: JsonObject;
  /** Milliseconds between the change and the news. */
  lag: number;
}

/** What to change, how the news of it is recognised, and how to look at what changes. */
export interface Change {
  trigger: Trigger;
  news(message: JsonObject): boolean;
  /** What is there to be seen now; undefined where it cannot be seen. */
  look(): Promise<unknown>;
}

/**
 * Makes a change and waits for the news of it on the probe's session. Without news a second change, made on `elsewhere` where that
 * is given, shows whether anything changes at all: silence counts only where what can be seen has changed.
 */
export async function awaitNews(probe: Probe, change: Change, elsewhere?: Session): Promise<News> {
  const first = await newsOf(probe, change);
  if (first) return first;
  const before = await change.look();
  const second = await newsOf(probe, change, elsewhere);
  if (second) return second;
  const after = await change.look();
  const seen = before !== undefined && after !== undefined && !isDeepStrictEqual(before, after);
  return { outcome: seen ? 'silent' : 'unchanged', lag: 0 };
}

/** Makes a change once, on `session`, and waits for the news of it on the probe's own session. */
export async function newsOf(
  probe: Probe,
  { trigger, news }: Pick<Change, 'trigger' | 'news'>,
  session = probe.session,
): Promise<News | undefined> {
  const since = probe.now;
  const begun = performance.now();
  await probe.trigger(trigger, session);
  // Without a stream for them, news can only come with an answer: it is there with the next one, or never.
  const streamless = refusedStream(probe.session) !== '';
  if (streamless) await probe.settle();
  const found = await probe.until(since, news, streamless ? { ms: 0 } : {});
  return found && { outcome: 'told', ...found, lag: performance.now() - begun };
}

/** The contents of a resource as they are now; undefined where it cannot be read. */
export async function contentsNow(probe: Probe, uri: string): Promise<unknown> {
  const { contents } = asRead(uri, undefined, await probe.send('resources/read', { uri }));
  return contents.length > 0 ? contents : undefined;
}

/** The list of resources as it is now; undefined where it is refused or malformed. At most 100 pages. */
export async function listNow(probe: Probe): Promise<unknown[] | undefined> {
  const all: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 100; page++) {
    const { result } = await probe.send('resources/list', cursor === undefined ? {} : { cursor });
    if (!isObject(result) || !Array.isArray(result.resources)) return undefined;
    all.push(...result.resources);
    if (typeof result.nextCursor !== 'string') break;
    cursor = result.nextCursor;
  }
  return all;
}

/** Whether a message says that `uri` was updated, or something whose URI begins with it. */
export function tellsOf(uri: string, { method, params }: JsonObject): boolean {
  if (method !== updated) return false;
  const told: unknown = isObject(params) ? params.uri : undefined;
  return typeof told === 'string' && told.startsWith(uri);
}

/**
 * Waits for what must not come: until all that was sent has arrived and, where news is known to take `lag` milliseconds, that much
 * longer and half as long again. Answers the first message after line `since` that is one of `unwanted`.
 */
export async function afterwards(
  probe: Probe,
  since: number,
  unwanted: (message: JsonObject) => boolean,
  { session = probe.session, lag = 0 }: { session?: Session; lag?: number } = {},
): Promise<{ line: number; message: JsonObject } | undefined> {
  await probe.settle(session);
  return probe.until(since, unwanted, { session, ms: Math.min(lag * 1.5, session.timeout) });
}
