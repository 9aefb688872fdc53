import { isModern, isObject, type Revision } from '../harness/wire.ts';
import { definitionsOf, refName } from './definitions.ts';

const results: Readonly<Record<string, string>> = {
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'server/discover': 'DiscoverResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'resources/subscribe': 'EmptyResult',
  'resources/unsubscribe': 'EmptyResult',
  'subscriptions/listen': 'SubscriptionsListenResult',
  'completion/complete': 'CompleteResult',
};

const requests: Readonly<Record<string, string>> = {
  initialize: 'InitializeRequest',
  ping: 'PingRequest',
  'server/discover': 'DiscoverRequest',
  'resources/list': 'ListResourcesRequest',
  'resources/templates/list': 'ListResourceTemplatesRequest',
  'resources/read': 'ReadResourceRequest',
  'resources/subscribe': 'SubscribeRequest',
  'resources/unsubscribe': 'UnsubscribeRequest',
  'subscriptions/listen': 'SubscriptionsListenRequest',
  'completion/complete': 'CompleteRequest',
};

const notifications: Readonly<Record<string, string>> = {
  'notifications/initialized': 'InitializedNotification',
  'notifications/cancelled': 'CancelledNotification',
  'notifications/progress': 'ProgressNotification',
  'notifications/message': 'LoggingMessageNotification',
  'notifications/resources/updated': 'ResourceUpdatedNotification',
  'notifications/resources/list_changed': 'ResourceListChangedNotification',
  'notifications/subscriptions/acknowledged': 'SubscriptionsAcknowledgedNotification',
};

/** The methods whose results, and the notifications whose messages, servers send. */
export const sentByServers: readonly string[] = [
  ...Object.keys(results),
  ...Object.keys(notifications).filter((method) => method !== 'notifications/initialized'),
];

/** The envelopes of a revision by their names in its schema. */
export interface Envelopes {
  request: string;
  notification: string;
  result: string;
  error: string;
}

const own = (map: Readonly<Record<string, string>>, key: string) => (Object.hasOwn(map, key) ? map[key] : undefined);

/** The type of a request's message; undefined where the revision, or this suite, does not know the method. */
export function requestTypeFor(revision: Revision, method: string): string | undefined {
  const name = own(requests, method);
  return name !== undefined && Object.hasOwn(definitionsOf(revision), name) ? name : undefined;
}

/** The type of a method's result, or of a notification's message; undefined where the revision does not have the method. */
export function typeFor(revision: Revision, method: string): string | undefined {
  const name = own(notifications, method);
  if (name !== undefined) return Object.hasOwn(definitionsOf(revision), name) ? name : undefined;
  return requestTypeFor(revision, method) && own(results, method);
}

/** The type by which to judge this very result: a union of results is decided by `resultType` before its members are looked at. */
export function resultTypeName(revision: Revision, method: string, result: unknown): string | undefined {
  const name = typeFor(revision, method);
  if (name === undefined || !isModern(revision)) return name;
  if (!isObject(result) || result.resultType !== 'input_required') return name;
  // Only a method whose response may be one has the branch; elsewhere such a result lacks the members of its own type.
  const branches = definitionsOf(revision)[`${name}Response`]?.properties?.result?.anyOf ?? [];
  return branches.some((branch) => refName(branch) === 'InputRequiredResult') ? 'InputRequiredResult' : name;
}

/** The names of a revision's envelopes. */
export function envelopeTypes(revision: Revision): Envelopes {
  const later = Object.hasOwn(definitionsOf(revision), 'JSONRPCErrorResponse');
  return {
    request: 'JSONRPCRequest',
    notification: 'JSONRPCNotification',
    result: later ? 'JSONRPCResultResponse' : 'JSONRPCResponse',
    error: later ? 'JSONRPCErrorResponse' : 'JSONRPCError',
  };
}
