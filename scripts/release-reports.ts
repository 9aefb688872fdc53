// Writes the reports that a release carries: one on the reference server, one on each real server, and all side by side.
//   npm run release:reports -- <folder> [--server <name>,…] [--only <glob,…>]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import reference from '../test/reference.config.json' with { type: 'json' };
import { realServers } from '../test/servers/targets.ts';

const usage = 'Usage: npm run release:reports -- <folder> [--server <name>,…] [--only <glob,…>]';
// A framework that is still loading on a busy machine is no finding.
const timeout = 15_000;

/** The servers as targets of one config: `<server>-stdio` and `<server>-http`. */
function targets(): Record<string, object> {
  const own = {
    fixtures: { ...reference.fixtures, directory: resolve('dist/served') },
    strict: true,
  };
  const all: Record<string, object> = {
    'reference-stdio': { stdio: [process.execPath, resolve('dist/reference.js')], ...own },
    'reference-http': { http: [process.execPath, resolve('dist/reference.js'), '--http', '--port', '{port}'], ...own },
  };
  for (const { name, stdio, http, fixtures = {} } of realServers) {
    all[`${name}-stdio`] = { stdio, fixtures, timeout };
    if (http) all[`${name}-http`] = { http: http.argv, path: http.path, fixtures, timeout };
  }
  return all;
}

/** Runs the built command, its output with ours; the exit code. */
function run(...words: string[]): Promise<number> {
  const child = spawn(process.execPath, [resolve('dist/cli.js'), ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done(code ?? 4));
  });
}

/** Writes the reports; the exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { server: { type: 'string' }, only: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error('name one folder');
  const wanted = values.server?.split(',');
  const all = Object.entries(targets()).filter(([name]) => wanted?.some((each) => name.startsWith(`${each}-`)) ?? true);
  if (all.length === 0)
    throw new Error(`no such server: ${values.server}; there are ${Object.keys(targets()).join(', ')}`);
  const work = mkdtempSync(join(tmpdir(), 'release-reports-'));
  try {
    const config = join(work, 'config.json');
    writeFileSync(config, JSON.stringify({ targets: Object.fromEntries(all) }));
    const kinds = ['--report', `html=${join(folder, '{name}.html')}`, '--report', `json=${join(work, '{name}.json')}`];
    const code = await run('--config', config, '--quiet', ...kinds, ...(values.only ? ['--only', values.only] : []));
    // What others wrote may break rules; that the reference server breaks none is checked elsewhere. All have to have been judged.
    if (code > 1) return code;
    const reports = all.map(([name]) => join(work, `${name}.json`));
    return await run('compare', ...reports, '--report', `html=${join(folder, 'all-servers.html')}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exitCode = 2;
}
