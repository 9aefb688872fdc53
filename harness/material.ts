import { isDeepStrictEqual } from 'node:util';
import { definedCode } from './error-codes.ts';
import type { Fixtures } from './run-options.ts';
import { codeOf, isResult, isWithheld, type Reply } from './session/reply.ts';
import type { Session } from './session/session.ts';
import { troublesOf } from './troubles.ts';
import { type UnknownUri, unknownUris } from './unknown-uris.ts';
import { isObject, type JsonObject } from './wire.ts';

/** The two methods whose answers come in pages, and the member that holds the entries. */
export const listed = { 'resources/list': 'resources', 'resources/templates/list': 'resourceTemplates' } as const;
/** A method that lists. */
export type ListMethod = keyof typeof listed;

/** How many pages in a row must hold what the next one holds to be taken for a loop. */
const repeats = 4;

/** One answer of a list method. `items` is empty where the page is malformed. */
export interface Page {
  /** The cursor that was sent; undefined for the first page. */
  cursor: string | undefined;
  reply: Reply;
  /** Whether the reply is a result with an array of entries. */
  sound: boolean;
  items: unknown[];
  /** The cursor of the next page as the server gave it, whatever its type. */
  next: unknown;
}

/** How far following a list came. */
export interface Walk {
  pages: Page[];
  /** `end`: the last page was reached; `loop`: a page came round again; `limit`: --max-pages; `broken`: a page was refused or malformed. */
  stopped: 'end' | 'loop' | 'limit' | 'broken' | undefined;
}

/** One read of a URI. */
export interface Read {
  uri: string;
  /** The entry of the list, where the URI is listed. */
  entry: JsonObject | undefined;
  reply: Reply;
  /** The items of `contents` that are objects; empty where the read gave none. */
  contents: JsonObject[];
  /** Whether the server wants input first. */
  wantsInput: boolean;
}

/** A read of something that does not exist. */
export interface Missing extends UnknownUri {
  reply: Reply;
  /** It exists after all (some servers resolve any URI), or its absence cannot be told: input or credentials are wanted first. */
  exists: boolean;
}

/** How much material is gathered. */
export interface MaterialLimits {
  maxPages: number;
  sample: number;
}

/** How many reads in a row may stay unanswered before no more are asked. */
const mostSilent = 3;

/** What the server itself shows to be asked about: asked for once a leg, and shared by all cases. */
export class Material {
  readonly #walks = new Map<ListMethod, Walk>();
  #reads: Read[] | undefined;
  #missing: Missing[] | undefined;
  readonly #completions = new Map<string, Promise<Reply>>();

  constructor(
    private readonly session: () => Session,
    readonly fixtures: Fixtures,
    private readonly limits: MaterialLimits,
    private readonly onTimeout: () => void,
  ) {}

  /** The pages of a list, one by one; those known already come without a request. */
  async *pages(method: ListMethod): AsyncGenerator<Page> {
    const walk = this.walk(method);
    for (let i = 0; ; i++) {
      if (i === walk.pages.length) {
        if (walk.stopped) return;
        await this.#follow(method, walk);
      }
      this.#meet(walk.pages[i]!.reply);
      yield walk.pages[i]!;
    }
  }

  /** How far the pages of a list are known. */
  walk(method: ListMethod): Walk {
    const walk = this.#walks.get(method) ?? { pages: [], stopped: undefined };
    this.#walks.set(method, walk);
    return walk;
  }

  /** A fixed sample of the listed resources, and the URIs named by --read, each read once. `entries` are the listed resources. */
  async reads(entries: readonly JsonObject[]): Promise<Read[]> {
    if (this.#reads) return this.#met(this.#reads);
    const named = this.fixtures.read ?? [];
    // Of a long list only those are looked up that are read.
    const listedNames = named.length > 0 ? entries.filter(({ uri }) => named.includes(uri)) : [];
    const sample = spread(entries, this.limits.sample);
    const byUri = new Map([...listedNames, ...sample].map((entry) => [entry.uri as string, entry]));
    const uris = new Set([...named, ...sample.map(({ uri }) => uri as string)]);
    const reads: Read[] = [];
    let silent = 0;
    for (const uri of uris) {
      const reply = await this.ask('resources/read', { uri });
      reads.push(asRead(uri, byUri.get(uri), reply));
      silent = reply.cause === 'timeout' ? silent + 1 : 0;
      // Whoever leaves so many reads unanswered answers none: the rest would only cost their time limits.
      if (silent === mostSilent) break;
    }
    this.#reads = reads;
    return reads;
  }

  /** Reads of what cannot exist, each asked once. */
  async missing(resources: readonly JsonObject[], templates: readonly JsonObject[]): Promise<Missing[]> {
    if (this.#missing) return this.#met(this.#missing);
    const missing: Missing[] = [];
    let silent = 0;
    const uris = unknownUris(
      resources.map(({ uri }) => uri),
      templates.map(({ uriTemplate }) => uriTemplate),
      this.fixtures.unknown ?? [],
      this.session().revision,
    );
    for (const unknown of uris) {
      const reply = await this.ask('resources/read', { uri: unknown.uri });
      const { contents, wantsInput } = asRead(unknown.uri, undefined, reply);
      // An item with neither text nor blob is no content: some servers put their error there.
      const served = contents.some((item) => 'text' in item || 'blob' in item);
      const withheld = wantsInput || isWithheld(reply) || codeOf(reply) === definedCode.missingCapability;
      missing.push({ ...unknown, reply, exists: served || withheld });
      silent = reply.cause === 'timeout' ? silent + 1 : 0;
      if (silent === mostSilent) break;
    }
    this.#missing = missing;
    return missing;
  }

  /** A request for suggestions, each asked once. */
  async complete(params: JsonObject): Promise<Reply> {
    const key = JSON.stringify(params);
    const known = this.#completions.get(key) ?? this.ask('completion/complete', params);
    this.#completions.set(key, known);
    const reply = await known;
    this.#meet(reply);
    return reply;
  }

  /** Asks on the leg's session and notes a time-out. */
  async ask(method: string, params: JsonObject): Promise<Reply> {
    const reply = await this.session().request(method, params);
    if (reply.cause === 'timeout') this.onTimeout();
    return reply;
  }

  /** A case that gets what was asked in vain before is in the place of one that would have to ask in vain. */
  #meet(...replies: Reply[]): void {
    troublesOf(this.session().channel.transcript).meet(replies);
  }

  #met<T extends { reply: Reply }>(known: T[]): T[] {
    this.#meet(...known.map(({ reply }) => reply));
    return known;
  }

  async #follow(method: ListMethod, walk: Walk): Promise<void> {
    const last = walk.pages.at(-1);
    const cursor = last?.next as string | undefined;
    const reply = await this.ask(method, cursor === undefined ? {} : { cursor });
    const result = isResult(reply) && isObject(reply.result) ? reply.result : undefined;
    const items: unknown = result?.[listed[method]];
    const sound = Array.isArray(items);
    const page: Page = { cursor, reply, sound, items: sound ? items : [], next: result?.nextCursor };
    const known = walk.pages.find((each) => each.cursor === cursor && isDeepStrictEqual(each.items, page.items));
    // A server that ignores the cursor may yet give a new one each time: the same entries over and over are a loop as well.
    const before = walk.pages.slice(-repeats);
    const repeated = before.length === repeats && page.items.some(isObject);
    walk.pages.push(page);
    if (!sound) walk.stopped = 'broken';
    else if (known || (repeated && before.every((each) => isDeepStrictEqual(each.items, page.items))))
      walk.stopped = 'loop';
    else if (typeof page.next !== 'string') walk.stopped = 'end';
    else if (walk.pages.length >= this.limits.maxPages) walk.stopped = 'limit';
  }
}

/** A reply to resources/read, sorted into what it holds. */
export function asRead(uri: string, entry: JsonObject | undefined, reply: Reply): Read {
  const result = isResult(reply) && isObject(reply.result) ? reply.result : undefined;
  const contents: unknown = result?.contents;
  return {
    uri,
    entry,
    reply,
    contents: Array.isArray(contents) ? contents.filter(isObject) : [],
    wantsInput: result?.resultType === 'input_required',
  };
}

/** At most `count` of the items, evenly spread, the first and the last among them. */
export function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  if (count <= 1) return items.slice(0, count);
  return Array.from({ length: count }, (_, i) => items[Math.round((i * (items.length - 1)) / (count - 1))]!);
}
