import { quote } from './quote.ts';
import type { Heard, Traffic } from './traffic.ts';
import { isModern, isObject, type JsonObject, metaKey, type Revision } from './wire.ts';

/**
 * Where 2026-07-28 puts an error code: a standard code of JSON-RPC, one of the two codes of earlier revisions, one that MCP defines,
 * the rest of the two parts of -32000 to -32099, the rest of what JSON-RPC reserves, or anywhere else.
 */
export type CodeRange =
  | 'standard'
  | 'legacy not-found'
  | 'legacy elicitation'
  | 'defined'
  | 'reserved by MCP'
  | 'legacy'
  | 'reserved by JSON-RPC'
  | 'free';

/** The codes that 2026-07-28 defines. */
export const definedCode = { headerMismatch: -32020, missingCapability: -32021, unsupportedVersion: -32022 } as const;

/** A method that no server has; fixed, so that two runs ask the same. */
export const unknownMethod = 'mcp-conformance/unknown-7f3a9c1e';

const standard = new Set([-32700, -32600, -32601, -32602, -32603]);

/** The range of an integer code. */
export function rangeOf(code: number): CodeRange {
  if (standard.has(code)) return 'standard';
  if (code === -32002) return 'legacy not-found';
  if (code === -32042) return 'legacy elicitation';
  if (code <= -32020 && code >= -32022) return 'defined';
  if (code <= -32020 && code >= -32099) return 'reserved by MCP';
  if (code <= -32000 && code >= -32019) return 'legacy';
  return code <= -32000 && code >= -32768 ? 'reserved by JSON-RPC' : 'free';
}

/** The case that forbids a code in answer to whatever; undefined where only the request can tell whether the code fits. */
export function forbiddenBy(code: unknown, revision: Revision): string | undefined {
  if (!isModern(revision) || typeof code !== 'number') return undefined;
  switch (rangeOf(code)) {
    case 'legacy not-found':
      return 'not-found/no-legacy-code';
    case 'legacy elicitation':
      return 'messages/no-url-elicitation-code';
    case 'reserved by MCP':
      return 'messages/reserved-codes';
    case 'defined':
      // A missing capability may be the truth, whatever was asked for.
      return code === definedCode.missingCapability ? undefined : 'messages/defined-codes';
    default:
      return undefined;
  }
}

/** Whether a request is one of ours for whose answer a rule prescribes the code: the case of that rule judges it alone. */
function prescribesCode({ method, params }: JsonObject, listed: ReadonlySet<unknown>): boolean {
  const uri: unknown = isObject(params) ? params.uri : undefined;
  return method === unknownMethod || (method === 'resources/read' && !listed.has(uri));
}

/** All URIs that were ever listed. */
function listedUris(traffic: Traffic): Set<unknown> {
  const uris = new Set<unknown>();
  for (const { result } of traffic.results('resources/list')) {
    const entries: unknown = isObject(result) ? result.resources : undefined;
    if (Array.isArray(entries)) for (const entry of entries) if (isObject(entry)) uris.add(entry.uri);
  }
  return uris;
}

/** An error that answers a request of the stateless era, with an integer code. */
export interface Coded extends Heard {
  error: any;
  code: number;
  request: JsonObject;
  /** A rule of its own says which code the answer has. */
  prescribed: boolean;
  /** The lines of the request and the answer. */
  lines: number[];
}

/** The errors that answer requests which name the revision of the leg, where their codes are integers. */
export function codedErrors(traffic: Traffic): Coded[] {
  const listed = listedUris(traffic);
  return traffic.errors().flatMap((heard) => {
    const { error, request, requestLine, line } = heard;
    const code: unknown = error?.code;
    const version: unknown = request?.params?._meta?.[metaKey.protocolVersion];
    // What does not name the revision may be answered by the rules of another one.
    if (!request || !Number.isInteger(code) || version !== traffic.revision) return [];
    const prescribed = prescribesCode(request, listed);
    return [{ ...heard, request, code: code as number, prescribed, lines: [requestLine!, line] }];
  });
}

/** The method of a request and, for a read, what was read: for reasons. */
export function askedFor({ method, params }: JsonObject): string {
  const uri: unknown = isObject(params) ? params.uri : undefined;
  return typeof uri === 'string' ? `${String(method)} of ${quote(uri)}` : String(method);
}
