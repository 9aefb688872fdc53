import { type Mutant, onNotification, onResult } from './mutate.ts';
import { quote } from './quote.ts';
import type { Heard, Traffic } from './traffic.ts';
import { isModern, isObject, type JsonObject, metaKey, type Revision } from './wire.ts';

/** A `_meta` that the server sent. */
export interface Metadata {
  meta: JsonObject;
  /** Where it stands, in words. */
  where: string;
  /** The lines of the transcript that show it. */
  lines: readonly number[];
  /** The `_meta` of the request that was answered: some servers send it back. */
  asked: JsonObject;
}

/** The members of results that hold a list of things with a `_meta` of their own, and what tells them apart. */
const lists: Readonly<Record<string, string>> = {
  resources: 'uri',
  resourceTemplates: 'uriTemplate',
  contents: 'uri',
  tools: 'name',
  prompts: 'name',
};

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** What was found in the traffic of a leg, which several cases judge. */
const found = new WeakMap<Traffic, readonly Metadata[]>();

/** Every `_meta` in the traffic that stands where the schema has one; one that is no object is for the cases on shapes. */
export function metadataIn(traffic: Traffic): readonly Metadata[] {
  const all = found.get(traffic) ?? [...gather(traffic)];
  found.set(traffic, all);
  return all;
}

function* gather(traffic: Traffic): Generator<Metadata> {
  for (const heard of traffic.messages) {
    const { line, requestLine } = heard;
    const lines = requestLine === undefined ? [line] : [requestLine, line];
    const params: unknown = heard.request?.params;
    const asked: JsonObject = isObject(params) && isObject(params._meta) ? params._meta : {};
    for (const { holder, where } of holders(heard))
      if (isObject(holder._meta)) yield { meta: holder._meta, where: where(), lines, asked };
  }
}

interface Holder {
  holder: JsonObject;
  where: () => string;
}

/** What may hold a `_meta`: never the data of an error, of a log message or of a setting, which belong to the server alone. */
function* holders({ message, request }: Heard): Generator<Holder> {
  const { method, params, result } = message;
  if (isObject(params)) yield { holder: params, where: () => `the params of ${quote(method)}` };
  if (!isObject(result)) return;
  const asked = request === undefined ? 'a request' : String(request.method);
  yield { holder: result, where: () => `the result of ${asked}` };
  // Most of what is listed has none, and lists may be long.
  for (const [member, name] of Object.entries(lists))
    for (const item of objectsIn(result[member]))
      if ('_meta' in item) yield { holder: item, where: () => `${member} of ${asked}, in ${quote(item[name])}` };
  const blocks = [...objectsIn(result.content), ...objectsIn(result.messages).map(({ content }) => content)];
  for (const block of blocks.flat().filter(isObject)) {
    yield { holder: block, where: () => `a content block in the result of ${asked}` };
    if (isObject(block.resource))
      yield { holder: block.resource, where: () => `an embedded resource in the result of ${asked}` };
  }
}

/** One key of a `_meta`, and its value. */
export interface MetadataEntry extends Omit<Metadata, 'meta'> {
  key: string;
  value: unknown;
}

/** Every key of every `_meta` in the traffic. */
export function* metadataKeys(traffic: Traffic): Generator<MetadataEntry> {
  for (const { meta, ...rest } of metadataIn(traffic))
    for (const [key, value] of Object.entries(meta)) yield { ...rest, key, value };
}

/** A result that was asked for under a revision without a handshake. */
export interface OwnResult {
  result: JsonObject;
  /** The method that was asked. */
  method: string;
  lines: readonly number[];
}

/** The results, as far as they are objects, of requests that carry the revision themselves: other versions have rules of their own. */
export function* resultsOf(traffic: Traffic, revision: Revision): Generator<OwnResult> {
  // What a connection with a handshake answers to a request of another era is judged by a case of its own.
  const shaken = isModern(revision) ? traffic.handshakes : undefined;
  for (const { result, request, line, requestLine, session } of traffic.results()) {
    if (shaken?.has(session)) continue;
    const meta: unknown = isObject(request?.params) ? request.params._meta : undefined;
    if (!isObject(result) || !isObject(meta) || meta[metaKey.protocolVersion] !== revision) continue;
    yield { result, method: String(request!.method), lines: [requestLine!, line] };
  }
}

/** Adds keys to the `_meta` of a method's results, or of its notifications. */
export function withKeys(method: string, ...keys: string[]): Mutant {
  const more = Object.fromEntries(keys.map((key) => [key, { value: 1 }]));
  return withMeta(method, more);
}

/** Adds members to the `_meta` of a method's results, or of its notifications. */
export const withMeta = (method: string, more: JsonObject): Mutant =>
  method.startsWith('notifications/')
    ? onNotification(method, (message) => {
        message.params = { ...message.params, _meta: { ...message.params?._meta, ...more } };
      })
    : onResult(method, (result) => {
        result._meta = { ...result._meta, ...more };
      });

/** Changes every item of a method's results: the listed resources, templates, or contents. */
export const onItems = (method: string, change: (item: JsonObject) => void): Mutant =>
  onResult(method, (result) => {
    for (const member of Object.keys(lists)) for (const item of objectsIn(result[member])) change(item);
  });
