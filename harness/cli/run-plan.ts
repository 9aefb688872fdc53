import type { Fixtures, RunOptions } from '../run-options.ts';
import { type Revision, revisions } from '../wire.ts';
import type { Parsed } from './arguments.ts';
import { type Config, loadConfig } from './config.ts';
import { insecureOf } from './insecure.ts';
import type { Io } from './io.ts';
import { type KnownIssuesPlan, planKnownIssues } from './known-issues-file.ts';
import { countOf } from './limits.ts';
import { didYouMean, oneOf } from './nearest.ts';
import type { Parts } from './parts.ts';
import { type PlannedReport, planReports, summaryReport } from './report-plan.ts';
import { type Secrets, secretsOf } from './secrets.ts';
import { checkSelection, listed } from './select.ts';
import { placeOf } from './target.ts';
import { type NamedRun, namedRuns } from './targets.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** All that a run is going to do, checked before anything is started. */
export interface RunPlan {
  /** The target's name in the config. */
  name: string | undefined;
  parsed: Parsed;
  options: RunOptions;
  reports: PlannedReport[];
  issues: KnownIssuesPlan;
  secrets: Secrets;
  /** What was given but does nothing. */
  notes: string[];
}

/** Reads the command line and the config into plans, one for each target; throws WrongUsage where they make none. */
export async function planRuns(parsed: Parsed, io: Io, parts: Parts): Promise<RunPlan[]> {
  const { values, operands } = parsed;
  if (operands.length > 0) throw new WrongUsage(`unknown argument ${quoted(operands[0]!)}; leave it out`);
  if (values.has('quiet') && values.has('verbose'))
    throw new WrongUsage('--quiet and --verbose contradict each other; give one');
  const config = await loadConfig(values.get('config')?.[0], io.cwd);
  const plans: RunPlan[] = [];
  for (const run of namedRuns(config, parsed)) plans.push(await planRun(run, io, parts));
  return plans;
}

async function planRun({ name, config, parsed }: NamedRun, io: Io, parts: Parts): Promise<RunPlan> {
  const { values } = parsed;
  const place = placeOf(parsed, config.target, io.cwd);
  const { target, headers, env, cwd } = place;
  const insecure = insecureOf(parsed, config.target, target);
  const wanted = values.has('revision') ? readRevisions(values.get('revision')!) : config.revisions;
  const limits = readLimits(parsed, config);
  const { formats } = await parts.reports();
  const reports = summaryReport(planReports(values.get('report') ?? [], formats, io.cwd), formats, io.env);
  const issues = await planKnownIssues(parsed, config.knownIssues, io.cwd);
  const knownIssues = [...issues.configured, ...issues.filed];
  const only = values.has('only') ? listed('only', values.get('only')!) : config.only;
  const skip = values.has('skip') ? listed('skip', values.get('skip')!) : config.skip;
  if (only || skip) checkSelection(only ?? [], skip ?? [], Object.keys((await parts.cases()).cases));
  const launched = !('url' in target || 'sse' in target);
  const notes = [
    ...('stdio' in target && Object.keys(headers).length > 0
      ? ['headers are not sent: the server is not reached over HTTP']
      : []),
    ...(!launched && (Object.keys(env).length > 0 || cwd !== undefined)
      ? ['--env and --cwd do nothing: the server runs already']
      : []),
  ];
  return {
    name,
    parsed,
    options: {
      target,
      headers,
      ...(insecure && { insecure }),
      env,
      ...(cwd !== undefined && { cwd }),
      ...(wanted && { revisions: wanted }),
      ...(only && { only }),
      ...(skip && { skip }),
      fixtures: mergeFixtures(config.fixtures ?? {}, values.get('read') ?? [], values.get('unknown') ?? []),
      strict: values.has('strict') || config.strict === true,
      ...(knownIssues.length > 0 && { knownIssues }),
      ...limits,
    },
    reports,
    issues,
    secrets: secretsOf(place),
    notes,
  };
}

function readRevisions(given: readonly string[]): Revision[] {
  return listed('revision', given).map((text) => {
    const known = revisions.find((revision) => revision === text);
    if (known) return known;
    const near = didYouMean(text, revisions, 1);
    throw new WrongUsage(
      `unknown revision ${quoted(text)}, allowed are ${oneOf(revisions)}${near || '; write --revision <revision>'}`,
    );
  });
}

type Limits = Pick<RunOptions, 'timeout' | 'startTimeout' | 'maxPages' | 'sample'>;

function readLimits({ values }: Parsed, config: Config): Limits {
  const limits = {
    timeout: countOf(values, 'timeout') ?? config.timeout,
    startTimeout: countOf(values, 'start-timeout') ?? config.startTimeout,
    maxPages: countOf(values, 'max-pages') ?? config.maxPages,
    sample: countOf(values, 'sample') ?? config.sample,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

/** The command line's URIs go before the config's. */
function mergeFixtures(fixtures: Fixtures, read: readonly string[], unknown: readonly string[]): Fixtures {
  const merged = (over: readonly string[], base: readonly string[] = []) => [...new Set([...over, ...base])];
  return {
    ...fixtures,
    ...((read.length > 0 || fixtures.read) && { read: merged(read, fixtures.read) }),
    ...((unknown.length > 0 || fixtures.unknown) && { unknown: merged(unknown, fixtures.unknown) }),
  };
}
