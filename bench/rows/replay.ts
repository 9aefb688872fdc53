import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../harness/report.ts';
import { benchFile, type Place, record, run, runTelling, type Used } from '../measure.ts';
import { type Row, ratios } from '../table.ts';
import { pipeScript, readJson, type Script, socketScript } from '../trace.ts';

const pairsOf = 5;
// As many legs at a time as a run has.
const atOnce = availableParallelism() + 1;

/** A five-revision run on the reference server over stdio, beside a replay of its own requests over bare pipes. */
export function pipe(place: Place): Promise<Row[]> {
  const target = ['--stdio', `node ${place.reference}`];
  return beside(place, 'stdio', 'bare pipes', target, 'client/replay-pipe.mjs', (trace, report) =>
    pipeScript(trace, atOnce, report),
  );
}

/** The same over HTTP, beside a replay over bare sockets. */
export function socket(place: Place): Promise<Row[]> {
  const target = ['--http', `node ${place.reference} --http --port {port}`];
  return beside(place, 'HTTP', 'bare sockets', target, 'client/replay-socket.mjs', (trace) =>
    socketScript(trace, atOnce),
  );
}

async function beside(
  place: Place,
  transport: string,
  bare: string,
  target: readonly string[],
  client: string,
  scriptOf: (trace: string, report: string) => Script,
): Promise<Row[]> {
  const args = ['--quiet', '--config', place.config, ...target];
  const reportFile = join(place.folder, `${transport}.report.json`);
  const trace = await record(place, transport, [...args, '--report', 'terminal', '--report', `json=${reportFile}`]);
  const script = join(place.folder, `${transport}.script.json`);
  writeFileSync(script, JSON.stringify(scriptOf(trace, reportFile)));
  const report: Report = readJson(reportFile);
  const judged = report.legs.flatMap(({ results }) => results.filter(({ verdict }) => verdict !== 'not-applicable'));

  const pairs: { ours: Required<Used>; theirs: Used; stalls: number }[] = [];
  for (let i = 0; i < Math.max(2, Math.round(pairsOf * place.share)); i++) {
    const ours = await runTelling(place, [place.cli, ...args]);
    const theirs = await run([benchFile(client), script]);
    pairs.push({ ours, theirs, stalls: JSON.parse(theirs.stdout).stalls });
  }
  const stalls = Math.max(...pairs.map((pair) => pair.stalls));
  const told = stalls > 0 ? { note: `${stalls} answers of the run did not come again` } : {};
  const cpu = pairs.flatMap(({ ours, theirs }) =>
    ours.cpuMs && theirs.cpuMs ? [[ours.cpuMs, theirs.cpuMs] as const] : [],
  );
  const seconds = pairs.map(({ ours }) => ours.ms / 1000);
  return [
    {
      figure: `run ÷ replay over ${bare}`,
      values: ratios(pairs.map(({ ours, theirs }) => [ours.ms, theirs.ms])),
      unit: 'times',
      aim: 1.3,
      ...told,
    },
    ...(cpu.length > 0
      ? [{ figure: '  the same in processor time, servers included', values: ratios(cpu), unit: 'times' } as const]
      : []),
    { figure: `five revisions over ${transport}, wall`, values: seconds, unit: 's' },
    ...(cpu.length > 0
      ? [
          {
            figure: '  processor, servers included',
            values: cpu.map(([ours]) => ours / 1000),
            unit: 's',
          } as const,
        ]
      : []),
    { figure: '  processor, without them', values: pairs.map(({ ours }) => ours.own.cpuMs / 1000), unit: 's' },
    { figure: '  peak memory', values: pairs.map(({ ours }) => ours.own.peakBytes / 1e6), unit: 'MB' },
    {
      figure: `  wall for each of the ${judged.length} cases judged`,
      values: seconds.map((each) => (each * 1000) / judged.length),
      unit: 'ms',
    },
  ];
}
