import { blockedBy } from './judge.ts';
import { type ListMethod, listed, type Walk } from './material.ts';
import { objectsOf } from './page-items.ts';
import type { Probe } from './probe.ts';
import { inWords, isError, isResult } from './session/reply.ts';
import type { JsonObject } from './wire.ts';

/** Which member tells the entries of a list apart, and which cases judge that the list is answered, and how its pages look. */
const lists = {
  'resources/list': { key: 'uri', answers: 'list/responds', shape: 'list/shape' },
  'resources/templates/list': { key: 'uriTemplate', answers: 'templates/answered', shape: 'templates/shape' },
} as const;

/** The entries of lists that were followed to where they stop: many cases ask, and a list may be long. */
const known = new WeakMap<Walk, readonly JsonObject[]>();

/** The entries of a list that are objects with their key, each once; untested where a page is refused or malformed. */
export async function listedEntries(probe: Probe, method: ListMethod): Promise<JsonObject[]> {
  const { key, answers, shape } = lists[method];
  const walk = probe.walk(method);
  const before = known.get(walk);
  if (before) {
    probe.cite(walk.pages.at(-1)!.reply);
    return [...before];
  }
  const entries = new Map<string, JsonObject>();
  for await (const page of probe.pages(method)) {
    const { reply, sound } = page;
    // No text obliges a server to know templates/list (a server without templates may leave it out).
    if (method === 'resources/templates/list' && isError(reply) && reply.error?.code === -32601) return [];
    if (!isResult(reply)) blockedBy(answers, `${method} was answered with ${inWords(reply)}`);
    if (!sound) blockedBy(shape, `the answer to ${method} has no array ${listed[method]}`);
    for (const item of objectsOf(page))
      if (typeof item[key] === 'string' && !entries.has(item[key])) entries.set(item[key], item);
  }
  const all = [...entries.values()];
  known.set(walk, all);
  return [...all];
}
