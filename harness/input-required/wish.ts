import { shapeFaults } from '../../schemas/validate.ts';
import { blockedBy, untested } from '../judge.ts';
import type { Probe } from '../probe.ts';
import { quote } from '../quote.ts';
import { inWords, isResult, isWithheld, type Reply } from '../session/reply.ts';
import { isObject, type JsonObject, metaKey } from '../wire.ts';
import { everyCapability, isInputMethod } from './kinds.ts';

/** A read that was answered with the wish for input first. */
export interface Wish {
  uri: string;
  reply: Reply;
  result: JsonObject;
}

/** A wish that follows the rules on its form. */
export interface SoundWish extends Wish {
  inputRequests: JsonObject | undefined;
  requestState: string | undefined;
}

/** What a retry carries; members that are left out are not sent. */
export interface Retry {
  inputResponses?: unknown;
  requestState?: unknown;
}

/** Reads a resource as a client does that declares these capabilities; default: all by which it may be asked. */
export const readDeclaring = (
  probe: Probe,
  uri: string,
  { declared = everyCapability, ...retry }: Retry & { declared?: JsonObject } = {},
): Promise<Reply> =>
  probe.send('resources/read', { uri, ...retry }, { meta: { [metaKey.clientCapabilities]: declared } });

/** The wish that a reply holds; undefined where it is something else. */
export function wishIn(reply: Reply, uri: string): Wish | undefined {
  const result: unknown = isResult(reply) ? reply.result : undefined;
  return isObject(result) && result.resultType === 'input_required' ? { uri, reply, result } : undefined;
}

/** The case that judges what is wrong with the form of a wish; undefined where nothing is. */
export function unsoundBy({ result }: Wish, { revision }: Probe): string | undefined {
  const { inputRequests, requestState } = result;
  if (isObject(inputRequests) && Object.values(inputRequests).some(isOfUnknownKind))
    return 'input-required/request-kinds';
  if (shapeFaults(revision, 'InputRequiredResult', result).length > 0) return 'input-required/shape';
  const asks = isObject(inputRequests) && Object.keys(inputRequests).length > 0;
  return asks || requestState !== undefined ? undefined : 'input-required/at-least-one-member';
}

/** Whether an entry of `inputRequests` is a request of another kind than the three that may stand there. */
export const isOfUnknownKind = (request: unknown): boolean =>
  isObject(request) && typeof request.method === 'string' && !isInputMethod(request.method);

/** The wish as one to be answered; gives up where its form is at fault. */
export function sound(wish: Wish, probe: Probe): SoundWish {
  const by = unsoundBy(wish, probe);
  if (by) blockedBy(by, `the wish for input on ${quote(wish.uri)} is malformed`);
  const { inputRequests, requestState } = wish.result;
  return { ...wish, inputRequests, requestState };
}

/** Asks anew for a resource that is known to want input: a wish that no other case has used yet. Gives up where there is none. */
export async function begin(probe: Probe, uri: string): Promise<SoundWish> {
  const reply = await readDeclaring(probe, uri);
  const wish = wishIn(reply, uri);
  if (wish) return sound(wish, probe);
  if (isResult(reply)) untested(`${quote(uri)} asked for input once, and later gave a result without`);
  if (isWithheld(reply)) untested(`reading ${quote(uri)} got HTTP status ${reply.http!.status}; try again later`);
  blockedBy('input-required/no-retry', `${quote(uri)} asked for input once; later its read got ${inWords(reply)}`);
}

/** The retry that a good client sends: answers where there are questions, the state where there is one. */
export const goodRetry = ({ inputRequests, requestState }: SoundWish, answers: JsonObject): Retry => ({
  ...(inputRequests !== undefined && { inputResponses: answers }),
  ...(requestState !== undefined && { requestState }),
});
