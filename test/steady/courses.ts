import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { referenceFixtures } from '../../harness/reference/fixtures.ts';
import type { Fixtures, RunOptions, Target } from '../../harness/run-options.ts';
import { realServers } from '../servers/targets.ts';

/** One server over one transport, and how it is judged. */
export interface Course {
  server: string;
  over: 'stdio' | 'http';
  options: RunOptions;
}

const built = (file: string): string => resolve('dist', file);

// A framework that is still loading on a busy machine is no finding.
const timeout = 15_000;

/** The built reference server with a folder of its own, over a transport; `more` is added to its command line. */
export function referenceTarget(over: Course['over'], directory: string, ...more: string[]): Target {
  const argv = [process.execPath, built('reference.js'), '--directory', directory, ...more];
  return over === 'stdio' ? { stdio: argv } : { http: [...argv, '--http', '--port', '{port}'], path: '/mcp' };
}

/** Lends a copy of the folder that the reference server serves, and removes it with all that stands beside it. */
export async function withServed<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'mcp-resource-conformance-steady-'));
  try {
    const directory = join(root, 'served');
    cpSync(built('served'), directory, { recursive: true });
    return await work(directory);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The reference server and every real one, over both transports. */
export function courses(directory: string): Course[] {
  const ways = ['stdio', 'http'] as const;
  const fixtures = referenceFixtures(directory);
  return [
    ...ways.map((over) => ({
      server: 'reference',
      over,
      options: { target: referenceTarget(over, directory), fixtures, timeout },
    })),
    ...realServers.flatMap(({ name, stdio, http, fixtures = {} }) =>
      ways.flatMap((over) => {
        const target: Target | undefined = over === 'stdio' ? { stdio } : http && { http: http.argv, path: http.path };
        return target ? [{ server: name, over, options: { target, fixtures: fixtures as Fixtures, timeout } }] : [];
      }),
    ),
  ];
}
