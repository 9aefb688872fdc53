import { availableParallelism } from 'node:os';
import { AskedOnce } from './asked-once.ts';
import type { Case } from './case.ts';
import { withKnownIssues } from './known-issues.ts';
import { LegRun } from './leg.ts';
import { masker, maskSecrets } from './mask.ts';
import { plan } from './plan.ts';
import type { Leg, Line, Report } from './report.ts';
import { type ConformanceRun, underWay } from './run-events.ts';
import { CouldNotRun, type RunEvent, type RunOptions } from './run-options.ts';
import { secretsOf } from './run-secrets.ts';
import { isAnswer } from './session/channel.ts';
import { NotSpoken, Unreachable } from './session/legacy.ts';
import { discover } from './session/negotiate.ts';
import { notBegun } from './stopped.ts';
import { toolName, toolVersion } from './tool.ts';
import { Transcript } from './transcript.ts';
import { type Connector, connectorFor, stoppable } from './transport/connector.ts';
import { Turns } from './turns.ts';
import { headlineOf, summarise } from './verdict.ts';
import { isModern, type Revision, revisions } from './wire.ts';

/** What a run does where its options are silent; milliseconds and counts. */
export const defaults = { timeout: 5000, startTimeout: 60_000, maxPages: 10_000, sample: 50 } as const;

/** How the attempt at one revision ended: a leg, or the reason why there is none. */
type Outcome = { leg: Leg } | { revision: Revision; error: Error };

/**
 * Judges a server in each revision that it speaks. Await it for the report, iterate it for what happens on the way. Rejects with
 * CouldNotRun where the server cannot be started, reached or authorised. Secrets of the options are masked in the report and in
 * the results that are told, unless `mask` says that the caller sees to them.
 */
export function runConformance(options: RunOptions): ConformanceRun {
  return underWay(async (tell, stop) => {
    const { values, headerNames } = secretsOf(options);
    const mask = options.mask ?? masker(values);
    const onEvent = (event: RunEvent) => {
      const told = options.mask ? event : withoutSecrets(event, mask);
      options.onEvent?.(told);
      tell(told);
    };
    const signal = options.signal ? AbortSignal.any([options.signal, stop]) : stop;
    try {
      const report = await judgeServer({ ...options, mask, signal, onEvent });
      return options.mask ? report : maskSecrets(report, values, headerNames);
    } catch (error) {
      if (error instanceof CouldNotRun) throw new CouldNotRun(mask(error.message));
      if (error instanceof Error) {
        error.stack = mask(error.stack ?? '');
        error.message = mask(error.message);
      }
      throw error;
    }
  });
}

/** An event without secrets; what the server wrote to its stderr comes in pieces, and is masked as far as a piece holds them whole. */
function withoutSecrets(event: RunEvent, hide: (text: string) => string): RunEvent {
  if (event.type === 'result') return { ...event, result: { ...event.result, reason: hide(event.result.reason) } };
  return event.type === 'stderr' || event.type === 'note' ? { ...event, text: hide(event.text) } : event;
}

async function judgeServer(given: RunOptions): Promise<Report> {
  // Where one leg ends in a fault, the others are stopped: nothing may go on behind the back of who was told.
  const fault = new AbortController();
  const signal = given.signal ? AbortSignal.any([given.signal, fault.signal]) : fault.signal;
  const options = { ...given, signal };
  const startedAt = new Date();
  const begun = performance.now();
  const stderr = new Tail();
  const heardStderr = (text: string) => {
    stderr.add(text);
    options.onEvent?.({ type: 'stderr', text });
  };
  const connect = () =>
    stoppable(
      connectorFor(options.target, {
        ...(options.headers && { headers: options.headers }),
        ...(options.insecure && { insecure: true }),
        ...(options.env && { env: options.env }),
        ...(options.cwd !== undefined && { cwd: options.cwd }),
        startTimeout: options.startTimeout ?? defaults.startTimeout,
        onStderr: heardStderr,
      }),
      options.signal,
    );
  const suites = new Suites();
  const demanded = options.revisions !== undefined;
  const wanted = (options.revisions ?? [...revisions]).toSorted().toReversed();
  // Legs that share one running server would see each other's changes.
  const shared = 'url' in options.target || 'sse' in options.target;
  const together: Together = {
    gate: { heard: false },
    turns: new Turns(options.fixtures?.directory),
    asked: new AskedOnce(),
    suites,
    closing: [],
  };
  const atOnce = shared ? 1 : availableParallelism() + 1;
  const outcomes = await pool(wanted, atOnce, (revision) =>
    attempt(connect(), revision, options, together, heardStderr).catch((error) => {
      fault.abort();
      throw error;
    }),
  ).finally(() => Promise.all(together.closing));

  const legs = outcomes.flatMap((outcome) => ('leg' in outcome ? outcome.leg : [])).toSorted(byRevision);
  const missing = outcomes.flatMap((outcome) => ('leg' in outcome ? [] : outcome)).toSorted(byRevision);
  const absent = missing.map(({ revision, error }) => ({ revision, why: error.message }));
  if (legs.length === 0 && !options.signal?.aborted) {
    const unreachable = missing.find(({ error }) => !(error instanceof NotSpoken)) ?? missing[0];
    const answered = missing.some(({ error }) => error instanceof NotSpoken);
    if (!answered || !demanded)
      throw new CouldNotRun(
        answered && missing.every(({ error }) => error instanceof NotSpoken)
          ? `the server speaks none of the revisions that are judged: ${absent.map(({ revision, why }) => `${revision}: ${why}`).join('; ')}`
          : `${unreachable?.error.message ?? 'no revision was asked for'}${stderr.quoted()}`,
      );
  }
  const report: Report = {
    schemaVersion: 1,
    tool: { name: toolName, version: toolVersion },
    command: options.command ?? [],
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - begun),
    headline: headlineOf(legs, absent, demanded),
    summary: summarise(legs),
    legs,
    absent,
  };
  if (!options.knownIssues) return report;
  const known = Object.keys(await suites.cases());
  return withKnownIssues(report, options.knownIssues, { cases: known, demanded, mask: options.mask });
}

/** What the attempts at the revisions tell each other: a server that stayed silent once is not waited for five times. */
interface Gate {
  heard: boolean;
  dead?: Error;
}

/** What the attempts share. */
interface Together {
  gate: Gate;
  turns: Turns;
  asked: AskedOnce;
  suites: Suites;
  /** Servers that are ending: the next ones need not wait for that. */
  closing: Promise<void>[];
}

async function attempt(
  connector: Connector,
  revision: Revision,
  options: RunOptions,
  { gate, turns, asked, suites, closing }: Together,
  onStderr: (text: string) => void,
): Promise<Outcome> {
  const { fixtures = {}, signal, onEvent } = options;
  const limits = {
    timeout: options.timeout ?? defaults.timeout,
    startTimeout: options.startTimeout ?? defaults.startTimeout,
    maxPages: options.maxPages ?? defaults.maxPages,
    sample: options.sample ?? defaults.sample,
  };
  const heard = ({ direction, text, message, http }: Line) => {
    // Noise and notifications alone are no sign of a server that will answer.
    if (direction === 'in' && (http !== undefined || isAnswer(message))) gate.heard = true;
    if (direction === 'stderr' && text !== undefined) onStderr(text);
  };
  try {
    if (gate.dead && !gate.heard) throw gate.dead;
    if (signal?.aborted) throw new Unreachable(notBegun);
    if (connector.kind === 'sse' && revision !== '2024-11-05' && !options.revisions)
      throw new NotSpoken(
        'HTTP+SSE is the transport of 2024-11-05; ask for the revision by --revision to judge it all the same',
      );
    const asking = new Transcript();
    asking.follow(heard);
    const ask = () => discover(connector, revision, limits, asking);
    const opened = isModern(revision) ? await turns.during(ask) : undefined;
    const own = { ...(options.mask && { mask: options.mask }), ...(signal && { signal }), ...(onEvent && { onEvent }) };
    const leg = new LegRun(connector, revision, { ...limits, fixtures, turns, asked, ...own }, opened);
    if (!opened) leg.transcript.follow(heard);
    await leg.start();
    try {
      onEvent?.({ type: 'leg', revision, transport: connector.kind });
      return { leg: await leg.run(plan(await suites.cases(), options.only, options.skip)) };
    } catch (error) {
      await leg.end();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof NotSpoken || error instanceof Unreachable)) throw error;
    // What becomes of a handshake that we cut short says nothing of the server.
    if (signal?.aborted && error !== gate.dead) return { revision, error: new Unreachable(notBegun) };
    if (error instanceof Unreachable && !gate.heard) gate.dead ??= error;
    return { revision, error };
  } finally {
    const closed = connector.close();
    // What goes wrong there is told at the end of the run.
    closed.catch(() => {});
    closing.push(closed);
  }
}

/** The cases, which are large: they are loaded while the server starts, once the first request has been sent. */
class Suites {
  #loading: Promise<{ cases: Readonly<Record<string, Case>> }> | undefined;
  #soon = false;

  loadSoon(): void {
    if (this.#soon) return;
    this.#soon = true;
    setImmediate(() => void this.cases().catch(() => {}));
  }

  async cases(): Promise<Readonly<Record<string, Case>>> {
    this.#loading ??= import('../suites/index.ts');
    return (await this.#loading).cases;
  }
}

/** Runs `work` on each item, at most `atOnce` at a time, and answers the results in the items' order; an error when all have ended. */
async function pool<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i]!);
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  for (const each of workers) if (each.status === 'rejected') throw each.reason;
  return results;
}

const byRevision = (a: { revision: Revision } | Leg, b: { revision: Revision } | Leg): number =>
  a.revision < b.revision ? -1 : 1;

/** The last lines of what a server wrote to stderr, for the message that it could not be started. */
class Tail {
  #text = '';

  add(text: string): void {
    this.#text = (this.#text + text).slice(-2000);
  }

  quoted(): string {
    // Each process that was started may have said the same.
    const lines = [...new Set(this.#text.trim().split(/\r?\n/).filter(Boolean))].slice(-6);
    return lines.length > 0 ? `; its stderr ends with:\n${lines.map((line) => `  ${line}`).join('\n')}` : '';
  }
}
