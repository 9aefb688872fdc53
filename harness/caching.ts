import { askedFor } from './error-codes.ts';
import type { Traffic } from './traffic.ts';
import { isObject, type JsonObject, metaKey } from './wire.ts';

/** The methods of this suite whose complete results carry caching hints. */
const cacheable = new Set<unknown>(['server/discover', 'resources/list', 'resources/templates/list', 'resources/read']);

/** A result that may be cached, and where it stands. */
export interface CacheableResult {
  method: string;
  result: JsonObject;
  /** Names it in a reason. */
  what: string;
  /** The lines of the request and the answer. */
  lines: number[];
}

/** The results of a leg that may be cached: no wishes for input, no types of extensions, nothing asked under another version. */
export const cacheableResults = (traffic: Traffic): CacheableResult[] =>
  traffic.results().flatMap(({ result, request, requestLine, line }) => {
    if (!request || !cacheable.has(request.method) || !isObject(result)) return [];
    if (request.params?._meta?.[metaKey.protocolVersion] !== traffic.revision) return [];
    // A result that does not tell its type is taken for complete by clients; that it does not is for another case.
    if (typeof result.resultType === 'string' && result.resultType !== 'complete') return [];
    return [
      { method: request.method, result, what: `the result of ${askedFor(request)}`, lines: [requestLine!, line] },
    ];
  });
