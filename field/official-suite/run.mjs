// Runs the scenarios of the official suite that bear on resources: node run.mjs <name> [scenario …]. It needs Node.js 22, which
// its folder brings along.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const node = join(here, 'node_modules/node/bin/node');
const suite = join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const everything = '../servers/server-everything/node_modules/@modelcontextprotocol/server-everything/dist/index.js';
const targets = {
  'sdk-1': ['sdk-1.mjs'],
  'sdk-2': ['sdk-2.mjs'],
  reference: ['../../dist/reference.js', '--http'],
  'server-everything': ['--import', '../../test/servers/loopback.mjs', everything, 'streamableHttp'],
};
const legacy = [
  'server-initialize server-session-lifecycle ping completion-complete server-sse-multiple-streams server-sse-polling',
  'resources-list resources-read-text resources-read-binary resources-templates-read resources-subscribe',
  'resources-unsubscribe prompts-get-embedded-resource tools-call-embedded-resource dns-rebinding-protection',
]
  .join(' ')
  .split(' ');
const modern = [
  'server-stateless server-sse-multiple-streams resources-list resources-read-text resources-read-binary caching',
  'resources-templates-read sep-2164-resource-not-found prompts-get-embedded-resource tools-call-embedded-resource',
  'dns-rebinding-protection http-header-validation',
]
  .join(' ')
  .split(' ');

const [name, ...only] = process.argv.slice(2);
if (!targets[name]) throw new Error(`name one of ${Object.keys(targets).join(', ')}`);

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** The checks of one scenario, in the words of the official suite. */
async function checksOf(scenario, version, url) {
  const folder = mkdtempSync(join(tmpdir(), 'official-'));
  try {
    const words = [suite, 'server', '--url', url, '--scenario', scenario, '--spec-version', version, '-o', folder];
    const output = await new Promise((resolve) =>
      execFile(node, words, { timeout: 60_000, env: { ...process.env, NO_COLOR: '1' } }, (_, out, err) =>
        resolve(`${out}${err}`),
      ),
    );
    const [file] = readdirSync(folder, { recursive: true }).filter((each) => each.endsWith('checks.json'));
    if (file === undefined)
      return [{ id: scenario, status: 'NOT RUN', errorMessage: output.trim().split('\n').at(-1) }];
    return JSON.parse(readFileSync(join(folder, file), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const port = await freePort();
const server = spawn(node, targets[name], {
  cwd: here,
  env: { ...process.env, PORT: String(port) },
  stdio: ['ignore', 'ignore', 'ignore'],
});
try {
  for (let tries = 0; !(await listens(port)); tries++) {
    if (tries > 200) throw new Error(`${name} does not listen`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // A server is asked in the revisions that it speaks.
  const unspoken = name === 'sdk-2' || name === 'reference' ? [] : ['2026-07-28'];
  for (const [version, scenarios] of [
    ['2025-11-25', legacy],
    ['2026-07-28', modern],
  ]) {
    if (unspoken.includes(version)) continue;
    for (const scenario of only.length > 0 ? scenarios.filter((each) => only.includes(each)) : scenarios) {
      const checks = await checksOf(scenario, version, `http://127.0.0.1:${port}/mcp`);
      const count = (status) => checks.filter((each) => each.status === status).length;
      console.log(`${version} ${scenario}: ${count('SUCCESS')} of ${checks.length}`);
      for (const { id, status, errorMessage } of checks)
        if (status !== 'SUCCESS' && status !== 'INFO') console.log(`    ${status} ${id}: ${errorMessage ?? ''}`);
    }
  }
} finally {
  server.kill();
}
