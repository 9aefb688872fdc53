import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Report } from '../harness/report.ts';
import { type Entry, folderOf, type Way } from './manifest.ts';

/** A copy of the built suite: what is built anew while it runs must not change what runs. */
export interface Suite {
  cli: string;
  end(): void;
}

/** Copies dist/ to where nobody else writes. */
export function copySuite(): Suite {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-field-'));
  for (const each of ['dist', 'package.json']) cpSync(each, join(folder, each), { recursive: true });
  return { cli: join(folder, 'dist/cli.js'), end: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The config with which the suite judges an implementation over one transport. */
export function configOf(name: string, entry: Entry, over: Way): Record<string, unknown> {
  const { argv, env, path } = entry[over]!;
  const cwd = folderOf(name);
  const { directory } = entry.fixtures;
  const fixtures = { ...entry.fixtures, ...(directory !== undefined && { directory: resolve(cwd, directory) }) };
  const target = { [over]: argv, ...(over === 'http' && { path: path ?? '/mcp' }), ...(env && { env }), cwd };
  return { target, fixtures };
}

/** The report on an implementation over one transport, or why there is none. */
export async function judge(suite: Suite, name: string, entry: Entry, over: Way): Promise<Report | string> {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-field-run-'));
  try {
    const config = join(folder, 'config.json');
    const file = join(folder, 'report.json');
    writeFileSync(config, JSON.stringify(configOf(name, entry, over)));
    // A busy machine is no finding: the limit is far above what any of them needs.
    const options = ['--config', config, '--report', `json=${file}`, '--quiet', '--timeout', '15000'];
    const { code, stderr } = await ended([suite.cli, ...options, ...(entry.options ?? [])]);
    if (code === 0 || code === 1) return JSON.parse(readFileSync(file, 'utf8')) as Report;
    return `exit code ${code}: ${stderr.trim().slice(-2_000)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ended(argv: string[]): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolved, rejected) => {
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
    const chunks: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    child.once('error', rejected);
    child.once('close', (code) => resolved({ code, stderr: chunks.join('') }));
  });
}
