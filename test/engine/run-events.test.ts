import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../harness/report.ts';
import { runConformance } from '../../harness/run.ts';
import { underWay } from '../../harness/run-events.ts';
import { CouldNotRun, type RunEvent } from '../../harness/run-options.ts';
import { isNotReached } from '../../harness/stopped.ts';

const script = fileURLToPath(new URL('servers/odd.mjs', import.meta.url));
const modern = { target: { stdio: [process.execPath, script, 'modern-only'] }, only: ['not-found'] };

async function read(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe('a run', () => {
  it('tells what happens, and gives the report in the end', async () => {
    const run = runConformance(modern);
    const events = await read(run);
    const report = await run;
    const [leg] = report.legs;
    expect(events[0]).toEqual({ type: 'leg', revision: '2026-07-28', transport: 'stdio' });
    const told = events.flatMap((event) => (event.type === 'result' ? event.result : []));
    expect(told.map((result) => result.case).sort()).toEqual(leg!.results.map((result) => result.case).sort());
    expect(told.length).toBeGreaterThan(1);
  });

  it('tells the same to each reader and to onEvent', async () => {
    const heard: RunEvent[] = [];
    const run = runConformance({ ...modern, onEvent: (event) => heard.push(event) });
    const [one, other] = await Promise.all([read(run), read(run)]);
    expect(one).toEqual(heard);
    expect(other).toEqual(heard);
  });

  it('stops when its reader leaves, and gives what it found so far', async () => {
    const run = runConformance({ ...modern, only: ['list', 'read', 'not-found'] });
    for await (const event of run) if (event.type === 'result') break;
    const { legs } = await run;
    const all = await runConformance({ ...modern, only: ['list', 'read', 'not-found'] });
    const reached = legs[0]!.results.filter((result) => !isNotReached(result));
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.length).toBeLessThan(all.legs[0]!.results.length);
  });

  it('throws into the loop where it cannot be run', async () => {
    const run = runConformance({ target: { stdio: ['no-such-command-anywhere'] } });
    await expect(read(run)).rejects.toThrow(CouldNotRun);
    await expect(run).rejects.toThrow('no-such-command-anywhere');
  });

  it('keeps the secrets of its options out of the report, the events and the message', async () => {
    const heard: RunEvent[] = [];
    const secret = 'hunter2-hunter2';
    const speak = `process.stderr.write('with ${'$'}{process.env.KEY}\\n')`.replaceAll("'", '`');
    const run = runConformance({
      target: { stdio: [process.execPath, '-e', `${speak}; process.exitCode = 1`] },
      env: { KEY: secret },
      onEvent: (event) => heard.push(event),
    });
    await expect(run).rejects.toThrow('with ••••');
    expect(heard.filter(({ type }) => type === 'stderr').length).toBeGreaterThan(0);
    expect(JSON.stringify(heard)).not.toContain(secret);
  });
});

describe('a reader that is slower than the server', () => {
  it('is told how much of its stderr is left out, and loses no other event', async () => {
    const piece = 'x'.repeat(1 << 18);
    const result = { type: 'case', revision: '2026-07-28', case: 'read/shape', done: 0, of: 1 } as const;
    const run = underWay(async (tell) => {
      for (let at = 0; at < 12; at++) tell({ type: 'stderr', text: piece });
      tell(result);
      return {} as Report;
    });
    const events = await read(run);
    expect(events.filter(({ type }) => type === 'stderr')).toHaveLength(4);
    expect(events.slice(4)).toEqual([
      result,
      {
        type: 'note',
        text: `${8 * piece.length} characters of the server's stderr were left out: they came faster than they were read`,
      },
    ]);
  });

  it('does not hold up what is awaited alone', async () => {
    const report = {} as Report;
    expect(await underWay(async () => report)).toBe(report);
  });
});
