import type { Verdict } from '../../harness/report.ts';

/** A result that must stand in the report. */
export interface ExpectedResult {
  case: string;
  verdict: Verdict;
  /** Words of its reason. */
  says?: RegExp;
}

/** One way of a server to misbehave, and how a run on it has to end. */
export interface Misbehaviour {
  name: string;
  /** A file under test/hostile/servers, and its arguments. */
  server: [file: string, ...args: string[]];
  /**
   * How it is reached; default stdio. `http`: launched by the command line, with `--port <port>` behind its arguments. `url`: launched
   * by the test, and its first line on stdout is the address that `--url` gets; `sse`: as `url`, for `--sse`.
   */
  over?: 'stdio' | 'http' | 'url' | 'sse';
  /** Puts the server's command line into another, as a wrapper does. */
  wrap?: (argv: string[]) => string[];
  /** Further arguments of the command line. */
  options?: string[];
  /** Added to the environment of the command line. */
  env?: Record<string, string>;
  expect: {
    exit: number;
    headline?: string;
    results?: ExpectedResult[];
    /** Verdicts that no result may have; `error` never may. */
    noVerdict?: Verdict[];
    stderr?: RegExp;
    stdout?: RegExp;
    /** Processes that may outlive the run, by a word of their command line: what nobody can promise to end. */
    outlives?: RegExp;
  };
  /** Seconds that the run may take: a generous ceiling, never a measure. */
  within: number;
  /** MiB that our process may hold at its peak. */
  memory: number;
}
