// What the action does: turns its inputs (environment variables INPUT_…) into a command line, runs it, and tells the outputs.
// No input is ever part of a script: each is one argument of a process that is started without a shell.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { env } = process;

/** A fault of the workflow's author, told as an annotation; the exit code is that of wrong usage. */
class WrongInput extends Error {}

const input = (name) => env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`] ?? '';
const lines = (name) =>
  input(name)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function flag(name) {
  const value = input(name).trim().toLowerCase();
  if (['', 'false', 'true'].includes(value)) return value === 'true';
  throw new WrongInput(`the input ${name} must be true or false`);
}

/** The command line for the inputs; values go after `=`, so that none is taken for an option. */
function commandLine(reports) {
  const once = ['stdio', 'http', 'path', 'url', 'sse', 'config', 'known-issues', 'timeout', 'start-timeout'];
  const listed = ['target', 'revision', 'only', 'skip'];
  const repeated = { headers: 'header', env: 'env', read: 'read', unknown: 'unknown' };
  return [
    ...once.filter((name) => input(name).trim() !== '').map((name) => `--${name}=${input(name).trim()}`),
    ...listed.filter((name) => lines(name).length > 0).map((name) => `--${name}=${lines(name).join(',')}`),
    ...Object.entries(repeated).flatMap(([name, option]) => lines(name).map((line) => `--${option}=${line}`)),
    ...(flag('strict') ? ['--strict'] : []),
    ...['html', 'json'].map((format) => `--report=${format}=${join(reports, `{name}.${format}`)}`),
    `--report=junit=${join(reports, '{name}.junit.xml')}`,
  ];
}

/** The command of the version that this action is tagged with: beside it where it is built, else from the registry. */
function program() {
  const built = join(root, 'dist', 'cli.js');
  if (existsSync(built)) return built;
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), `${name}-`));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // On Windows npm is a script that only a shell can start; every word here is our own.
  const shell = process.platform === 'win32';
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`];
  const { status, error } = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 2, 2], env: childEnv(), shell });
  if (status !== 0) throw new Error(`npm could not install ${name}@${version}${error ? `: ${error.message}` : ''}`);
  return join(folder, 'node_modules', name, 'dist', 'cli.js');
}

/** The environment without what only this step may know: its inputs, and the runner's own files and tokens. */
function childEnv() {
  const ours = /^(?:INPUT_|ACTIONS_(?:RUNTIME|ID_TOKEN|RESULTS|CACHE)_|GITHUB_(?:OUTPUT|ENV|PATH|STATE)$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}

function workingFolder() {
  const folder = resolve(input('working-directory').trim() || '.');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new WrongInput('the input working-directory must name a folder that is there');
}

/** Runs the command; no line that it or the server prints is a command to the runner. */
async function run(file, words, cwd) {
  const token = randomUUID();
  const onRunner = env.GITHUB_ACTIONS === 'true';
  if (onRunner) process.stdout.write(`::stop-commands::${token}\n`);
  const child = spawn(process.execPath, [file, ...words], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: childEnv(),
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
  const code = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => done(status ?? 4));
  });
  if (onRunner) process.stdout.write(`\n::${token}::\n`);
  return code;
}

// Worst first: the outputs of several targets are those of the worst.
const headlines = ['could not run', 'not conformant', 'nothing to judge', 'partly tested', 'conformant'];

/** What the reports say together. */
function outputsOf(folder) {
  const names = readdirSync(folder).sort();
  const reports = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const results = reports.flatMap(({ legs }) => legs.flatMap((leg) => leg.results));
  // A job asks what is wrong: what is known is told in the reports.
  const open = (verdict) => results.filter((each) => each.verdict === verdict && !each.knownIssue).length;
  const page = names.find((name) => name.endsWith('.html'));
  return {
    headline: headlines.find((headline) => reports.some((report) => report.headline === headline)) ?? headlines[0],
    fail: open('fail'),
    warn: open('warn'),
    report: page === undefined ? '' : join(folder, page),
    reports: folder,
  };
}

/** Tells outputs to the runner; the delimiter cannot stand in a value. */
function tell(outputs) {
  if (!env.GITHUB_OUTPUT) return;
  for (const [name, value] of Object.entries(outputs)) {
    const end = randomUUID();
    appendFileSync(env.GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`);
  }
}

/** A message as data of a command to the runner. */
const data = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

async function main() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 18))
    throw new WrongInput(
      `Node.js 20.18.1 or newer is needed, this is ${process.versions.node}; put actions/setup-node before this step`,
    );
  const reports = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'conformance-reports-'));
  const words = commandLine(reports);
  const cwd = workingFolder();
  // Told before, so that they are there whatever happens.
  tell({ headline: headlines[0], fail: 0, warn: 0, report: '', reports });
  const code = await run(program(), words, cwd);
  tell(outputsOf(reports));
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stdout.write(`::error title=mcp-resource-conformance::${data(error.message)}\n`);
  process.exitCode = error instanceof WrongInput ? 2 : 4;
}
