import { type Asked, askedIn } from './asked.ts';
import { notApplicable } from './judge.ts';
import { before, type Mutant } from './mutate.ts';
import type { Traffic } from './traffic.ts';
import { isObject, type JsonObject } from './wire.ts';

/** The notification of progress. */
export const progressed = 'notifications/progress';

/** One notification of progress, and the request that gave the token. */
export interface Step {
  line: number;
  session: number;
  message: JsonObject;
  /** The members as they came, whatever their types. */
  params: JsonObject;
  /** The latest request of the session with this very token; undefined where there is none. */
  asked: Asked | undefined;
}

/** The token that a request gives; undefined where it wants no progress. */
export const tokenOf = ({ params }: JsonObject): unknown =>
  isObject(params) ? params._meta?.progressToken : undefined;

/** The notifications of progress of a leg; not applicable where there are none, since a server need not send any. */
export function stepsIn(traffic: Traffic): Step[] {
  const all = traffic.notifications(progressed);
  if (all.length === 0) notApplicable('the server sends no progress');
  const asked = askedIn(traffic).filter(({ request }) => tokenOf(request) !== undefined);
  return all.map(({ line, session, message }) => {
    const params: JsonObject = isObject(message.params) ? message.params : {};
    const own = (each: Asked) =>
      each.session === session && each.line < line && tokenOf(each.request) === params.progressToken;
    return { line, session, message, params, asked: asked.findLast(own) };
  });
}

/** A server that tells of progress, in these steps, before it answers a read that asks for it. */
export const progressing = (...steps: JsonObject[]): Mutant =>
  before('resources/read', (request) => {
    const token = tokenOf(request);
    return token === undefined ? [] : steps.map((step) => stepOf({ progressToken: token, ...step }));
  });

/** A notification of progress. */
export const stepOf = (params: JsonObject | undefined): JsonObject => ({ jsonrpc: '2.0', method: progressed, params });
