import { inert, visible } from '../../reports/escape.ts';
import { staleInWords } from '../../reports/known.ts';
import { masker, maskSecrets } from '../mask.ts';
import { isOutOfCredentials } from '../refused-credentials.ts';
import type { Report } from '../report.ts';
import { CouldNotRun, type RunEvent, type RunOptions } from '../run-options.ts';
import { isNotBegun } from '../stopped.ts';
import { toolName } from '../tool.ts';
import { revisions } from '../wire.ts';
import type { Parsed } from './arguments.ts';
import { exitCode } from './exit-code.ts';
import { type Interrupt, type Io, interrupts } from './io.ts';
import { rewriteIssues } from './known-issues-file.ts';
import { LiveLine } from './live-line.ts';
import { type Judged, judgeEach } from './matrix.ts';
import type { Parts } from './parts.ts';
import { writeReport } from './report-writer.ts';
import { planRuns, type RunPlan } from './run-plan.ts';
import { maskCommand } from './secrets.ts';
import { ServerOutput } from './server-output.ts';
import { commandFor } from './targets.ts';

// Milliseconds from an interrupt to the end, whatever the server does: longer than a server takes that is stopped the hard way.
const stopWithin = 8000;

/** Runs the suite on a server, or on each target of the config, and writes the reports; answers the exit code. */
export async function judge(parsed: Parsed, argv: readonly string[], io: Io, parts: Parts): Promise<number> {
  const plans = await planRuns(parsed, io, parts);
  if (plans.length === 1) return (await judgeOne(plans[0]!, argv, io, parts)).code;
  return judgeEach(plans, (plan) => judgeOne(plan, argv, io, parts), io);
}

async function judgeOne(plan: RunPlan, argv: readonly string[], io: Io, parts: Parts): Promise<Judged> {
  const { name, parsed, options, reports, issues, secrets, notes } = plan;
  const [quiet, verbose] = [parsed.values.has('quiet'), parsed.values.has('verbose')];
  const hide = masker(secrets.values);
  const before = io.hide;
  // Also what goes wrong elsewhere, and later, may hold a secret of this run.
  io.hide = (text) => hide(before ? before(text) : text);
  const live = new LiveLine(io, quiet);
  const say = (line: string) => {
    live.clear();
    io.stderr.write(`${inert(line)}\n`);
  };
  const shown = (text: string) => visible(hide(text));
  const output = new ServerOutput(hide, say);
  for (const note of quiet ? [] : notes) say(`note: ${note}`);

  const abort = new AbortController();
  let stoppedBy: Interrupt | undefined;
  const ignore = io.onInterrupt((signal) => {
    stoppedBy = signal;
    say('stopping the server; once more to quit at once');
    abort.abort();
  });
  const onEvent = (event: RunEvent) => {
    live.update(event);
    if (event.type === 'stderr' && verbose) output.add(event.text);
    if (event.type === 'note' && !quiet) say(`note: ${shown(event.text)}`);
  };
  const command = [toolName, ...maskCommand(commandFor(argv, name))];
  const run = { ...options, command, mask: hide, signal: abort.signal, onEvent };
  const startedAt = new Date();
  try {
    let found: Report;
    try {
      const { runConformance } = await parts.run();
      found = await Promise.race([runConformance(run), expiry(abort.signal)]);
    } catch (error) {
      if (!(error instanceof CouldNotRun)) throw error;
      found = unrunReport(run, command, startedAt, io.version(), error.message);
      if (!stoppedBy)
        for (const [at, line] of error.message.split('\n').entries()) say(`${at === 0 ? 'error: ' : ''}${shown(line)}`);
    } finally {
      output.end();
      live.clear();
    }
    const masked = maskSecrets(found, secrets.values, secrets.headerNames);
    const rewritten = stoppedBy ? undefined : await rewriteIssues(masked, issues, options, parts);
    const report = rewritten?.report ?? masked;
    if (rewritten) say(rewritten.note);
    if (issues.write && !rewritten)
      say(`note: ${visible(issues.write.shown)} stays as it was: the run did not come to its end`);
    // A run that could not be has said all in its message; a table of nothing would bury it.
    const told = report.headline === 'could not run';
    const wanted = reports.filter(({ format, file }) => !(told && format === 'terminal' && file === undefined));
    const note = (text: string) => say(`note: ${visible(text)}`);
    await writeReport(report, wanted, { parsed, io, parts, strict: options.strict === true, note });
    for (const line of remarks(report, options)) say(visible(line));
    return {
      report,
      code: stoppedBy ? interrupts[stoppedBy] : exitCode(report, options),
      stopped: stoppedBy !== undefined,
    };
  } finally {
    ignore();
  }
}

/** Rejects when a run goes on though it was told to stop; the end of this process then ends what it launched. */
function expiry(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const expire = () => reject(new CouldNotRun('the run was stopped, and did not end in time'));
    signal.addEventListener('abort', () => setTimeout(expire, stopWithin).unref(), { once: true });
  });
}

/** The report of a run that found no server. */
function unrunReport(options: RunOptions, command: string[], startedAt: Date, version: string, why: string): Report {
  return {
    schemaVersion: 1,
    tool: { name: toolName, version },
    command,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    headline: 'could not run',
    summary: { pass: 0, fail: 0, warn: 0, untested: 0, notApplicable: 0, error: 0 },
    legs: [],
    absent: (options.revisions ?? revisions).map((revision) => ({ revision, why })),
  };
}

/** What no single result says: a demanded revision that is not spoken, faults of ours, and credentials that ran out. */
function remarks(report: Report, { revisions: demanded = [] }: RunOptions): string[] {
  if (report.headline === 'could not run') return [];
  const absent = report.absent.filter((each) => demanded.includes(each.revision) && !isNotBegun(each));
  const barred = report.legs.flatMap(({ revision, results }) => {
    const reason = results.find(isOutOfCredentials)?.reason;
    return reason === undefined ? [] : `error: ${reason} (${revision})`;
  });
  const errors = report.legs.flatMap(({ revision, results }) =>
    results
      .filter(({ verdict }) => verdict === 'error')
      .map((result) => `error: a fault of this tool, in ${result.case} (${revision}): ${result.reason}`),
  );
  return [
    ...absent.map(
      ({ revision, why }) => `not conformant: ${revision} was asked for, and the server does not speak it: ${why}`,
    ),
    ...errors,
    ...barred,
    ...(report.staleIssues ?? []).map((issue) => `not conformant: ${staleInWords(issue)}`),
  ];
}
