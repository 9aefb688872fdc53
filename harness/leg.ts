import { type Case, penalty, rulesIn, type Terms } from './case.ts';
import { NotApplicable, Untested, Violation } from './judge.ts';
import { ruleLink } from './link.ts';
import { Material } from './material.ts';
import { inTurn, type Planned } from './plan.ts';
import { declared, type Lender, Probe } from './probe.ts';
import type { Leg, Result, Verdict } from './report.ts';
import type { Fixtures, RunEvent } from './run-options.ts';
import { exitInWords } from './session/channel.ts';
import { type Limits, openSession } from './session/negotiate.ts';
import type { Session } from './session/session.ts';
import { runCommand } from './trigger-command.ts';
import { Traffic } from './traffic.ts';
import { Transcript } from './transcript.ts';
import type { Connector } from './transport/connector.ts';
import type { Revision } from './wire.ts';

/** What a leg needs to know. */
export interface LegOptions extends Limits {
  fixtures: Fixtures;
  maxPages: number;
  sample: number;
  signal?: AbortSignal;
  onEvent?: (event: RunEvent) => void;
}

interface Found {
  verdict: Verdict;
  reason: string;
  rule?: string | undefined;
  lines: readonly number[];
}

/** One revision over one transport: its session, its transcript, and the cases run on it. */
export class LegRun implements Lender {
  readonly transcript = new Transcript();
  session!: Session;
  material!: Material;
  #introduced!: Session;
  #sessions = 0;
  #lost: string | undefined;
  #stale = false;

  constructor(
    private readonly connector: Connector,
    readonly revision: Revision,
    private readonly options: LegOptions,
  ) {}

  get kind() {
    return this.connector.kind;
  }

  get shared(): boolean {
    return this.connector.shared;
  }

  /** Opens the leg's session; rejects with NotSpoken or Unreachable. */
  async start(): Promise<void> {
    this.session = await this.open();
    this.#introduced = this.session;
    this.#newMaterial();
  }

  async open(): Promise<Session> {
    return openSession(this.connector, this.revision, this.options, this.transcript, this.#sessions++);
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
      results.set(result.case, result);
      options.onEvent?.({ type: 'result', revision, result });
    };
    const turn = inTurn(planned);
    for (const [done, each] of turn.entries()) {
      if (options.signal?.aborted) break;
      options.onEvent?.({ type: 'case', revision, case: each.id, done, of: turn.length });
      finish(await this.#active(each));
    }
    const watching = planned.filter(({ definition }) => definition.watch);
    if (watching.length > 0 && !options.signal?.aborted) await this.#tour();
    if (!this.#lost) await this.session.alive();
    await this.session.close();
    const traffic = new Traffic(this.transcript, revision, this.kind, this.session.capabilities);
    if (!options.signal?.aborted) for (const each of watching) finish(this.#passive(each, traffic));
    const { server, capabilities } = this.#introduced.introduction;
    return {
      revision,
      transport: this.kind,
      server,
      capabilities,
      durationMs: since(begun),
      results: planned.flatMap(({ id }) => results.get(id) ?? []),
      transcript: this.transcript.forReport(),
    };
  }

  async #active(planned: Planned): Promise<Result> {
    const begun = performance.now();
    const without = this.#inapplicable(planned.definition) ?? this.#unreachable();
    if (without) return this.#result(planned, without, begun);
    let found = await this.#attempt(planned.definition);
    let unstable = false;
    if (found.timedOut && !this.options.signal?.aborted) {
      // A server may have been slow once: the second try counts, in a session and with material of its own.
      await this.#restart();
      if (!this.#lost) {
        const second = await this.#attempt(planned.definition);
        unstable = second.verdict !== found.verdict;
        found = second;
      }
    }
    if (found.verdict !== 'pass' && found.verdict !== 'not-applicable') await this.#recover();
    else if (this.session.channel.exit) await this.#restart();
    return this.#result(planned, found, begun, unstable);
  }

  async #attempt(definition: Case): Promise<Found & { timedOut: boolean }> {
    const { fresh } = definition;
    let session: Session;
    try {
      session = fresh ? await this.open() : this.session;
    } catch (error) {
      return { verdict: 'untested', reason: `no session of its own could be opened: ${words(error)}`, lines: [], timedOut: false };
    }
    const probe = new Probe(this, session);
    const from = this.transcript.end;
    this.#stale = false;
    let found: Found;
    try {
      await definition.run!(probe, this.#terms(definition));
      found = this.#flagged(definition, probe) ?? { verdict: 'pass', reason: '', lines: probe.cited };
    } catch (error) {
      found = this.#flagged(definition, probe, error) ?? this.#caught(definition, error, probe.cited);
    } finally {
      await probe.close();
      if (fresh) await session.close();
    }
    const { exit } = session.channel;
    // Who was there when the server died is to blame, unless the case has its own words for it.
    if (!fresh && exit && found.verdict !== 'fail' && found.verdict !== 'error')
      found = { verdict: 'fail', reason: `the server ${exitInWords(exit)} during this case`, lines: this.#linesSince(from) };
    return { ...found, timedOut: probe.timedOut || this.#stale };
  }

  #passive(planned: Planned, traffic: Traffic): Result {
    const begun = performance.now();
    const { definition } = planned;
    const without = this.#inapplicable(definition);
    if (without) return this.#result(planned, without, begun);
    let found: Found = { verdict: 'pass', reason: '', lines: [] };
    try {
      definition.watch!(traffic, this.#terms(definition));
    } catch (error) {
      found = this.#caught(definition, error, []);
    }
    return this.#result(planned, found, begun);
  }

  /** What passive cases want to have been seen; what active cases asked for already is not asked again. */
  async #tour(): Promise<void> {
    if (this.#lost) return;
    const probe = new Probe(this, this.session);
    try {
      if (!declared(this.session.capabilities, 'resources')) return;
      await probe.reads().catch(() => []);
      await probe.missing().catch(() => []);
      await probe.templates().catch(() => []);
    } catch {}
  }

  #inapplicable(definition: Case): Found | undefined {
    const not = (reason: string): Found => ({ verdict: 'not-applicable', reason, lines: [] });
    if (rulesIn(definition, this.revision).length === 0) return not(`${this.revision} has no such rule`);
    const over = this.kind === 'memory' ? 'stdio' : this.kind;
    if (definition.transports && !definition.transports.includes(over as 'stdio' | 'http'))
      return not(`the rule binds servers over ${definition.transports.join(' and ')} only`);
    for (const capability of definition.needs ?? [])
      if (!declared(this.session.capabilities, capability)) return not(`the server does not declare ${capability}`);
    return undefined;
  }

  #unreachable(): Found | undefined {
    return this.#lost === undefined ? undefined : { verdict: 'untested', reason: this.#lost, lines: [] };
  }

  #terms(definition: Case): Terms<any> {
    const rules = rulesIn(definition, this.revision);
    const [rule] = rules;
    return { revision: this.revision, rule: rule!, want: rule!.want, binds: (id) => rules.some((each) => each.id === id) };
  }

  /** The worst of what a case noted on its way, and of the violation that ended it. */
  #flagged(definition: Case, probe: Probe, error?: unknown): Found | undefined {
    if (probe.flags.length === 0 || (error !== undefined && !isJudgement(error))) return undefined;
    const all = probe.flags.map(({ words, grounds }) => this.#penalised(definition, words, grounds, probe.cited));
    if (error instanceof Violation) all.push(this.#penalised(definition, error.message, error.grounds, probe.cited));
    return all.find(({ verdict }) => verdict === 'fail') ?? all[0]!;
  }

  #caught(definition: Case, error: unknown, cited: readonly number[]): Found {
    if (error instanceof Violation) return this.#penalised(definition, error.message, error.grounds, cited);
    const reason = words(error);
    if (error instanceof Untested) return { verdict: 'untested', reason, lines: cited };
    if (error instanceof NotApplicable) return { verdict: 'not-applicable', reason, lines: cited };
    const where = error instanceof Error ? (/\n\s+at (.+)/.exec(error.stack ?? '')?.[1] ?? '') : '';
    return { verdict: 'error', reason: `${reason} (${where.replace(/.*[/\\]/, '').replace(/\)$/, '')})`, lines: cited };
  }

  #penalised(definition: Case, reason: string, { rule, lines, warn }: Violation['grounds'], cited: readonly number[]): Found {
    const rules = rulesIn(definition, this.revision);
    const broken = rule === undefined ? rules[0]! : rules.find(({ id }) => id === rule);
    if (!broken) return { verdict: 'error', reason: `${rule} is no rule of this case in ${this.revision}: ${reason}`, lines: cited };
    return { verdict: warn ? 'warn' : penalty(broken), reason, rule: broken.id, lines: lines ?? cited };
  }

  #result({ id, definition }: Planned, found: Found, begun: number, unstable = false): Result {
    const rules = rulesIn(definition, this.revision);
    const shown = rules.find((rule) => rule.id === found.rule) ?? rules[0] ?? definition.rules[0];
    return {
      case: id,
      title: definition.title,
      verdict: found.verdict,
      level: shown.level,
      harm: definition.harm,
      rules: [...new Set([...(rules.length > 0 ? [shown.id] : []), ...rules.map((rule) => rule.id)])],
      reason: found.reason,
      hint: definition.hint,
      link: ruleLink(shown, rules.length > 0 ? this.revision : shown.since),
      transcript: [...found.lines].slice(0, 40),
      durationMs: since(begun),
      unstable,
      knownIssue: null,
    };
  }

  async #recover(): Promise<void> {
    if (this.#lost !== undefined || (await this.session.alive())) return;
    await this.#restart();
  }

  async #restart(): Promise<void> {
    await this.session.close();
    try {
      this.session = await this.open();
      this.#newMaterial();
      if (await this.session.alive()) return;
      this.#lost = 'the server stopped answering, also in a fresh session';
    } catch (error) {
      this.#lost = `the server could not be reached again: ${words(error)}`;
    }
  }

  #newMaterial(): void {
    this.material = new Material(
      () => this.session,
      this.options.fixtures,
      this.options,
      () => {
        this.#stale = true;
      },
    );
  }

  #linesSince(from: number): number[] {
    return this.transcript.lines.slice(from, from + 40).map(({ n }) => n);
  }
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isJudgement = (error: unknown): boolean =>
  error instanceof Violation || error instanceof Untested || error instanceof NotApplicable;

const since = (begun: number): number => Math.round((performance.now() - begun) * 10) / 10;
