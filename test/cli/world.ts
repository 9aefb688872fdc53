import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Case, defineCase } from '../../harness/case.ts';
import type { Interrupt, Io } from '../../harness/cli/io.ts';
import { main } from '../../harness/cli/main.ts';
import { type Parts, shipped } from '../../harness/cli/parts.ts';
import { withKnownIssues } from '../../harness/known-issues.ts';
import type { Proof, ProofOptions } from '../../harness/prove.ts';
import type { Line, Report, Result } from '../../harness/report.ts';
import type { RunOptions } from '../../harness/run-options.ts';
import type { Revision } from '../../harness/wire.ts';

const unknown = defineCase<number>({
  title: 'Reading an unknown URI answers the not-found code',
  rules: [
    {
      id: 'code-legacy',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-11-25',
      want: -32002,
      at: 'server/resources#error-handling',
    },
    {
      id: 'code',
      level: 'MUST',
      since: '2026-07-28',
      want: -32602,
      at: 'server/resources#error-handling',
      find: 'does not exist',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Look the URI up first.',
  async run() {},
  allows: { 'other words': {}, 'with data': [{}, 'may-have-data'] },
  breaks: (revision) => ({
    'an empty array': [{}, 'answered a result'],
    ...(revision >= '2026-07-28' && { 'the old code': [{}, 'got -32002', { rule: 'code' }] }),
  }),
});

const shape = defineCase({
  title: 'A page has its shape',
  rules: [
    { id: 'page-shape', level: 'SCHEMA', since: '2025-06-18', at: 'schema#ListResourcesResult', derived: 'Because.' },
  ],
  harm: 'breaks',
  hint: 'Give each a name.',
  watch() {},
  allows: {},
  breaks: {},
});

/** Three cases in two suites. */
export const fakeCases: Record<string, Case> = {
  'not-found/code': unknown,
  'read/shape': shape,
  'read/listed-uris': shape,
};

/** A result, all in order unless told otherwise. */
export const result = (over: Partial<Result> = {}): Result => ({
  case: 'read/shape',
  title: 'A page has its shape',
  verdict: 'pass',
  level: 'MUST',
  harm: 'breaks',
  rules: ['page-shape'],
  reason: '',
  hint: '',
  link: 'https://modelcontextprotocol.io/',
  transcript: [],
  durationMs: 1,
  unstable: false,
  knownIssue: null,
  ...over,
});

/** A report with one leg of these results. */
export function reportOf(results: Result[] = [result()], over: Partial<Report> = {}, transcript: Line[] = []): Report {
  const count = (verdict: string) => results.filter((each) => each.verdict === verdict).length;
  return {
    schemaVersion: 1,
    tool: { name: 'mcp-resource-conformance', version: '0.0.0' },
    command: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    headline: count('fail') > 0 ? 'not conformant' : 'conformant',
    summary: {
      pass: count('pass'),
      fail: count('fail'),
      warn: count('warn'),
      untested: count('untested'),
      notApplicable: count('not-applicable'),
      error: count('error'),
    },
    legs: [
      {
        revision: '2026-07-28' as Revision,
        transport: 'stdio',
        server: { name: 'a server', version: '1' },
        capabilities: { resources: {} },
        durationMs: 1,
        results,
        transcript,
      },
    ],
    absent: [],
    ...over,
  };
}

/** What a command line did, and the world it did it in. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
  /** What the engine was asked for, where it was. */
  asked: RunOptions | undefined;
  proof: ProofOptions | undefined;
}

/** How the world of one command line differs from the plain one. */
export interface World {
  cwd?: string;
  env?: Record<string, string>;
  tty?: boolean;
  columns?: number;
  run?: (options: RunOptions, interrupt: (signal: Interrupt) => void) => Promise<Report>;
  prove?: Proof;
}

/** Runs a command line in this process, on a made-up engine. */
export async function run(argv: string[], world: World = {}): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
    },
    isTTY: world.tty ?? false,
    columns: world.columns,
  });
  const listeners = new Set<(signal: Interrupt) => void>();
  const io: Io = {
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: world.env ?? {},
    cwd: world.cwd ?? tmpdir(),
    version: () => '1.2.3',
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let asked: RunOptions | undefined;
  let proof: ProofOptions | undefined;
  const parts: Parts = {
    run: async () => ({
      async runConformance(options) {
        asked = options;
        const interrupt = (signal: Interrupt) => {
          for (const listener of listeners) listener(signal);
        };
        const report = world.run ? await world.run(options, interrupt) : reportOf();
        const judged = withKnownIssues(report, options.knownIssues ?? [], {
          cases: Object.keys(fakeCases),
          demanded: options.revisions !== undefined,
        });
        return { ...judged, command: options.command ?? [] };
      },
    }),
    prove: async () => ({
      async proveAll(options = {}) {
        proof = options;
        options.onProgress?.('read/shape', 1, 3);
        return world.prove ?? { cases: 3, revisions: 5, mutants: 40, gaps: [], durationMs: 1234 };
      },
    }),
    cases: async () => ({ cases: fakeCases }),
    notObservable: async () => ({ notObservable: [{ id: 'inner-thoughts', why: 'Nobody sees them.' }] }),
    comparison: shipped.comparison,
    reports: async () => ({
      formats: ['terminal', 'json', 'html', 'junit', 'markdown', 'sarif', 'badge'],
      render: async (format, report, options) =>
        format === 'json' ? JSON.stringify(report) : `${format} ${JSON.stringify(options)}`,
    }),
  };
  const code = await main(argv, io, parts);
  if (listeners.size > 0) throw new Error('a listener for interrupts was left behind');
  return { code, ...written, asked, proof };
}

/** A folder with these files, for as long as `use` takes. */
export async function inFolder<T>(files: Record<string, string>, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
