import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchFile, type Place, record, run, runTelling } from '../measure.ts';
import { type Row, ratios } from '../table.ts';
import { pipeScript } from '../trace.ts';

interface Volume {
  ours: number[];
  ratio: number[];
  /** The same in processor time, servers included; empty where the system does not tell. */
  cpuRatio: number[];
  peaks: number[];
  bytes: number;
}

/** A run in one revision on a server of much, beside a client that sends the same requests and parses the same answers. */
async function beside(place: Place, server: string, pairs: number): Promise<Volume> {
  const args = ['--quiet', '--revision', '2025-11-25', '--stdio', `node ${benchFile(`servers/${server}`)}`];
  const name = server.replaceAll(/\W+/g, '-');
  const script = join(place.folder, `${name}.script.json`);
  writeFileSync(script, JSON.stringify(pipeScript(await record(place, name, args), 1)));
  const volume: Volume = { ours: [], ratio: [], cpuRatio: [], peaks: [], bytes: 0 };
  for (let i = 0; i < pairs; i++) {
    const ours = await runTelling(place, [place.cli, ...args], { codes: [0, 1] });
    const bare = await run([benchFile('client/replay-pipe.mjs'), script, '--parse']);
    volume.ours.push(ours.ms);
    volume.ratio.push(...ratios([[ours.ms, bare.ms]]));
    if (ours.cpuMs && bare.cpuMs) volume.cpuRatio.push(...ratios([[ours.cpuMs, bare.cpuMs]]));
    volume.peaks.push(ours.own.peakBytes);
    volume.bytes = JSON.parse(bare.stdout).bytes;
  }
  return volume;
}

const inProcessorTime = (values: number[]): Row[] =>
  values.length > 0 ? [{ figure: '  the same in processor time, server included', values, unit: 'times' }] : [];

const sizes = [10, 1000, 10_000, 100_000];

/** Lists of many resources, in pages of 100. */
export async function list(place: Place): Promise<Row[]> {
  const rows: Row[] = [];
  let least: number[] | undefined;
  for (const count of sizes) {
    const { ours, ratio, cpuRatio, peaks, bytes } = await beside(
      place,
      `list.mjs ${count}`,
      Math.max(1, Math.round(3 * place.share)),
    );
    const shown = count.toLocaleString('en');
    const base = least;
    least ??= ours;
    rows.push(
      {
        figure: `${shown} resources listed ÷ reading and parsing the same`,
        values: ratio,
        unit: 'times',
        ...(count === sizes.at(-1) && { aim: 2 }),
        note: `${(bytes / 1e6).toFixed(1)} MB came`,
      },
      ...inProcessorTime(cpuRatio),
      base
        ? {
            figure: '  time for each resource beyond the first 10',
            values: ours.map((ms, i) => ((ms - base[i]!) * 1000) / (count - 10)),
            unit: 'µs',
          }
        : { figure: '  wall', values: ours, unit: 'ms' },
      { figure: '  peak memory', values: peaks.map((each) => each / 1e6), unit: 'MB' },
    );
  }
  return rows;
}

const blobSize = 50 * 1024 * 1024;

/** A blob of 50 MB, which is read as often as the cases want it. */
export async function blob(place: Place): Promise<Row[]> {
  const { ours, ratio, cpuRatio, peaks, bytes } = await beside(
    place,
    `blob.mjs ${blobSize}`,
    Math.max(1, Math.round(3 * place.share)),
  );
  return [
    {
      figure: 'a blob of 50 MB ÷ reading and parsing it',
      values: ratio,
      unit: 'times',
      aim: 2,
      note: `read ${Math.round(bytes / blobSize)} times`,
    },
    ...inProcessorTime(cpuRatio),
    { figure: '  wall', values: ours.map((ms) => ms / 1000), unit: 's' },
    { figure: '  peak memory ÷ its size', values: peaks.map((each) => each / blobSize), unit: 'times', aim: 6 },
  ];
}
