import type { Capability } from './case.ts';
import { declared } from './declared.ts';
import { listedEntries } from './entries.ts';
import type { Flag } from './finding.ts';
import { type Grounds, untested } from './judge.ts';
import type { Lender } from './lender.ts';
import type { ListMethod, Missing, Page, Read } from './material.ts';
import { quote } from './quote.ts';
import type { Line } from './report.ts';
import type { Fixtures, Trigger } from './run-options.ts';
import { deadline } from './session/deadline.ts';
import type { Exchange } from './session/exchange.ts';
import { inWords, isResult, type Reply } from './session/reply.ts';
import type { RequestOptions, Session } from './session/session.ts';
import { isModern, isObject, type JsonObject, type Revision } from './wire.ts';

/** What a case may do to the server: talk to it, and find material. */
export class Probe {
  /** Violations that did not end the case. */
  readonly flags: Flag[] = [];
  /** Whether a request of this case went unanswered in time. */
  timedOut = false;
  #cited: readonly number[] = [];
  /** The sessions that this case has opened or taken, to be closed when it is over. */
  readonly opened: Session[] = [];
  /** Sessions of this case that later cases may have. */
  readonly left = new Set<Session>();

  constructor(
    private readonly lender: Lender,
    readonly session: Session,
  ) {}

  get revision(): Revision {
    return this.session.revision;
  }

  /** Whether the revision is stateless (2026-07-28 on). */
  get modern(): boolean {
    return isModern(this.revision);
  }

  /** Whether the server is reached over HTTP. */
  get http(): boolean {
    return this.session.http;
  }

  /** Whether a second session reaches the same running server; over stdio each session is a process of its own. */
  get shared(): boolean {
    return this.lender.shared;
  }

  get fixtures(): Fixtures {
    return this.lender.material.fixtures;
  }

  /** What the server declares, by initialize or server/discover; members may have any type. */
  get capabilities(): JsonObject {
    return this.session.capabilities;
  }

  /** Whether a capability is declared. */
  declares(capability: Capability): boolean {
    return declared(this.capabilities, capability);
  }

  /** The lines that were looked at last: what a violation points at by default. */
  get cited(): readonly number[] {
    return this.#cited;
  }

  /** Makes a reply (or lines) the evidence of what is judged next. */
  cite(evidence: Reply | readonly number[]): void {
    this.#cited = 'lines' in evidence ? evidence.lines : evidence;
  }

  /** Notes a violation and goes on: the case ends with the worst that was found. */
  flag(words: string, grounds: Grounds = {}): void {
    this.flags.push({ words, grounds: { lines: [...this.#cited], ...grounds }, at: this.now });
  }

  /** Sends a request and waits for what comes of it; never throws. */
  async send(method: string, params?: JsonObject, options?: RequestOptions & { session?: Session }): Promise<Reply> {
    const reply = await (options?.session ?? this.session).request(method, params, options);
    if (reply.cause === 'timeout') this.timedOut = true;
    this.cite(reply);
    return reply;
  }

  /** Sends a request that has to succeed before the rule can be judged; anything else leaves the case untested. */
  async result(
    method: string,
    params?: JsonObject,
    options?: RequestOptions & { session?: Session },
  ): Promise<JsonObject> {
    const reply = await this.send(method, params, options);
    if (!isResult(reply)) untested(`${method} was answered with ${inWords(reply)}`);
    if (!isObject(reply.result)) untested(`${method} was answered with a result that is no object`);
    return reply.result;
  }

  /** Starts a request without waiting; see Exchange for what can be awaited. */
  open(method: string, params?: JsonObject, options?: RequestOptions & { session?: Session }): Exchange {
    const exchange = (options?.session ?? this.session).open(method, params, options);
    this.cite(exchange.lines);
    return exchange;
  }

  /** Waits for the answer of a started request. */
  async answer(exchange: Exchange, ms?: number): Promise<Reply> {
    const reply = await this.session.wait(exchange, ms);
    if (reply.cause === 'timeout') this.timedOut = true;
    this.cite(reply);
    return reply;
  }

  /** Sends a notification. */
  async notify(method: string, params?: JsonObject, options?: RequestOptions & { session?: Session }): Promise<void> {
    await (options?.session ?? this.session).notify(method, params, options);
  }

  /** The pages of a list, one by one, known ones without a request. Each is cited as it comes; a malformed one comes too (`sound`). */
  async *pages(method: ListMethod): AsyncGenerator<Page> {
    for await (const page of this.lender.material.pages(method)) {
      this.cite(page.reply);
      yield page;
    }
  }

  /** How the walk through a list ended; only after `pages` was exhausted. */
  walk(method: ListMethod) {
    return this.lender.material.walk(method);
  }

  /** The listed resources that are objects with a string `uri`, each URI once. Untested where the list is refused or malformed. */
  resources(): Promise<JsonObject[]> {
    return listedEntries(this, 'resources/list');
  }

  /** The listed templates that are objects with a string `uriTemplate`, each once; none where the method is unknown to the server. */
  templates(): Promise<JsonObject[]> {
    return listedEntries(this, 'resources/templates/list');
  }

  /** Reads of a fixed sample of the listed resources and of the URIs named by --read; asked once a leg. */
  async reads(): Promise<Read[]> {
    return this.lender.material.reads(await this.resources());
  }

  /** Each item of `contents` of all reads that gave a result, with its read; each is cited as it comes. */
  async *contents(): AsyncGenerator<{ read: Read; item: JsonObject }> {
    for (const read of await this.reads()) {
      this.cite(read.reply);
      for (const item of read.contents) yield { read, item };
    }
  }

  /** Reads of what cannot exist; see unknown-uris.ts. Asked once a leg. */
  async missing(): Promise<Missing[]> {
    return this.lender.material.missing(await this.resources(), await this.templates().catch(() => []));
  }

  /** Asks for suggestions with these params; each question is asked once a leg. */
  async complete(params: JsonObject): Promise<Reply> {
    const reply = await this.lender.material.complete(params);
    this.cite(reply);
    return reply;
  }

  /** A second session in the same revision, closed when the case is over; untested where the server takes none. */
  async second(): Promise<Session> {
    const session = await this.lender.open().catch((error: unknown) => {
      untested(`a second session could not be opened: ${error instanceof Error ? error.message : String(error)}`);
    });
    this.opened.push(session);
    return session;
  }

  /** A session of the same revision that an earlier case has left, without anything sent that `spoils` it, or else a second one; left in turn. */
  async another(spoils: (sent: JsonObject) => boolean = () => false): Promise<Session> {
    const spare = this.lender.spare(spoils);
    if (spare) this.opened.push(spare);
    const session = spare ?? (await this.second());
    this.leave(session);
    return session;
  }

  /** Leaves sessions of this case to later ones, for what they show does not depend on being the first to speak; over stdio that saves a process. */
  leave(...sessions: readonly Session[]): void {
    for (const session of sessions) this.left.add(session);
  }

  /** Whether files may be written into `fixtures.directory`: whether the case says so. */
  get mayPlant(): boolean {
    return this.lender.doing !== 'read';
  }

  /** Clears something up that serves all cases of a leg, when that is over. */
  atEnd(work: () => void): void {
    this.lender.atEnd(work);
  }

  /** A session on a fresh connection, on which nothing is said yet: no handshake, no discover. Closed when the case is over. */
  async fresh(revision: Revision = this.revision): Promise<Session> {
    const session = await this.lender.fresh(revision).catch((error: unknown) => {
      untested(`no further connection could be made: ${error instanceof Error ? error.message : String(error)}`);
    });
    this.opened.push(session);
    return session;
  }

  /** Sends the first request on a fresh connection, whose server may still be starting. */
  async first(session: Session, method: string, params?: JsonObject, options?: RequestOptions): Promise<Reply> {
    const timeout = session.timeout + 4 * this.startTime;
    const reply = await this.send(method, params, { timeout, ...options, session });
    // How long a server took to start differs from run to run, and has no place in a reason.
    return reply.cause === 'timeout' ? { ...reply, missing: 'no answer in time' } : reply;
  }

  /** Milliseconds until the first answer of the server of this leg. */
  get startTime(): number {
    const { channel, introduction } = this.session;
    const [asked, answered] = [introduction.reply.lines[0], introduction.reply.lines.at(-1)].map(
      (line) => channel.transcript.lines[(line ?? 1) - 1]?.ms ?? 0,
    ) as [number, number];
    return Math.max(0, answered - asked);
  }

  /** Waits until all that the server sent so far has arrived: sends a request that must be answered, and reads up to its answer. */
  async settle(session = this.session): Promise<void> {
    if (!(await session.alive())) this.timedOut ||= session.channel.exit === undefined;
  }

  /** The messages that the server sent on a session after line `since`, of `method` where it is given. */
  arrived(since: number, method?: string, session = this.session): { line: number; message: JsonObject }[] {
    return this.#lines(since).flatMap(({ n, direction, message, session: number }) =>
      direction === 'in' && number === session.channel.session
        ? (Array.isArray(message) ? message : [message])
            .filter((each): each is JsonObject => isObject(each) && (method === undefined || each.method === method))
            .map((each) => ({ line: n, message: each }))
        : [],
    );
  }

  /** The number of the transcript's last line, from which `arrived` and `until` may count. */
  get now(): number {
    return this.session.channel.transcript.end;
  }

  /** Resolves with the first message after line `since` that satisfies `wanted`, or undefined after `ms` (default: the time limit of a request). */
  async until(
    since: number,
    wanted: (message: JsonObject) => boolean,
    { session = this.session, ms = session.timeout }: { session?: Session; ms?: number } = {},
  ): Promise<{ line: number; message: JsonObject } | undefined> {
    const find = () => this.arrived(since, undefined, session).find(({ message }) => wanted(message));
    const found = find();
    if (found) return found;
    return new Promise((resolve) => {
      const finish = (result: ReturnType<typeof find>) => {
        callOff();
        stop();
        resolve(result);
      };
      const callOff = deadline(ms, () => finish(undefined));
      const stop = session.channel.transcript.follow(() => {
        const result = find();
        if (result) finish(result);
      });
    });
  }

  /** Makes the server change something, by the tool or the command that the config names; untested where that fails. */
  async trigger(trigger: Trigger, session = this.session): Promise<void> {
    await this.lender.changing(trigger);
    if (trigger.tool !== undefined) {
      const call = { name: trigger.tool, arguments: trigger.arguments ?? {} };
      const reply = await session.request('tools/call', call);
      if (!isResult(reply)) untested(`the tool ${trigger.tool} of the fixtures was answered with ${inWords(reply)}`);
      if (reply.result?.isError)
        untested(`the tool ${trigger.tool} of the fixtures failed: ${quote(reply.result.content?.[0]?.text)}`);
    }
    if (trigger.command !== undefined) await this.lender.command(trigger.command);
  }

  #lines(since: number): readonly Line[] {
    return this.session.channel.transcript.lines.slice(since);
  }
}
