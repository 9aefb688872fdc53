// What two runs on one server must have in common, and what makes a machine busy.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Report, Result } from '../../harness/report.ts';
import type { Revision } from '../../harness/wire.ts';

/** A report as text without what rightly differs between runs: times, and the lines of the transcript. */
export function lasting({ startedAt: _, durationMs: __, command: ___, legs, ...rest }: Report): string {
  const kept = legs.map(({ durationMs: _, transcript: __, results, ...leg }) => ({
    ...leg,
    results: results.map(({ durationMs: _, transcript: __, ...result }) => result),
  }));
  return JSON.stringify({ ...rest, legs: kept });
}

/** What differs between two reports of one server, in words; empty where they say the same. */
export function differences(one: Report, other: Report): string[] {
  if (lasting(one) === lasting(other)) return [];
  const words: string[] = [];
  if (one.headline !== other.headline) words.push(`headline: ${one.headline} / ${other.headline}`);
  const absent = ({ absent }: Report) => absent.map(({ revision, why }) => `${revision}: ${why}`).join('; ') || 'none';
  if (absent(one) !== absent(other)) words.push(`absent: ${absent(one)} / ${absent(other)}`);
  // Where a revision was not judged, that says all of its results.
  const judged = (report: Report) => new Set(report.legs.map(({ revision }) => revision));
  const both = new Set([...judged(one)].filter((revision) => judged(other).has(revision)));
  const [mine, theirs] = [named(one, both), named(other, both)];
  for (const [name, result] of mine) {
    const [before, after] = [told(result), told(theirs.get(name))];
    if (before !== after) words.push(`${name}: ${before} / ${after}`);
  }
  for (const [name, result] of theirs) if (!mine.has(name)) words.push(`${name}: missing / ${told(result)}`);
  return words.length > 0 ? words : ['something besides the results'];
}

const named = ({ legs }: Report, of: ReadonlySet<Revision>): Map<string, Result> =>
  new Map(
    legs
      .filter(({ revision }) => of.has(revision))
      .flatMap(({ revision, results }) => results.map((each) => [`${revision} ${each.case}`, each])),
  );

const told = (result: Result | undefined): string => {
  if (!result) return 'missing';
  const { verdict, reason, unstable } = result;
  return `${verdict}${unstable ? ' (unstable)' : ''}${reason ? `: ${reason}` : ''}`;
};

/** Does a piece of work while every core of the machine is kept busy by processes that do nothing else. */
export async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  const busy = Array.from({ length: availableParallelism() }, () =>
    // Each ends by itself when whoever started it is gone.
    spawn(
      process.execPath,
      [
        '-e',
        'process.stdin.on("end", () => process.exit()).resume(); setInterval(spin, 0); function spin() { for (const end = Date.now() + 200; Date.now() < end;); }',
      ],
      {
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    ),
  );
  try {
    return await work();
  } finally {
    await Promise.all(busy.map(ended));
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = once(child, 'exit');
  child.kill('SIGKILL');
  await end;
}
