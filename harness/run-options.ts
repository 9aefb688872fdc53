import type { KnownIssue, Result } from './report.ts';
import type { TransportKind } from './transport/transport.ts';
import type { Revision } from './wire.ts';

/** The server to judge: a command line (already split) or an address. */
export type Target =
  /** Launched; talks over stdin and stdout. */
  | { stdio: string[] }
  /** Running already, at an `http:` or `https:` address. */
  | { url: string }
  /** Launched on a free port, which takes the place of `{port}`; `path` begins with a slash. */
  | { http: string[]; path: string }
  /** Running already, with 2024-11-05's own HTTP+SSE transport. */
  | { sse: string };

/** What makes the server change something: one of its tools, or a command; never anything that no file or flag named. */
export interface Trigger {
  tool?: string;
  arguments?: Record<string, unknown>;
  command?: string;
}

/** Material that widens what can be tested; nothing needs it. */
export interface Fixtures {
  /** URIs that can be read though the server does not list them. */
  read?: string[];
  /** URIs of which nothing must be found. */
  unknown?: string[];
  /** Known values for the variables of a template, by the template. */
  templates?: Record<string, Record<string, string>>;
  /** Updates the resource at `uri`. */
  update?: Trigger & { uri: string };
  /** Changes the list of resources. */
  listChange?: Trigger;
  /** A resource that asks for input before it can be read, and the answers to give; false where no resource ever asks. */
  inputRequired?: { uri: string; inputResponses: Record<string, unknown> } | false;
  /** A folder that the server serves and that may be written into; absolute. */
  directory?: string;
}

/** All that one run is told. Limits left out have the defaults of the command line. */
export interface RunOptions {
  target: Target;
  /** Sent with each HTTP request. */
  headers?: Record<string, string>;
  /** Takes any certificate of an `https:` address: one that nobody vouches for, of another name, or expired. */
  insecure?: boolean;
  /** Added to the environment of a launched server. */
  env?: Record<string, string>;
  /** The working folder of a launched server. */
  cwd?: string;
  /** Revisions to judge, each of which the server has to speak; default: all that it speaks. */
  revisions?: Revision[];
  /** Case ids, or globs over them. */
  only?: string[];
  /** Case ids, or globs over them. */
  skip?: string[];
  fixtures?: Fixtures;
  strict?: boolean;
  /** Failures that the maintainers know of: excused where they are seen, and the run fails where they are not. */
  knownIssues?: KnownIssue[];
  /** Milliseconds that one request may take. */
  timeout?: number;
  /** Milliseconds until the first answer of a fresh server. */
  startTimeout?: number;
  /** Pages of one list that are followed. */
  maxPages?: number;
  /** How many listed resources are read; default 50. */
  sample?: number;
  /** The command line for the report, secrets masked. */
  command?: string[];
  /** Hides secrets in a text before it is cut to an excerpt; the whole report is masked by whoever shows it. */
  mask?: (text: string) => string;
  /** Once aborted, the server is stopped and the run resolves with what was found so far. */
  signal?: AbortSignal;
  onEvent?: (event: RunEvent) => void;
}

/** What a run tells while it goes on. */
export type RunEvent =
  /** A leg begins. */
  | { type: 'leg'; revision: Revision; transport: TransportKind }
  /** A case begins; `done` of `of` cases of its leg are through. */
  | { type: 'case'; revision: Revision; case: string; done: number; of: number }
  | { type: 'result'; revision: Revision; result: Result }
  /** What the server wrote to its stderr, in pieces of any size. */
  | { type: 'stderr'; text: string }
  /** A remark for who watches. */
  | { type: 'note'; text: string };

/** The server could not be started, reached or authorised; the message says why and what would mend it. */
export class CouldNotRun extends Error {
  override name = 'CouldNotRun';
}
