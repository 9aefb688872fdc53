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
