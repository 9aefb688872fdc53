import type { Probe } from './probe.ts';
import type { Arrival, Exchange } from './session/exchange.ts';
import type { RequestOptions, Session } from './session/session.ts';
import type { JsonObject } from './wire.ts';

/** What a client of 2026-07-28 may ask to be told. */
export interface SubscriptionFilter {
  toolsListChanged?: boolean;
  promptsListChanged?: boolean;
  resourcesListChanged?: boolean;
  resourceSubscriptions?: string[];
}

/** An open `subscriptions/listen` request and what came on it. */
export class Listen {
  constructor(
    private readonly session: Session,
    readonly exchange: Exchange,
  ) {}

  /** All notifications that belong to the subscription, the acknowledgment among them. */
  get arrivals(): readonly Arrival[] {
    return this.exchange.arrivals;
  }

  /** Waits for the first message (or the end) of the subscription; undefined where nothing came in time. */
  async first(): Promise<Arrival | undefined> {
    await this.exchange.until(() => this.arrivals.length > 0 || this.exchange.settled, this.session.timeout);
    return this.arrivals[0];
  }

  /** Ends the subscription as a client does: over HTTP by closing the stream, else by notifications/cancelled. */
  async cancel(): Promise<void> {
    if (this.session.http) this.exchange.abort();
    else await this.session.notify('notifications/cancelled', { requestId: this.exchange.sent.id });
  }
}

/** Opens a subscription stream; its acknowledgment is awaited by `first()`. */
export function openListen(
  probe: Probe,
  notifications: SubscriptionFilter | JsonObject,
  options: RequestOptions & { session?: Session } = {},
): Listen {
  return new Listen(options.session ?? probe.session, probe.open('subscriptions/listen', { notifications }, options));
}

/** Has the server change what the fixtures name while a client watches: the traffic that passive cases judge. */
export async function watchChanges(probe: Probe): Promise<void> {
  const { update, listChange } = probe.fixtures;
  const subscribed = update && probe.declares('resources.subscribe') ? update : undefined;
  const told = listChange && probe.declares('resources.listChanged') ? listChange : undefined;
  if (!subscribed && !told) return;
  const filter = {
    ...(told && { resourcesListChanged: true }),
    ...(subscribed && { resourceSubscriptions: [subscribed.uri] }),
  };
  const listen = probe.modern ? openListen(probe, filter) : undefined;
  if (listen) await listen.first();
  else {
    await probe.session.listen();
    if (subscribed) await probe.send('resources/subscribe', { uri: subscribed.uri });
  }
  if (subscribed) await probe.trigger(subscribed);
  if (told) await probe.trigger(told);
  await probe.settle();
  if (listen) await listen.cancel();
  else if (subscribed) await probe.send('resources/unsubscribe', { uri: subscribed.uri });
}
