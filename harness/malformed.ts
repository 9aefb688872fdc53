import { check, untested } from './judge.ts';
import type { Probe } from './probe.ts';
import { exitInWords } from './session/channel.ts';
import { codeOf, inWords, isError, isResult, isWithheld, type Reply } from './session/reply.ts';
import type { Id, JsonObject } from './wire.ts';

/** Something that no client may send: its bytes, and what it is in words. */
export interface Malformed {
  body: string;
  /** As in "a message without a method". */
  what: string;
  /** The id that can be read in it. */
  id?: Id | null;
  /** The method whose HTTP headers go with it. */
  like: string;
}

/** Sends what no client may send, then a good request, which must be answered; gives what came back on the first. */
export async function provoke(probe: Probe, { body, what, id, like }: Malformed): Promise<Reply> {
  const { session } = probe;
  const since = probe.now;
  const exchange = session.raw(body, { like, ...(id !== undefined && id !== null && { id }) });
  // Over HTTP each POST owes a response; over stdio what cannot be read may be left unanswered.
  const posted = probe.http ? await probe.answer(exchange) : undefined;
  const after = await session.pulse();
  if (after.cause === 'timeout') probe.timedOut = true;
  probe.cite(after);
  const lines = [...exchange.lines, ...after.lines];
  const { exit } = session.channel;
  check(exit === undefined, `the server ${exit && exitInWords(exit)} on ${what}`, { lines });
  // A server that knows no ping is alive all the same.
  check(
    isResult(after) || (after.method === 'ping' && codeOf(after) === -32601),
    `after ${what}, ${after.method} got ${inWords(after)}`,
    {
      lines,
    },
  );
  if (posted) return posted;
  if (exchange.settled) return exchange.reply;
  const answer = probe.arrived(since).find(({ message }) => unmatched(message, after.id));
  const { method, params } = exchange.sent;
  return answer
    ? { method, id: undefined, params, ...membersOf(answer.message), lines: [exchange.sent.line, answer.line] }
    : { method, id: undefined, params, missing: 'no answer', lines: exchange.lines };
}

/** Judges the answer to what is no request: silence is right over stdio, a client error always over HTTP, an error with `code` anywhere. */
export function judgeRefusal(probe: Probe, reply: Reply, code: number, what: string): void {
  probe.cite(reply);
  const status = reply.http?.status;
  if (status !== undefined && status >= 400 && status < 500 && !isWithheld(reply)) return;
  if (isError(reply)) {
    check(codeOf(reply) === code, `expected error ${code} for ${what}, got ${inWords(reply)}`);
  } else if (isWithheld(reply)) {
    untested(`${what} was answered with HTTP status ${status}; --header gives credentials`);
  } else if (probe.http || isResult(reply)) {
    const expected = probe.http ? `error ${code} or a client error of HTTP` : `error ${code}`;
    check(false, `expected ${expected} for ${what}, got ${inWords(reply)}`);
  }
}

const unmatched = (message: JsonObject, sanityId: unknown): boolean =>
  !('method' in message) && ('result' in message || 'error' in message) && message.id !== sanityId;

const membersOf = (message: JsonObject): Partial<Reply> => ({
  ...('result' in message && { result: message.result }),
  ...('error' in message && { error: message.error }),
});
