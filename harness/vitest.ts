import { afterAll, beforeAll, describe, test } from 'vitest';
import { cases } from '../suites/index.ts';
import { rulesIn } from './case.ts';
import { masker } from './mask.ts';
import { matches, plan } from './plan.ts';
import type { Report } from './report.ts';
import { runConformance } from './run.ts';
import type { RunOptions, Target } from './run-options.ts';
import { secretsOf } from './run-secrets.ts';
import { toolName } from './tool.ts';
import { splitCommand } from './transport/command-line.ts';
import { endOf, NotConformant, staleWords } from './vitest-verdict.ts';
import { revisions } from './wire.ts';

export type { RunOptions } from './run-options.ts';

/** The server to judge; a command may be one text, split as a shell would split it, or an argv. */
export type ConformanceTarget =
  | { stdio: string | string[] }
  | { http: string | string[]; path?: string }
  | { url: string }
  | { sse: string };

/** How `describeConformance` judges; the options of a run, and these. */
export interface ConformanceOptions extends Omit<RunOptions, 'target' | 'command' | 'mask' | 'signal' | 'onEvent'> {
  /** The name of the group of tests; default: made of the target. */
  name?: string;
  /** Milliseconds for the whole run; default: ten minutes. */
  within?: number;
}

const forms = ['stdio', 'http', 'url', 'sse'] as const;
const tenMinutes = 600_000;
// What a server may take to be stopped when the time is over.
const grace = 15_000;

/**
 * Registers a test for each case in each revision in the Vitest that calls it. The suite runs once, before the first of them;
 * a test fails with the reason of its case, and is skipped with the reason where nothing could be judged. Whatever the server
 * does not speak is skipped, unless `revisions` asks for it.
 */
export function describeConformance(target: ConformanceTarget, options: ConformanceOptions = {}): void {
  const { name, within = tenMinutes, ...rest } = options;
  const { strict = false, revisions: wanted, only, skip, knownIssues = [] } = rest;
  const run: RunOptions = { ...rest, target: readTarget(target), command: commandOf(target) };
  checkGlobs('only', only);
  checkGlobs('skip', skip);
  const kind = 'stdio' in target ? 'stdio' : 'sse' in target ? 'sse' : 'http';
  const planned = plan(cases, only, skip).filter(
    ({ definition: { transports } }) => transports?.includes(kind) ?? true,
  );
  if (planned.length === 0) throw new Error('only and skip leave no case to run; widen the one or narrow the other');

  const hide = masker(secretsOf(run).values);
  describe(name ?? hide(`MCP resources of ${run.command?.at(-1)}`), () => {
    let report: Report;
    const stop = new AbortController();
    beforeAll(async () => {
      const timer = setTimeout(() => stop.abort(), within);
      try {
        report = await runConformance({ ...run, signal: stop.signal });
      } finally {
        clearTimeout(timer);
      }
    }, within + grace);
    afterAll(() => stop.abort());

    for (const revision of revisions.filter((each) => wanted?.includes(each) ?? true)) {
      describe(revision, () => {
        if (wanted)
          test('is spoken by the server', () => {
            const absent = report.absent.find((each) => each.revision === revision);
            if (absent) throw new NotConformant(`${revision} was asked for, and is not spoken: ${absent.why}`);
          });
        for (const { id, definition } of planned) {
          if (rulesIn(definition, revision).length === 0) continue;
          test(`${id}: ${definition.title}`, async (context) => {
            const end = endOf(report, revision, id, strict);
            if (end.kind === 'fail') throw new NotConformant(end.words);
            if (end.kind === 'skip') context.skip(end.words);
            // Vitest before 3.2 knows no annotations; the verdict is the same without.
            if (end.kind === 'remark') await context.annotate?.(end.words, 'warning');
          });
        }
      });
    }
    if (knownIssues.length > 0)
      test('the known issues are still there', () => {
        const words = staleWords(report);
        if (words !== undefined) throw new NotConformant(words);
      });
  });
}

function readTarget(target: ConformanceTarget): Target {
  const argv = (command: string | string[]) => (typeof command === 'string' ? splitCommand(command) : command);
  if ('stdio' in target) return { stdio: argv(target.stdio) };
  if ('http' in target) return { http: argv(target.http), path: target.path ?? '/mcp' };
  if ('url' in target || 'sse' in target) return target;
  throw new Error('no server to judge; name it by one of { stdio }, { http }, { url } and { sse }');
}

/** The command line that would judge the same server. */
function commandOf(target: ConformanceTarget): string[] {
  const form = forms.find((each) => each in target)!;
  const value = (target as Record<string, string | string[]>)[form]!;
  return [toolName, `--${form}`, typeof value === 'string' ? value : value.join(' ')];
}

function checkGlobs(option: string, globs: readonly string[] = []): void {
  for (const glob of globs) {
    if (Object.keys(cases).some((id) => matches(id, glob))) continue;
    throw new Error(`${option}: "${glob}" matches no case; npx ${toolName} list shows all`);
  }
}
