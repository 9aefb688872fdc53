import { notApplicable } from './judge.ts';
import type { Heard, Traffic } from './traffic.ts';

/** An error response and the lines that show it. */
export interface ErrorResponse extends Heard {
  error: any;
  lines: number[];
}

/** The error responses of a leg, whatever stands in them; not applicable where there are none. */
export function errorResponses(traffic: Traffic): ErrorResponse[] {
  const errors = traffic
    .errors()
    // What has a result too is judged as that; what has no mark of JSON-RPC may be the body of an HTTP error of another kind.
    .filter(({ message }) => !('result' in message) && ('jsonrpc' in message || 'id' in message))
    .map((heard) => ({ ...heard, lines: heard.requestLine ? [heard.requestLine, heard.line] : [heard.line] }));
  if (errors.length === 0) notApplicable('the server answered nothing with an error');
  return errors;
}
