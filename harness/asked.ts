import { isDeepStrictEqual } from 'node:util';
import type { Traffic } from './traffic.ts';
import type { Id, JsonObject } from './wire.ts';

/** A request of ours, and when it was over. */
export interface Asked {
  line: number;
  session: number;
  request: JsonObject;
  id: Id;
  /** The lines of all its answers; one, if all is well. */
  answers: number[];
  /** The line at which the request was cancelled by a notification of ours. */
  cancelled?: number;
}

/** Our requests of a leg, in order, each with its answers. */
export function askedIn(traffic: Traffic): Asked[] {
  const answers = new Map<number, number[]>();
  for (const [answer, request] of traffic.transcript.requestOf)
    answers.set(request, [...(answers.get(request) ?? []), answer]);
  const all: Asked[] = [];
  for (const { line, session, message } of traffic.sent()) {
    const { id, method, params } = message;
    if (id !== undefined && method !== undefined)
      all.push({ line, session, request: message, id, answers: answers.get(line) ?? [] });
    if (method !== 'notifications/cancelled') continue;
    const ended = all.findLast((each) => each.session === session && each.id === params?.requestId);
    if (ended) ended.cancelled ??= line;
  }
  return all;
}

/** Whether a request was still to be answered when a line came. */
export const isOpenAt = ({ line, answers: [first] }: Asked, at: number): boolean =>
  line < at && (first === undefined || first > at);

/** The requests that were waited for in vain, where nothing excuses the silence. */
export const owedIn = (traffic: Traffic, asked: readonly Asked[]): Asked[] =>
  asked.filter((each) => isOwed(each, traffic) && !asked.some((other) => isAgain(other, each)));

// A server may have been slow once: what was answered when it was asked again counts.
const isAgain = ({ line, request: { method, params }, answers }: Asked, first: Asked): boolean =>
  line > first.line &&
  method === first.request.method &&
  answers.length > 0 &&
  isDeepStrictEqual(params, first.request.params);

function isOwed({ line, session, request, answers, cancelled }: Asked, traffic: Traffic): boolean {
  if (answers.length > 0 || cancelled !== undefined || !traffic.transcript.overdue.has(line)) return false;
  // A listen stays open; how it has to begin and end is for the cases on subscriptions.
  if (request.method === 'subscriptions/listen') return false;
  // After what no client may send, silence has cases of its own.
  return !traffic.lines.some(
    ({ n, direction, session: number, text }) => direction === 'out' && number === session && n < line && text,
  );
}

/** Whether a request is one that any client makes: what it would have brought is missing in all that passive cases judge. */
export function isOrdinary({ request: { method, params } }: Asked, traffic: Traffic): boolean {
  if (method === 'resources/read')
    return traffic
      .results('resources/list')
      .some(
        ({ result }) =>
          Array.isArray(result?.resources) && result.resources.some((each: any) => each?.uri === params?.uri),
      );
  if (method === 'resources/list' || method === 'resources/templates/list') return params?.cursor === undefined;
  return ['tools/call', 'resources/subscribe', 'ping', 'server/discover'].includes(method);
}
