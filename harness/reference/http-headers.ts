import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isObject, type JsonObject, metaKey, modernSince } from '../wire.ts';
import { code, Failure } from './failure.ts';
import type { FaultSet } from './faults.ts';

/** The parameter that Mcp-Name repeats, for the methods that have one. */
const named: Record<string, string> = { 'tools/call': 'name', 'resources/read': 'uri', 'prompts/get': 'name' };

/** What a header value may consist of. */
const fieldValue = /^[\t\x20-\x7e]*$/;

const mismatch = (message: string) => new Failure(code.headerMismatch, `Header mismatch: ${message}`);

/** One header's value without the white space around it; undefined where it is absent. */
export function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return value === undefined ? undefined : String(value).replace(/^[ \t]+|[ \t]+$/g, '');
}

/** The headers of a request; a fault loses those whose names come in other letters than the specification writes. */
export function headersOf({ headers, rawHeaders }: IncomingMessage, faults: FaultSet): IncomingHttpHeaders {
  if (!faults.has('http-header-names-exact')) return headers;
  const known = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];
  const other = rawHeaders.filter(
    (name, i) =>
      i % 2 === 0 && !known.includes(name) && known.some((each) => each.toLowerCase() === name.toLowerCase()),
  );
  if (other.length > 0) faults.use('http-header-names-exact');
  const lost = new Set(other.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !lost.has(name)));
}

/** The version that a message names in its `_meta`, of whatever type. */
export function versionIn(message: unknown): unknown {
  const params: unknown = isObject(message) ? message.params : undefined;
  const meta: unknown = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? meta[metaKey.protocolVersion] : undefined;
}

/** Whether a message lacks what every modern request has to carry in its `_meta`. */
export function isMalformed(message: JsonObject): boolean {
  const meta: unknown = isObject(message.params) ? message.params._meta : undefined;
  return typeof versionIn(message) !== 'string' || !isObject(meta) || !isObject(meta[metaKey.clientCapabilities]);
}

/** What is wrong with the headers of a modern request, as compared with its body. */
export function headerFault(headers: IncomingHttpHeaders, body: JsonObject, faults: FaultSet): Failure | undefined {
  return versionFault(headers, body, faults) ?? methodFault(headers, body, faults) ?? nameFault(headers, body, faults);
}

function versionFault(headers: IncomingHttpHeaders, body: JsonObject, faults: FaultSet): Failure | undefined {
  const given = header(headers, 'mcp-protocol-version');
  const version = versionIn(body);
  const missing = given === undefined;
  if (!missing && (typeof version !== 'string' || version === given)) return undefined;
  if (faults.use('http-version-header-ignored')) return undefined;
  if (missing)
    return faults.use('http-version-header-optional') ? undefined : mismatch('MCP-Protocol-Version is missing');
  if (faults.use('http-version-header-unchecked')) return undefined;
  if (faults.use('http-version-mismatch-unsupported')) {
    const data = { supported: [modernSince], requested: given.slice(0, 1000) };
    return new Failure(code.unsupportedVersion, 'Unsupported protocol version', data);
  }
  return mismatch('MCP-Protocol-Version is not the version of the body');
}

function methodFault(headers: IncomingHttpHeaders, { method }: JsonObject, faults: FaultSet): Failure | undefined {
  const given = header(headers, 'mcp-method');
  if (given === method) return undefined;
  if (faults.use('http-mcp-method-ignored')) return undefined;
  if (given === undefined)
    return faults.use('http-mcp-method-optional') ? undefined : mismatch('Mcp-Method is missing');
  if (faults.use('http-mcp-method-unchecked')) return undefined;
  if (given.toLowerCase() === String(method).toLowerCase() && faults.use('http-mcp-method-any-case')) return undefined;
  return mismatch('Mcp-Method is not the method of the body');
}

function nameFault(
  headers: IncomingHttpHeaders,
  { method, params }: JsonObject,
  faults: FaultSet,
): Failure | undefined {
  const given = header(headers, 'mcp-name');
  const member = Object.hasOwn(named, method) ? named[method] : undefined;
  if (member === undefined) {
    const missing = given === undefined && faults.use('http-mcp-name-demanded');
    return missing ? mismatch('Mcp-Name is missing') : undefined;
  }
  const source: unknown = isObject(params) ? params[member] : undefined;
  // Without a source there is nothing to repeat; the body is then refused for itself.
  if (given === undefined && typeof source !== 'string') return undefined;
  const fault = compareName(given, source, faults);
  return fault && !faults.use('http-mcp-name-ignored') ? fault : undefined;
}

function compareName(given: string | undefined, source: unknown, faults: FaultSet): Failure | undefined {
  if (given === undefined) return faults.use('http-mcp-name-optional') ? undefined : mismatch('Mcp-Name is missing');
  const odd = !fieldValue.test(given);
  const value = odd && faults.use('http-mcp-name-any-bytes') ? given : decodeName(given);
  const encoded = value !== given;
  if (encoded && faults.use('http-mcp-name-raw')) return mismatch('Mcp-Name is not the name of the body');
  if (value === source) return undefined;
  if (faults.use('http-mcp-name-unchecked')) return undefined;
  if (value === undefined && !odd && faults.use('http-mcp-name-undecodable-ignored')) return undefined;
  if (faults.has('http-mcp-name-loose')) {
    const [, loose] = /^=\?base64\?(.*?)(?:\?=)?$/i.exec(given) ?? [undefined, given];
    const text = Buffer.from(loose ?? '', 'base64').toString();
    if (text === source && faults.use('http-mcp-name-loose')) return undefined;
  }
  return mismatch(value === undefined ? 'Mcp-Name cannot be decoded' : 'Mcp-Name is not the name of the body');
}

/** The text that a header value stands for, plain or in the base64 form; undefined where it is neither. */
function decodeName(value: string): string | undefined {
  if (!fieldValue.test(value)) return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
