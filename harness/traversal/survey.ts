import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Canary, type Planted } from '../canary.ts';
import { fileUri } from '../formats/file-uri.ts';
import { blockedBy, notApplicable, untested } from '../judge.ts';
import { asRead } from '../material.ts';
import type { Probe } from '../probe.ts';
import { inWords, type Reply } from '../session/reply.ts';
import type { Transcript } from '../transcript.ts';
import type { JsonObject } from '../wire.ts';
import { type Kind, kinds, type Spelling, spellings } from './spellings.ts';
import { systemFile, withhold } from './system-file.ts';
import { folderWay, type Offered, offeredWays, type Way } from './ways.ts';

/** What is out of bounds, and how it is known again. */
export interface Target extends Pick<Planted, 'segments' | 'uri' | 'isIn'> {
  name: string;
  /** A file of the system, whose text must not be kept. */
  system?: boolean;
}

/** What all cases of a leg have found out together; no request is sent twice. */
interface Memory {
  offered?: Offered;
  targets?: ('outside' | 'system')[];
  /** The reply that gave a target away, or undefined; by way, spelling and target. */
  answers: Map<string, Reply | undefined>;
  /** What was written outside of what is served. */
  outsider?: Canary;
  /** Reads that went unanswered. */
  silent: number;
}

const memories = new WeakMap<Transcript, Memory>();
// A server that is silent on one odd path is silent on all of them; each costs the time limit of a request.
const mostSilent = 2;

/** What one case of the suite tries on the server, with what the other cases of the leg have tried before. */
export class Survey {
  readonly #memory: Memory;

  constructor(
    private readonly probe: Probe,
    readonly canary: Canary,
  ) {
    const { transcript } = probe.session.channel;
    this.#memory = memories.get(transcript) ?? { answers: new Map(), silent: 0 };
    memories.set(transcript, this.#memory);
  }

  /** The ways into the server, and whether all that it lists was seen. */
  async offered(): Promise<Offered> {
    this.#memory.offered ??= await offeredWays(this.probe);
    return this.#memory.offered;
  }

  /** What to look for outside: the canary and, where the server may run on another machine, a harmless file of its system. */
  async targets(): Promise<Target[]> {
    this.#memory.targets ??= await this.#reach();
    return this.#memory.targets.map((each) => (each === 'system' ? systemFile : this.outside()));
  }

  /** The canary in a temporary folder, one for all cases of the leg. */
  outside(): Target & Planted {
    try {
      return { name: 'outside', ...this.#outsider().outside() };
    } catch (error) {
      untested(`no canary could be written to the folder for temporary files: ${codeIn(error)}; make it writable`);
    }
  }

  #outsider(): Canary {
    if (this.#memory.outsider) return this.#memory.outsider;
    const outsider = new Canary();
    this.#memory.outsider = outsider;
    this.probe.atEnd(() => outsider.remove());
    return outsider;
  }

  /** The reply to a path out of bounds, if it gave the target away. */
  async leak(way: Way, spelling: Spelling, target: Target): Promise<Reply | undefined> {
    const key = [way.label, spelling.name, target.name].join('\n');
    return this.#read(key, way.uri(spelling.path(target.segments, way.inner)), target);
  }

  /** The reply to a URI, if it gave the target away; asked once a leg for each key. */
  async leakAt(uri: string, what: string, target: Target): Promise<Reply | undefined> {
    return this.#read([what, target.name].join('\n'), uri, target);
  }

  /** Whether the server serves the target by its plain file:// URI: then the whole file system is in bounds. */
  async isServed(target: Target): Promise<boolean> {
    return (await this.leakAt(target.uri, 'plain', target)) !== undefined;
  }

  /** Whether the target is in bounds of a way: by its plain URI, below a root further up, or where any absolute path is welcome. */
  async isOpen(way: Way, target: Target): Promise<boolean> {
    if (await this.isServed(target)) return true;
    const { segments } = target;
    for (let from = 0; from < segments.length; from++) {
      for (const slash of ['/', '%2f']) {
        const path = segments.slice(from).join(slash);
        if (await this.leakAt(way.uri(path), `${way.label} ${from} ${slash}`, target)) return true;
      }
    }
    if (way.file || way.rooted || (await this.leadsInside(way))) return false;
    for (const spelling of spellings.absolute) if (await this.leak(way, spelling, target)) return true;
    return false;
  }

  /** The simplest kind of payload before `kind` that leads out on the same way. */
  async simpler(kind: Kind | undefined, way: Way, target: Target): Promise<Kind | undefined> {
    for (const each of kinds.slice(0, kind === undefined ? kinds.length : kinds.indexOf(kind)))
      for (const spelling of spellings[each]) if (await this.leak(way, spelling, target)) return each;
    return undefined;
  }

  /** Whether anything can be read through a way, so that a refusal there means something. */
  async isReadable(way: Way): Promise<boolean> {
    const { probe } = this;
    const reads = await probe.reads().catch(() => []);
    const known = new Set(way.known);
    if (reads.some(({ uri, contents }) => known.has(uri) && contents.length > 0)) return true;
    if (await this.leadsInside(way)) return true;
    for (const uri of way.known) {
      if (reads.some((read) => read.uri === uri)) continue;
      if (asRead(uri, undefined, await this.#ask(uri)).contents.length > 0) return true;
    }
    return false;
  }

  /** The ways through which a file that was just written into `fixtures.directory` can be read; untested where there is none. */
  async waysInside(): Promise<{ directory: string; ways: Way[] }> {
    const directory = await this.directory();
    const ways: Way[] = [];
    for (const way of [...this.#directoryWays(), ...(await this.offered()).ways])
      if (await this.leadsInside(way)) ways.push(way);
    if (ways.length === 0)
      untested(
        'a file that was written into fixtures.directory cannot be read, neither by its file:// URI nor through a template; ' +
          'name the folder that the server serves',
      );
    return { directory, ways };
  }

  /** Reads a file that was written into `fixtures.directory` through a way that leads there. */
  async readInside(way: Way, planted: Planted): Promise<{ reply: Reply; given: boolean }> {
    const uri = way.uri(planted.segments.at(-1)!);
    const reply = await this.#ask(uri);
    return { reply, given: planted.isIn(asRead(uri, undefined, reply).contents) };
  }

  /** The served folder as it was named. Gives up where the config names none. */
  async directory(): Promise<string> {
    const { directory } = this.probe.fixtures;
    if (directory !== undefined) {
      this.#plant();
      return resolve(directory);
    }
    const { ways, complete } = await this.offered();
    if (complete && !ways.some(({ file }) => file)) notApplicable('the server serves nothing by file:// URIs');
    untested('fixtures.directory in the config names a folder that the server serves and that may be written into');
  }

  /** The ways through `fixtures.directory` by its own file:// URI, as it was named and as it really is. */
  #directoryWays(): Way[] {
    const { directory } = this.probe.fixtures;
    if (directory === undefined) return [];
    const named = resolve(directory);
    const places = new Set([named, realOr(named)]);
    return [...places].map((place) => folderWay(`${fileUri(place).replace(/\/$/, '')}/`));
  }

  /** The ways by which file:// URIs are served, `fixtures.directory` among them, and the other ways. */
  async ways(): Promise<Way[]> {
    const { ways } = await this.offered();
    const further: Way[] = [];
    for (const way of this.#directoryWays())
      if (!ways.some((each) => each.uri('x') === way.uri('x')) && (await this.leadsInside(way))) further.push(way);
    return [...ways.filter(({ file }) => file), ...further, ...ways.filter(({ file }) => !file)];
  }

  /** Whether a way leads to the files of `fixtures.directory`. */
  async leadsInside(way: Way): Promise<boolean> {
    const { directory } = this.probe.fixtures;
    if (directory === undefined) return false;
    const key = `inside\n${way.label}`;
    const { answers } = this.#memory;
    if (answers.has(key)) return answers.get(key) !== undefined;
    this.#plant();
    let control: Planted;
    try {
      control = this.canary.control(resolve(directory));
    } catch (error) {
      untested(`fixtures.directory cannot be written into: ${codeIn(error)}; make it writable`);
    }
    const reply = await this.#read(key, way.uri(control.segments.at(-1)!), { name: 'inside', ...control });
    return reply !== undefined;
  }

  #plant(): void {
    if (!this.probe.mayPlant)
      throw new Error('a case that writes into fixtures.directory has to say so by `plants: true`');
  }

  async #read(key: string, uri: string, target: Target): Promise<Reply | undefined> {
    const { answers } = this.#memory;
    if (answers.has(key)) return answers.get(key);
    const reply = await this.#ask(uri);
    const contents: JsonObject[] = asRead(uri, undefined, reply).contents;
    const given = target.isIn(contents) ? reply : undefined;
    if (target.system) withhold(reply, this.probe.session.channel.transcript);
    answers.set(key, given);
    return given;
  }

  async #ask(uri: string): Promise<Reply> {
    const memory = this.#memory;
    if (memory.silent >= mostSilent)
      untested(
        `${mostSilent} reads of paths out of bounds went unanswered, so no more are sent; answer each with an error`,
      );
    const reply = await this.probe.send('resources/read', { uri });
    if (reply.cause === 'timeout') memory.silent++;
    // Taken, and never answered: the session may be of no use any more.
    if (reply.cause === 'http' && reply.http !== undefined && reply.http.status < 300)
      blockedBy('messages/request-answered', `a read of a path out of bounds got ${inWords(reply)}`);
    if (reply.cause === 'refused') untested('reads are answered no more');
    // Whose fault that is, is told for each end of the server; other paths may do no harm.
    if (reply.cause === 'exit') untested('the server ended');
    return reply;
  }

  /** Whether the canary can be within the server's reach at all: on a server on another machine it is not. */
  async #reach(): Promise<('outside' | 'system')[]> {
    const { probe } = this;
    for (const way of this.#directoryWays()) if (await this.leadsInside(way)) return ['outside'];
    for (const way of (await this.offered()).ways) if (await this.leadsInside(way)) return ['outside'];
    const reads = await probe.reads().catch(() => []);
    const files = reads.filter(({ uri, contents }) => /^file:/i.test(uri) && contents.length > 0);
    if (files.some(({ uri }) => isHere(uri))) return ['outside'];
    // Files that are not on this machine, or HTTP, which may come from anywhere: the canary alone would show nothing.
    return files.length > 0 || probe.http ? ['outside', 'system'] : ['outside'];
  }
}

/** What went wrong with a file, without its path, which differs between runs. */
export const codeIn = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'an unknown error';

/** A path without symbolic links, or the path itself where nothing is there. */
export function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether there is a file on this machine at a file:// URI of the server. */
function isHere(uri: string): boolean {
  // A URI with a host is never looked up: on Windows that would call upon the host.
  if (!/^file:\/\/(?:localhost)?\//i.test(uri)) return false;
  try {
    return statSync(fileURLToPath(uri), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
