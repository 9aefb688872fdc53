import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Place, run } from '../measure.ts';
import { type Row, ratios } from '../table.ts';

const revision = '2025-11-25';

/** The official conformance suite on the same server; nothing where it is not installed. */
export async function official(place: Place): Promise<Row[]> {
  const suite = find();
  if (typeof suite === 'string') {
    process.stderr.write(`official: left out, ${suite}\n`);
    return [];
  }
  const { program, script } = suite;
  const listed = (await run([script, 'list'], { program })).stdout;
  const scenarios = [...listed.matchAll(/^\s*- (resources-\S+) \[(.*)\]/gm)].flatMap(([, name, spoken]) =>
    spoken!.split(',').includes(revision) ? [name!] : [],
  );
  const server = await launch(place);
  try {
    const pairs: [number, number][] = [];
    const counts = { ours: 0, theirs: 0 };
    const starts: number[] = [];
    for (let i = 0; i < Math.max(2, Math.round(5 * place.share)); i++) {
      const args = ['--revision', revision, '--config', place.config, '--url', server.url, '--report', 'json'];
      const ours = await run([place.cli, ...args]);
      const [leg] = JSON.parse(ours.stdout).legs;
      counts.ours = leg.results.filter((result: any) => result.verdict !== 'not-applicable').length;
      let theirs = 0;
      counts.theirs = 0;
      for (const scenario of scenarios) {
        const { ms, stdout } = await run([script, 'server', '--url', server.url, '--scenario', scenario], {
          program,
          codes: [0, 1],
        });
        theirs += ms;
        counts.theirs += Number(/Passed: \d+\/(\d+)/.exec(stdout)?.[1] ?? 0);
      }
      pairs.push([ours.ms, theirs]);
      starts.push((await run([script, '--version'], { program })).ms);
    }
    const speed = (cases: number, ms: number) => (cases * 1000) / ms;
    const once = pairs.map(([ours, theirs], i) => [ours, theirs - (scenarios.length - 1) * starts[i]!] as const);
    return [
      {
        figure: `all our cases in ${revision} over HTTP ÷ the official suite’s resource scenarios`,
        values: ratios(pairs),
        unit: 'times',
        note: `${counts.ours} cases beside ${counts.theirs} checks in ${scenarios.length} scenarios, each a start of its own`,
      },
      { figure: '  the same with the start of theirs counted once', values: ratios(once), unit: 'times' },
      { figure: '  wall, ours', values: pairs.map(([ours]) => ours), unit: 'ms' },
      { figure: '  wall, theirs', values: pairs.map(([, theirs]) => theirs), unit: 'ms' },
      { figure: '  cases judged, ours', values: pairs.map(([ours]) => speed(counts.ours, ours)), unit: 'per s' },
      {
        figure: '  checks made, theirs',
        values: pairs.map(([, theirs]) => speed(counts.theirs, theirs)),
        unit: 'per s',
      },
    ];
  } finally {
    server.child.kill('SIGTERM');
  }
}

/** Where the official suite is, and what runs it; or why not. */
function find(): { program: string; script: string } | string {
  const folder = resolve(process.env.OFFICIAL_SUITE ?? '.');
  const script = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  if (!existsSync(script))
    return `@modelcontextprotocol/conformance is not installed in ${folder}; name a folder by --official`;
  const own = join(folder, 'node_modules/node/bin/node');
  if (existsSync(own)) return { program: own, script };
  if (Number(process.versions.node.split('.')[0]) >= 22) return { program: process.execPath, script };
  return 'it wants Node.js 22 or newer; install the package "node" beside it';
}

async function launch({ reference }: Place): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [reference, '--http', '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = await new Promise<string>((settle, fail) => {
    child.once('exit', () => fail(new Error('the reference server ended before it listened')));
    let said = '';
    child.stderr!.on('data', (chunk) => {
      said += chunk;
      const found = /http:\/\/\S+\/mcp/.exec(said)?.[0];
      if (found) settle(found);
    });
  });
  return { child, url };
}
