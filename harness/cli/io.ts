/** A stream that the command line writes text to. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

/** The signals that end a run early, and the exit code of each by the convention of shells. */
export const interrupts = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** One signal that ends a run early. */
export type Interrupt = keyof typeof interrupts;

/** The command line's whole world, so that tests can give it another. */
export interface Io {
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  version(): string;
  /** Calls the listener at each interrupt until the function it returns is called. */
  onInterrupt(listener: (signal: Interrupt) => void): () => void;
  /** Hides in a message what the runs so far must not tell; set once that is known. */
  hide?: (text: string) => string;
}

/** Whether text on `output` may carry colour: asked for, or a terminal and not refused. */
export function mayColor(output: Output, env: Io['env'], refused: boolean): boolean {
  if (refused || env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return output.isTTY === true && env.TERM !== 'dumb';
}

/** Whether something may move on `output`: a terminal where a person looks. */
export const mayMove = (output: Output, env: Io['env']): boolean =>
  output.isTTY === true && env.TERM !== 'dumb' && (env.CI === undefined || env.CI === '' || env.CI === 'false');
