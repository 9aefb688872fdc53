import { blockedBy, notApplicable, untested } from './judge.ts';
import type { Probe } from './probe.ts';
import { quote } from './quote.ts';
import type { Arrival, Exchange } from './session/exchange.ts';
import { inWords, isError, isResult, isWithheld, type Reply } from './session/reply.ts';
import type { RequestOptions, Session } from './session/session.ts';
import type { Transcript } from './transcript.ts';
import { type Id, isObject, type JsonObject, metaKey } from './wire.ts';

/** The notification that opens a subscription. */
export const acknowledged = 'notifications/subscriptions/acknowledged';

/** What a client of 2026-07-28 may ask to be told. */
export interface SubscriptionFilter {
  toolsListChanged?: boolean;
  promptsListChanged?: boolean;
  resourcesListChanged?: boolean;
  resourceSubscriptions?: string[];
}

/** The id of the subscription that a notification (or a result, given as `params`) says it belongs to, whatever its type. */
export const subscriptionIdOf = (params: unknown): unknown =>
  isObject(params) && isObject(params._meta) ? params._meta[metaKey.subscriptionId] : undefined;

/** How many listens of a leg went without any answer for as long as a request may take. */
const silences = new WeakMap<Transcript, number>();
/** After so many silences a server is not given that long again. */
const patience = 2;

/** An open `subscriptions/listen` request and what came on it. */
export class Listen {
  constructor(
    private readonly session: Session,
    readonly exchange: Exchange,
  ) {}

  get id(): Id {
    return this.exchange.sent.id!;
  }

  /** The line of the request. */
  get line(): number {
    return this.exchange.sent.line;
  }

  /** All notifications that belong to the subscription, the acknowledgment among them. */
  get arrivals(): readonly Arrival[] {
    return this.exchange.arrivals;
  }

  /** The acknowledgment that belongs to this subscription. */
  get acknowledgment(): Arrival | undefined {
    return this.arrivals.find(({ message }) => message.method === acknowledged);
  }

  /** The filter that the server agreed to honour; empty where the acknowledgment is malformed. */
  get honoured(): JsonObject {
    const filter: unknown = this.acknowledgment?.message.params?.notifications;
    return isObject(filter) ? filter : {};
  }

  /** An acknowledgment that came since the request and cannot be told to be its own: without an id, or with a wrong one. */
  get stray(): Arrival | undefined {
    const { transcript, session } = this.session.channel;
    for (const { n, direction, session: number, message } of transcript.lines.slice(this.line)) {
      if (direction !== 'in' || number !== session || message === undefined || Array.isArray(message)) continue;
      const own = this.arrivals.some(({ line }) => line === n);
      if (message.method === acknowledged && !own) return { line: n, message };
    }
    return undefined;
  }

  /** Waits until the subscription is acknowledged (by any acknowledgment) or over, at most for a request's time limit. */
  async opened(): Promise<this> {
    const { transcript } = this.session.channel;
    const heard = () => this.acknowledgment !== undefined || this.exchange.settled || this.stray !== undefined;
    const { timeout } = this.session;
    if (!(await this.until(heard, this.worthAnotherTry ? timeout : Math.min(timeout, 100))))
      silences.set(transcript, (silences.get(transcript) ?? 0) + 1);
    return this;
  }

  /** Whether a try may still end otherwise: the leg's server has not left several listens without an answer. */
  get worthAnotherTry(): boolean {
    return (silences.get(this.session.channel.transcript) ?? 0) < patience;
  }

  /** Waits until `done`, looking at each further line of the leg; tells whether it holds. `ms` in milliseconds. */
  async until(done: () => boolean, ms = this.session.timeout): Promise<boolean> {
    const stop = this.session.channel.transcript.follow(() => this.exchange.wake());
    try {
      return await this.exchange.until(done, ms);
    } finally {
      stop();
    }
  }

  /** The response to the request; where there is none yet, a reply that says so. */
  async reply(): Promise<Reply> {
    const { exchange, session } = this;
    return exchange.settled ? exchange.reply : exchange.timedOut(session.timeout);
  }

  /** Ends the subscription as a client does: over HTTP by closing the stream, else by notifications/cancelled. */
  async cancel(): Promise<void> {
    if (this.exchange.over || this.session.channel.exit) return;
    if (this.session.http) this.exchange.abort();
    else await this.session.notify('notifications/cancelled', { requestId: this.id });
  }
}

/** Opens a subscription stream without waiting; see `Listen.opened`. */
export function openListen(
  probe: Probe,
  notifications: SubscriptionFilter | JsonObject,
  options: RequestOptions & { session?: Session } = {},
): Listen {
  return new Listen(options.session ?? probe.session, probe.open('subscriptions/listen', { notifications }, options));
}

/** Opens a subscription on which a judgement is to rest; the case stays untested unless it is acknowledged as its own. */
export async function listening(
  probe: Probe,
  notifications: SubscriptionFilter | JsonObject,
  options: RequestOptions & { session?: Session } = {},
): Promise<Listen> {
  const listen = await openListen(probe, notifications, options).opened();
  probe.cite(listen.exchange.lines);
  if (!listen.acknowledgment) await unacknowledged(probe, listen);
  return listen;
}

/** Gives up where a listen has no acknowledgment of its own, and says which case judges that. */
export async function unacknowledged(probe: Probe, listen: Listen): Promise<never> {
  probe.cite(listen.exchange.lines);
  if (listen.stray) blockedBy('subscriptions/subscription-id', 'an acknowledgment came that names no open listen');
  const reply = await listen.reply();
  if (isWithheld(reply)) untested(`subscriptions/listen was answered with HTTP status ${reply.http!.status}`);
  if (isError(reply)) refuseRightly(probe, inWords(reply));
  streamedOrElse(listen);
  if (reply.cause === 'timeout') probe.timedOut ||= listen.worthAnotherTry;
  blockedBy('subscriptions/acknowledged-first', `subscriptions/listen got ${inWords(reply)} and no acknowledgment`);
}

/** Leaves a listen that was answered over HTTP by something else than an event stream to the case on that. */
export function streamedOrElse({ exchange: { http, streamed } }: Listen): void {
  if (http === undefined || streamed || http.status < 200 || http.status > 299) return;
  blockedBy('subscriptions/listen-stream', 'subscriptions/listen was answered by no event stream');
}

/** Gives up where a listen is over that the client has not ended: no news can come on it any more. */
export async function stillOpen(listen: Listen): Promise<void> {
  if (!listen.exchange.over) return;
  const reply = await listen.reply();
  if (isResult(reply)) untested('the server ended the listen by itself before anything had changed');
  if (reply.cause === 'http') blockedBy('subscriptions/listen-stream', 'the server closed the stream of the listen');
  blockedBy('subscriptions/acknowledged-first', `the listen was acknowledged, and answered with ${inWords(reply)}`);
}

/** A server that declares nothing to listen to may refuse to be listened to; gives up the case in its favour. */
export function refuseRightly(probe: Probe, answer: string): void {
  if (probe.declares('resources.subscribe') || probe.declares('resources.listChanged')) return;
  notApplicable(
    `the server declares neither resources.subscribe nor resources.listChanged, and answers subscriptions/listen with ${answer}`,
  );
}

/** The ids of all listens that were opened in a leg, or on one session, before line `until` of the transcript. */
export function listenIds(probe: Probe, { session, until }: { session?: Session; until?: number } = {}): Id[] {
  return probe.session.channel.transcript.lines.slice(0, until).flatMap((line) => {
    const { direction, message } = line;
    if (direction !== 'out' || !message || Array.isArray(message) || message.method !== 'subscriptions/listen')
      return [];
    return session === undefined || session.channel.session === line.session ? [message.id] : [];
  });
}

/** The resource to watch: the one that can be changed, else one that is listed or named. */
export async function watchable(probe: Probe): Promise<string | undefined> {
  const { update, read = [] } = probe.fixtures;
  if (update) return update.uri;
  const [first] = await probe.resources().catch(() => []);
  return first?.uri ?? read[0];
}

/** A filter of all that the server declares it can tell of its resources; of list changes where it declares nothing. */
export async function declaredFilter(probe: Probe): Promise<SubscriptionFilter> {
  const uri = probe.declares('resources.subscribe') ? await watchable(probe) : undefined;
  const listChanged = probe.declares('resources.listChanged') || uri === undefined;
  return {
    ...(listChanged && { resourcesListChanged: true }),
    ...(uri !== undefined && { resourceSubscriptions: [uri] }),
  };
}

/** Has the server make every change that the fixtures name and its capabilities tell of; answers whether there was one. */
export async function makeChanges(probe: Probe, session = probe.session): Promise<boolean> {
  const { update, listChange } = probe.fixtures;
  const updates = update && probe.declares('resources.subscribe') ? update : undefined;
  const changes = listChange && probe.declares('resources.listChanged') ? listChange : undefined;
  if (updates) await probe.trigger(updates, session);
  if (changes) await probe.trigger(changes, session);
  return updates !== undefined || changes !== undefined;
}

/** Has the server change what the fixtures name while a client watches: the traffic that passive cases judge. */
export async function watchChanges(probe: Probe): Promise<void> {
  const { update } = probe.fixtures;
  const uri = update && probe.declares('resources.subscribe') ? update.uri : undefined;
  const listen = probe.modern ? await openListen(probe, await declaredFilter(probe)).opened() : undefined;
  if (!listen) {
    await probe.session.listen();
    if (uri !== undefined) await probe.send('resources/subscribe', { uri });
  }
  await makeChanges(probe);
  await probe.settle();
  if (listen) await listen.cancel();
  else if (uri !== undefined) await probe.send('resources/unsubscribe', { uri });
}

/** An id of a subscription, in words: whether there is one, and which. */
export const idInWords = (id: unknown): string => (id === undefined ? 'no subscriptionId' : quote(id));
