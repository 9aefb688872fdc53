import { isModern, isObject, type JsonObject, type Revision } from '../wire.ts';
import { addedEntry, fixedEntries, textEntry } from './catalog.ts';
import { CompletionLimit, complete } from './completion.ts';
import { Directory } from './directory.ts';
import { Crash, Failure, invalidParams, notFound } from './failure.ts';
import type { FaultName, FaultSet } from './faults.ts';
import { Asker, asking } from './input-required.ts';
import { page } from './pages.ts';
import { contentFor, type Entry, listedFor, servedIn, type Template } from './served.ts';
import { fixedTemplates } from './templates.ts';

/** What the faults need to know of the connection that asks; a conforming server has no use for it. */
export interface Visitor {
  number: number;
  reads: number;
  failedReads: number;
}

/** One request for something of the library. */
export interface Inquiry {
  params: JsonObject;
  revision: Revision;
  visitor: Visitor;
  capabilities: JsonObject;
}

/** Thrown where the server stops answering altogether, as the faults named "hang" make it. */
export class Hang extends Error {}

const absoluteUri = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
const longestUri = 65_536;
const mostAdded = 1000;

/** All that is served, and the answers about it, alike in both eras. */
export class Library {
  readonly #touches = new Map<string, number>();
  readonly #fixed: readonly Entry[];
  readonly #files: Entry[];
  readonly #directory: Directory | undefined;
  readonly #templates: readonly Template[];
  readonly #asker: Asker;
  readonly #limit = new CompletionLimit();
  readonly #issued = new Map<string, { cursor: string; owner: number }>();
  #added = 0;

  constructor(
    private readonly faults: FaultSet,
    directory?: string,
  ) {
    this.#fixed = fixedEntries(this.#touches);
    this.#directory = directory === undefined ? undefined : new Directory(directory, faults);
    this.#files = this.#directory?.entries() ?? [];
    this.#templates = [...fixedTemplates, ...(this.#directory?.templates() ?? [])];
    this.#asker = new Asker(faults);
  }

  /** Whether a URI names something that can be read in a revision. */
  has(uri: string, revision: Revision): boolean {
    return Object.hasOwn(asking, uri) ? isModern(revision) : this.#find(uri, revision) !== undefined;
  }

  /** What can be read at a URI now, without asking or counting anyone; nothing where that is not enough. */
  contentsOf(uri: string, revision: Revision): JsonObject[] {
    return (this.#find(uri, revision) ?? []).map((content) => contentFor(content, revision));
  }

  /** Notes a change of a resource. */
  touch(uri: string): void {
    this.#touches.set(uri, (this.#touches.get(uri) ?? 0) + 1);
  }

  /** Adds one resource, unless there are too many; gives its URI. */
  add(): string | undefined {
    return this.#added < mostAdded ? addedEntry(++this.#added).uri : undefined;
  }

  /** Removes the resource that was added last; gives its URI. */
  remove(): string | undefined {
    return this.#added > 0 ? addedEntry(this.#added--).uri : undefined;
  }

  list({ params, revision, visitor }: Inquiry): JsonObject {
    const { items, nextCursor } = this.#page('resources', this.#entries(revision, visitor), params, visitor);
    return {
      resources: items.map((entry) => ({ uri: entry.uri, ...listedFor(entry, revision) })),
      ...(nextCursor !== undefined && { nextCursor }),
    };
  }

  listTemplates({ params, revision, visitor }: Inquiry): JsonObject {
    const { items, nextCursor } = this.#page('templates', this.#templates, params, visitor);
    return {
      resourceTemplates: items.map((item) => ({ uriTemplate: item.uriTemplate, ...listedFor(item, revision) })),
      ...(nextCursor !== undefined && { nextCursor }),
    };
  }

  complete({ params, revision }: Inquiry): JsonObject {
    this.#limit.take();
    const { argument } = params;
    if (!isObject(argument)) this.#breakDown('exit-on-malformed-completion');
    else if (String(argument.value).length > 4096) this.#breakDown('exit-on-long-completion');
    return complete(params, this.#templates, (uri) => this.has(uri, revision), revision);
  }

  /** The contents of a resource, or what has to be asked first. */
  read(inquiry: Inquiry): JsonObject {
    try {
      const result = this.#read(inquiry);
      inquiry.visitor.reads++;
      return result;
    } catch (error) {
      inquiry.visitor.failedReads++;
      throw error;
    }
  }

  #read({ params, revision, capabilities }: Inquiry): JsonObject {
    const { uri } = params;
    if (typeof uri !== 'string') {
      this.#breakDown('exit-on-missing-uri');
      throw invalidParams('uri must be a string');
    }
    if (uri.length > 4096) this.#breakDown('exit-on-long-uri');
    if (uri.length > longestUri) throw notFound(uri, revision);
    if (!absoluteUri.test(uri)) return this.#malformed(uri, revision);
    const asked = Object.hasOwn(asking, uri) && isModern(revision);
    const answer = asked ? this.#asker.read(uri, params, capabilities) : { contents: this.#find(uri, revision) };
    if ('ask' in answer) return answer.ask;
    const { contents } = answer;
    if (contents === undefined) {
      this.#breakDown('exit-on-unknown-uri', 'hang-on-unknown-uri');
      throw notFound(uri, revision);
    }
    if (contents.some(({ body }) => 'text' in body && body.text === '')) this.#breakDown('exit-on-empty-read');
    return { contents: contents.map((content) => contentFor(content, revision)) };
  }

  #malformed(uri: string, revision: Revision): JsonObject {
    this.#breakDown('exit-on-malformed-uri', 'hang-on-malformed-uri');
    if (this.faults.use('reads-malformed-uris')) {
      return { contents: this.#fixed[0]!.read()!.map((content) => contentFor(content, revision)) };
    }
    // A URI in letters beyond ASCII has the form of one, so it names something that does not exist.
    if (/^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}]+$/u.test(uri)) throw notFound(uri, revision);
    throw invalidParams('uri must be an absolute URI');
  }

  #find(uri: string, revision: Revision) {
    const own = /^demo:\/\/host\/(connection\/\d+|recent)$/.test(uri);
    if (own && (this.faults.has('list-per-connection') || this.faults.has('list-remembers-reads'))) {
      return textEntry(uri, uri, 'Not for everyone.\n').read();
    }
    const number = /^demo:\/\/host\/added\/([1-9]\d{0,3})$/.exec(uri)?.[1];
    if (number !== undefined) return Number(number) <= this.#added ? addedEntry(Number(number)).read() : undefined;
    const entry = this.#fixed.find((each) => each.uri === uri && servedIn(each, revision));
    if (entry) return entry.read();
    for (const template of this.#templates) {
      const values = template.match(uri);
      if (values) return template.read(values, uri);
    }
    return this.#directory?.read(uri);
  }

  #entries(revision: Revision, visitor: Visitor): Entry[] {
    const { faults } = this;
    const added = Array.from({ length: this.#added }, (_, index) => addedEntry(index + 1));
    const entries = [...this.#fixed.filter((each) => servedIn(each, revision)), ...this.#files, ...added];
    if (faults.use('list-per-connection')) {
      entries.push(textEntry(`demo://host/connection/${visitor.number}`, 'own', 'Not for everyone.\n'));
    }
    if (visitor.reads > 0 && faults.use('list-remembers-reads')) {
      entries.push(textEntry('demo://host/recent', 'recent', 'Not for everyone.\n'));
    }
    if (visitor.failedReads > 0 && faults.use('list-remembers-errors')) entries.pop();
    return entries;
  }

  #page<T>(list: string, items: readonly T[], { cursor }: JsonObject, visitor: Visitor) {
    try {
      const answer = page(list, items, this.#redeem(cursor, visitor));
      return {
        ...answer,
        ...(answer.nextCursor !== undefined && { nextCursor: this.#issue(answer.nextCursor, visitor) }),
      };
    } catch (error) {
      if (error instanceof Failure) this.#breakDown('exit-on-unknown-cursor', 'hang-on-unknown-cursor');
      throw error;
    }
  }

  /** Cursors as the faults issue them: each a new text, kept until it is used, or bound to its connection. */
  #issue(cursor: string, { number }: Visitor): string {
    if (!this.faults.use('cursor-single-use') && !this.faults.use('cursor-of-connection')) return cursor;
    const issued = `${cursor}.${this.#issued.size}`;
    this.#issued.set(issued, { cursor, owner: number });
    return issued;
  }

  #redeem(cursor: unknown, { number }: Visitor): unknown {
    const found = typeof cursor === 'string' ? this.#issued.get(cursor) : undefined;
    if (!found) return cursor;
    if (this.faults.has('cursor-single-use')) this.#issued.set(cursor as string, { cursor: '', owner: number });
    return this.faults.has('cursor-of-connection') && found.owner !== number ? '' : found.cursor;
  }

  #breakDown(exit: FaultName, hang?: FaultName): void {
    if (this.faults.use(exit)) throw new Crash(exit);
    if (hang !== undefined && this.faults.use(hang)) throw new Hang(hang);
  }
}
