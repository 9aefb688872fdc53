import { quote } from '../quote.ts';
import type { HttpHead } from '../transport/transport.ts';
import type { Id, JsonObject } from '../wire.ts';

/** What came back on one request: a result, an error, or the reason why neither came. */
export interface Reply {
  method: string;
  id: Id | undefined;
  params: JsonObject | undefined;
  /** The result member, whatever its type; absent on an error and where no answer came. */
  result?: any;
  /** The error member, whatever its type. */
  error?: any;
  /** Why there is no answer, in words: silence, the end of the process, an HTTP status without a message. */
  missing?: string;
  /** The kind of a missing answer; `refused`: the request was not made, since it was made in vain before. */
  cause?: 'timeout' | 'exit' | 'http' | 'malformed' | 'refused';
  /** The whole response message. */
  message?: JsonObject;
  /** The head of the HTTP response, where there was one. */
  http?: HttpHead;
  /** Lines of the transcript: the request, what came with it, the answer. */
  lines: readonly number[];
}

/** A reply that carries a result. */
export type ResultReply = Reply & { result: any };
/** A reply that carries an error; its members are unknown until checked. */
export type ErrorReply = Reply & { error: any };

/** Whether a request was answered with a result, even a malformed one. */
export const isResult = (reply: Reply): reply is ResultReply => 'result' in reply;
/** Whether a request was answered with an error, even a malformed one. */
export const isError = (reply: Reply): reply is ErrorReply => 'error' in reply;

/** Whether something in front of the server stands in the way: credentials are missing, too much was asked, a gateway failed. */
export const isWithheld = ({ http }: Reply): boolean =>
  http !== undefined && ([401, 403, 429].includes(http.status) || (http.status >= 502 && http.status <= 504));

/** Whether nothing came in time, or an HTTP response said that all is well and ended without an answer. */
export const isUnanswered = ({ cause, http }: Reply): boolean =>
  cause === 'timeout' || (cause === 'http' && http?.status === 200);

/** The error code of a reply, or undefined. */
export const codeOf = (reply: Reply): number | undefined => {
  const code: unknown = reply.error?.code;
  return typeof code === 'number' ? code : undefined;
};

/** A reply in a few words for a reason: "a result", "error -32602", "no answer within 5000 ms". */
export function inWords(reply: Reply): string {
  if (isError(reply)) {
    const code: unknown = reply.error?.code;
    return code === undefined ? 'an error without a code' : `error ${quote(code)}`;
  }
  return isResult(reply) ? 'a result' : (reply.missing ?? 'no answer');
}
