import type { Revision } from '../wire.ts';
import { isModern } from '../wire.ts';

/** The error codes that the reference server uses. */
export const code = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  legacyNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** A request that is answered with a JSON-RPC error. */
export class Failure extends Error {
  override name = 'Failure';
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }

  /** The `error` member of the response. */
  get error() {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** The server is gone: thrown out of `receive` by the faults that end a process; whoever carries the server stops it. */
export class Crash extends Error {
  override name = 'Crash';
}

/** Parameters that do not fit the method. */
export const invalidParams = (message: string): Failure => new Failure(code.invalidParams, message);

/** A resource that does not exist, with the code of the revision. */
export function notFound(uri: string, revision: Revision): Failure {
  const number = isModern(revision) ? code.invalidParams : code.legacyNotFound;
  return new Failure(number, 'Resource not found', uri.length <= 2048 ? { uri } : undefined);
}
