import { loadSchemas } from '../schemas/validate.ts';
import { inapplicable } from './applicable.ts';
import { askedIn, isOrdinary, owedIn } from './asked.ts';
import { blame, rootOf, silentTwice, unsure, watched } from './blame.ts';
import { type Finding, findingOf, harmless, inWords, since, termsOf, unreached, writeUp } from './finding.ts';
import type { LegOptions } from './leg-options.ts';
import type { Lender } from './lender.ts';
import { Material } from './material.ts';
import { inTurn, type Planned } from './plan.ts';
import { Probe } from './probe.ts';
import { Credentials, tellsOfCredentials } from './refused-credentials.ts';
import type { Leg, Result } from './report.ts';
import type { Trigger } from './run-options.ts';
import { freshSession, openSession } from './session/negotiate.ts';
import type { Session } from './session/session.ts';
import { Spares } from './spares.ts';
import { tour } from './tour.ts';
import { Traffic } from './traffic.ts';
import { Transcript } from './transcript.ts';
import type { Connector } from './transport/connector.ts';
import { runCommand } from './trigger-command.ts';
import { troublesOf } from './troubles.ts';
import { type Doing, type Turn, Turns } from './turns.ts';
import type { JsonObject, Revision } from './wire.ts';

/** One revision over one transport: its session, its transcript, and the cases run on it. */
export class LegRun implements Lender {
  readonly transcript: Transcript;
  session!: Session;
  material!: Material;
  #introduced!: Session;
  #sessions = 0;
  /** Why no session can be had any more. */
  #lost: string | undefined;
  /** The session of cases that may end the server, as long as it survives them. */
  #sandbox: Session | undefined;
  readonly #spares = new Spares();
  readonly #credentials = new Credentials();
  readonly #turns: Turns;
  #turn: Turn | undefined;
  /** Sessions that are ending: nobody needs to wait for a process to go before the leg is over. */
  readonly #closing: Promise<void>[] = [];
  /** What is to be cleared up when the leg is over. */
  readonly #last: (() => void)[] = [];
  #silenceCase: string | undefined;
  /** Whether material that the case at hand asked for did not come in time. */
  #late = false;

  constructor(
    private readonly connector: Connector,
    readonly revision: Revision,
    private readonly options: LegOptions,
    /** A session that is open already, and on which nothing but its opening was said. */
    private readonly opened?: Session,
  ) {
    this.#turns = options.turns ?? new Turns();
    this.transcript = opened?.channel.transcript ?? new Transcript();
    if (opened) this.#sessions = 1;
  }

  get kind() {
    return this.connector.kind;
  }

  get shared(): boolean {
    return this.connector.shared;
  }

  /** Opens the leg's session; rejects with NotSpoken or Unreachable. */
  async start(): Promise<void> {
    await this.#inTurn(async () => {
      this.session = this.opened ?? (await this.open());
    });
    await loadSchemas(this.revision);
    this.#introduced = this.session;
    this.#newMaterial();
    const { revision, transcript, options } = this;
    const asker = { revision, transcript, nextSession: () => this.#sessions++ };
    if (!this.shared) options.asked?.join(asker, this.session.introduction.reply);
  }

  open(): Promise<Session> {
    const open = () => openSession(this.connector, this.revision, this.options, this.transcript, this.#sessions++);
    return this.#credentials.opening(open);
  }

  fresh(revision: Revision): Promise<Session> {
    return freshSession(this.connector, revision, this.options, this.transcript, this.#sessions++);
  }

  spare(spoils: (sent: JsonObject) => boolean): Session | undefined {
    return this.#spares.take(spoils);
  }

  get doing(): Doing {
    return this.#turn?.doing ?? 'read';
  }

  async changing(trigger: Trigger): Promise<void> {
    await this.#turn?.change(trigger);
  }

  atEnd(work: () => void): void {
    this.#last.push(work);
  }

  command(line: string): Promise<void> {
    return runCommand(line, this.options.startTimeout);
  }

  /** Runs the cases in turn, then judges the passive ones on all that was sent; ends the session. */
  async run(planned: readonly Planned[]): Promise<Leg> {
    const begun = performance.now();
    const { revision, options } = this;
    const results = new Map<string, Result>();
    const finish = (result: Result) => {
      result.reason = rootOf(result.case, result.reason, (id) => results.get(id)?.reason);
      results.set(result.case, result);
      options.onEvent?.({ type: 'result', revision, result });
    };
    const turn = inTurn(planned);
    this.#silenceCase = planned.find(
      ({ definition }) => definition.reportsSilence && !inapplicable(definition, this),
    )?.id;
    for (const [done, each] of turn.entries()) {
      if (options.signal?.aborted) break;
      options.onEvent?.({ type: 'case', revision, case: each.id, done, of: turn.length });
      const next = turn[done + 1];
      const result = await this.#inTurn(() => this.#active(each), this.#doingOf(each), next && this.#doingOf(next));
      // What a server does while we stop it ourselves is no finding.
      if (options.signal?.aborted) break;
      finish(result);
    }
    this.#endTurn();
    const watching = options.signal?.aborted ? [] : planned.filter(({ definition }) => definition.watch);
    if (watching.length > 0) await this.#inTurn(() => this.#tour());
    if (this.#lost === undefined && !options.signal?.aborted) await this.session.alive();
    await this.end();
    const traffic = new Traffic(this.transcript, revision, this.kind, this.session.capabilities);
    const silent = owedIn(traffic, askedIn(traffic)).some((each) => isOrdinary(each, traffic));
    for (const each of planned) if (!results.has(each.id)) finish(this.#afterwards(each, traffic, silent));
    const { server, capabilities } = this.#introduced.introduction;
    return {
      revision,
      transport: this.kind,
      server,
      capabilities,
      durationMs: since(begun),
      results: planned.flatMap(({ id }) => results.get(id) ?? []),
      transcript: this.transcript.forReport(options.mask),
    };
  }

  /** Ends what was launched and clears up; whoever runs a leg that ends in an error has to see to it. */
  async end(): Promise<void> {
    this.#endTurn();
    for (const session of [this.session, ...this.#spares.all, this.#sandbox]) if (session) this.#retire(session);
    await Promise.all(this.#closing);
    for (const work of this.#last.splice(0)) work();
  }

  /** Does something in a turn, which is kept where `next` is to plant as well. */
  async #inTurn<T>(work: () => Promise<T>, doing: Doing = 'read', next?: Doing): Promise<T> {
    await this.#begin(doing);
    try {
      return await work();
    } finally {
      if (next !== 'plant' || this.doing !== next) this.#endTurn();
    }
  }

  async #begin(doing: Doing): Promise<void> {
    if (this.#turn && this.doing === doing) return;
    this.#endTurn();
    // What is listed first while files are planted would be taken for what is served.
    if (doing === 'plant') await this.#turns.during(() => new Probe(this, this.session).resources().catch(() => []));
    this.#turn = await this.#turns.begin(doing);
  }

  #endTurn(): void {
    this.#turn?.end();
    this.#turn = undefined;
  }

  #doingOf({ definition: { plants } }: Planned): Doing {
    return plants && this.options.fixtures.directory !== undefined ? 'plant' : 'read';
  }

  async #active(planned: Planned): Promise<Result> {
    const begun = performance.now();
    const { definition } = planned;
    const without = inapplicable(definition, this) ?? this.#lostWithout();
    if (without) return writeUp(planned, this.revision, without, { durationMs: since(begun) });
    let found = await this.#attempt(planned);
    let unstable = false;
    if (found.late && !this.options.signal?.aborted) {
      // A server may have been slow once: the second try counts, in a session and with material of its own.
      await this.#restart();
      if (this.#lost === undefined) {
        const second = await this.#attempt(planned);
        unstable = second.verdict !== found.verdict;
        found = second.late ? { ...second, ...unsure(second, silentTwice) } : second;
      }
    }
    const good = found.verdict === 'pass' || found.verdict === 'not-applicable';
    if (this.session.channel.exit || !(good || (await this.session.alive()))) await this.#restart();
    // What was found while the credentials ran out may be a consequence of that alone.
    if (!good && tellsOfCredentials(this.#lost)) found = { late: false, ...this.#lostWithout()! };
    return writeUp(planned, this.revision, found, { durationMs: since(begun), unstable });
  }

  async #attempt({ id, definition }: Planned): Promise<Finding & { late: boolean }> {
    const { fresh } = definition;
    let session: Session;
    try {
      session = fresh ? (this.#sandbox ?? this.#spares.take() ?? (await this.open())) : this.session;
    } catch (error) {
      const reason = this.#credentials.lost(error) ?? `no session of its own could be opened: ${inWords(error)}`;
      return { verdict: 'untested', reason, lines: [], late: false };
    }
    const probe = new Probe(this, session);
    const from = this.transcript.end;
    this.#late = false;
    troublesOf(this.transcript).begin(id, !fresh);
    let found: Finding;
    try {
      await definition.run!(probe, termsOf(definition, this.revision));
      found = findingOf(definition, this.revision, probe.flags, probe.cited);
    } catch (error) {
      found = findingOf(definition, this.revision, probe.flags, probe.cited, error);
    }
    found = blame({ definition, probe, found, from, silenceCase: this.#silenceCase });
    await this.#clear(probe, found);
    if (fresh) await this.#keep(session, found);
    return { ...found, late: probe.timedOut || this.#late };
  }

  /** A case that needs no turn, or, in a run that was stopped, one that had none. */
  #afterwards(planned: Planned, traffic: Traffic, silent: boolean): Result {
    const begun = performance.now();
    const { definition } = planned;
    const stopped = this.options.signal?.aborted;
    const found = inapplicable(definition, this) ?? (stopped ? unreached : watched(definition, traffic, silent));
    return writeUp(planned, this.revision, found, { durationMs: since(begun) });
  }

  /** What passive cases want to have been seen; what active cases asked for already is not asked again. */
  async #tour(): Promise<void> {
    if (this.#lost !== undefined) return;
    await tour(new Probe(this, this.session));
  }

  #lostWithout(): Finding | undefined {
    return this.#lost === undefined ? undefined : { verdict: 'untested', reason: this.#lost, lines: [] };
  }

  /** A session that a case left unharmed serves the next case that may end the server. */
  async #keep(session: Session, { verdict }: Finding): Promise<void> {
    // A server that some message has moved to another revision answers too, but with an error.
    const unharmed = harmless(verdict) && (await session.sane());
    this.#sandbox = unharmed ? session : undefined;
    if (!unharmed) this.#retire(session);
  }

  /** Closes what a case has opened, but for the processes that it leaves to later cases. */
  async #clear({ opened, left }: Probe, { verdict }: Finding): Promise<void> {
    for (const session of opened) {
      const kept = left.has(session) && harmless(verdict) && !this.shared && session.revision === this.revision;
      if (!kept || !(await this.#spares.add(session, this.session.introduction))) this.#retire(session);
    }
  }

  #retire(session: Session): void {
    this.#closing.push(session.close());
  }

  async #restart(): Promise<void> {
    this.#retire(this.session);
    // A server may take stock when it starts, and what other legs have planted must be gone by then.
    const { doing } = this;
    this.#endTurn();
    await this.#begin('read');
    try {
      this.session = await this.open();
      this.#newMaterial();
      if (!(await this.session.alive())) this.#lost = 'the server stopped answering, also in a fresh session';
      else if (doing === 'plant') await this.#begin(doing);
    } catch (error) {
      this.#lost =
        this.#credentials.lost(error, this.transcript) ?? `the server could not be reached again: ${inWords(error)}`;
    }
  }

  #newMaterial(): void {
    const late = () => {
      this.#late = true;
    };
    this.material = new Material(() => this.session, this.options.fixtures, this.options, late);
  }
}
