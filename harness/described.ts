import type { Rule } from './case.ts';
import { notApplicable, untested } from './judge.ts';
import { listedPages, named } from './listing.ts';
import type { ListMethod, Page } from './material.ts';
import { objectsOf } from './page-items.ts';
import type { Probe } from './probe.ts';
import { quote } from './quote.ts';
import { isResult } from './session/reply.ts';
import { isModern, isObject, type JsonObject, metaKey } from './wire.ts';

/** Something that may carry annotations or icons: a listed resource, a listed template, the server itself. */
export interface Described {
  item: JsonObject;
  /** Names it in a reason. */
  what: string;
}

const methods: readonly ListMethod[] = ['resources/list', 'resources/templates/list'];

const nameOf = (method: ListMethod, item: JsonObject): string =>
  method === 'resources/list' ? named(item) : `the template ${quote(item.uriTemplate ?? item.name)}`;

/** A page of what is listed: the objects on it, and what names one of them in a reason. */
export interface DescribedPage {
  items: readonly JsonObject[];
  what: (item: JsonObject) => string;
}

/** The listed resources and templates, page by page; each page is cited as it comes. Pages that are malformed are for other cases. */
export async function* describedPages(probe: Probe): AsyncGenerator<DescribedPage> {
  if (!probe.declares('resources')) return;
  for (const method of methods)
    for await (const page of probe.pages(method))
      yield { items: objectsOf(page), what: (item) => nameOf(method, item) };
}

/** What the server says of itself, in either era; nothing where it is no object. */
export function describedServer(probe: Probe): Described[] {
  const { reply } = probe.session.introduction;
  const result: unknown = isResult(reply) ? reply.result : undefined;
  if (!isObject(result)) return [];
  const info: unknown = isModern(probe.revision)
    ? isObject(result._meta)
      ? result._meta[metaKey.serverInfo]
      : undefined
    : result.serverInfo;
  probe.cite(reply);
  return isObject(info) ? [{ item: info, what: 'the server itself' }] : [];
}

/** Gives up where nothing of `what` is there, once all lists were gone through: not applicable only if they were seen to their end. */
export async function noneDescribed(probe: Probe, what: string): Promise<never> {
  if (!probe.declares('resources')) notApplicable(what);
  // This gives up by itself where the list of resources is refused or malformed.
  for await (const _ of listedPages(probe)) break;
  if (methods.every((method) => wasSeen(probe.walk(method)))) notApplicable(what);
  untested(`${what} as far as the lists could be followed; lists that end would tell more`);
}

/** A server without templates need not know the method. */
const wasSeen = ({ stopped, pages }: { stopped: string | undefined; pages: readonly Page[] }): boolean =>
  stopped === 'end' || (pages.length === 1 && pages[0]!.reply.error?.code === -32601);

/** The wordings of a rule on annotations: a type within a type at first, then one of its own, then a section of the page too. */
export const annotationRules = (id: string, find: string): [Rule, Rule, Rule] => [
  { id, level: 'SCHEMA', since: '2024-11-05', until: '2024-11-05', at: 'schema#Annotated' },
  { id, level: 'SCHEMA', since: '2025-03-26', until: '2025-03-26', at: 'schema#Annotations' },
  { id, level: 'SCHEMA', since: '2025-06-18', at: 'server/resources#annotations', find },
];
