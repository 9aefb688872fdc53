import { blockedBy, notApplicable, untested } from './judge.ts';
import { listed, type Page } from './material.ts';
import { objectsOf } from './page-items.ts';
import type { Probe } from './probe.ts';
import { quote } from './quote.ts';
import { inWords, isResult, type Reply } from './session/reply.ts';
import type { Session } from './session/session.ts';
import type { Traffic } from './traffic.ts';
import { isModern, isObject, type JsonObject } from './wire.ts';

/** One page of the listed resources. */
export interface ListedPage {
  page: Page;
  /** The items that are objects; the others are for `list/shape`. */
  items: readonly JsonObject[];
  /** Whether the page came round again, as pages do that are followed in a circle. */
  again: boolean;
}

/** Gives up where resources/list gave no list: on which case that depends on the revision. */
function withoutList(revision: Probe['revision'], reply: Reply): never {
  if (isResult(reply)) blockedBy('list/shape', 'the answer to resources/list has no array resources');
  // Up to 2025-11-25 no text obliges a server to answer with a list; the shape is what stays unseen.
  blockedBy(isModern(revision) ? 'list/responds' : 'list/shape', `resources/list was answered with ${inWords(reply)}`);
}

/** The pages of the listed resources as far as they are well-formed; untested where the first one is not. */
export async function* listedPages(probe: Probe): AsyncGenerator<ListedPage> {
  for await (const page of probe.pages('resources/list')) {
    const { pages, stopped } = probe.walk('resources/list');
    if (!page.sound && page === pages[0]) withoutList(probe.revision, page.reply);
    // A later page that is refused or malformed is for the cases on pagination and on the shape.
    if (!page.sound) return;
    yield { page, items: objectsOf(page), again: stopped === 'loop' && page === pages.at(-1) };
  }
}

/** Names a listed resource in a reason: by its URI, else by its name. */
export function named({ uri, name }: JsonObject): string {
  if (typeof uri === 'string') return quote(uri);
  return typeof name === 'string' ? `the resource named ${quote(name)}` : 'a resource without a uri';
}

/** Gives up where nothing that is listed can be judged: not applicable only if the list was seen to its end. */
export function nothingListed(probe: Probe, what = 'no resource is listed'): never {
  if (probe.walk('resources/list').stopped === 'end') notApplicable(what);
  untested(`${what} as far as the list could be followed; a list that ends would tell more`);
}

/** The resources as one walk through the list found them. */
export interface Listing {
  /** The URIs of each page, in order. */
  pages: string[][];
  uris: Set<string>;
  /** Whether the walk came to the end of the list. */
  whole: boolean;
  /** Lines of the transcript. */
  lines: number[];
}

/**
 * Walks through the list anew on a session, at most `most` pages, with `meta` as members of each request's `_meta`; untested where a
 * page is refused or malformed.
 */
export async function takeListing(probe: Probe, session: Session, most = 20, meta?: JsonObject): Promise<Listing> {
  const listing: Listing = { pages: [], uris: new Set(), whole: false, lines: [] };
  const followed = new Set<string>();
  let cursor: string | undefined;
  while (listing.pages.length < most) {
    const reply = await probe.send('resources/list', cursor === undefined ? {} : { cursor }, {
      session,
      ...(meta && { meta }),
    });
    const result: unknown = isResult(reply) ? reply.result : undefined;
    if (!isObject(result) || !Array.isArray(result.resources)) withoutList(probe.revision, reply);
    const items: unknown[] = result.resources;
    const uris = items.flatMap((item) => (isObject(item) && typeof item.uri === 'string' ? [item.uri] : []));
    listing.pages.push(uris);
    for (const uri of uris) listing.uris.add(uri);
    listing.lines.push(...reply.lines);
    const next: unknown = result.nextCursor;
    if (typeof next !== 'string') return { ...listing, whole: true };
    if (followed.has(next)) return listing;
    followed.add(next);
    cursor = next;
  }
  return listing;
}

/** A URI that one listing has and the other has not; undefined where both have the same. */
export function difference(one: Listing, other: Listing): string | undefined {
  return [...one.uris].find((uri) => !other.uris.has(uri)) ?? [...other.uris].find((uri) => !one.uris.has(uri));
}

/** Whether a server lists something though it declares no resources: the one cause that `capabilities/declared` reports. */
export const servesUndeclared = (traffic: Traffic): boolean =>
  !('resources' in traffic.capabilities) &&
  Object.entries(listed).some(([method, member]) =>
    traffic.results(method).some(({ result }) => Array.isArray(result?.[member]) && result[member].length > 0),
  );
