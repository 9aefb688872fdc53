import { PassThrough, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Host } from '../transport/host.ts';
import type { PipedServer } from '../transport/stdio.ts';
import type { Exit } from '../transport/transport.ts';
import type { FaultSet } from './faults.ts';
import { serveStdio } from './stdio.ts';

// How long a server in this process may take to heed the end of its input, or a signal.
const grace = 60;

/** Serves a host over pipes inside this process: byte for byte what a process of its own would write, without its start. */
export function servePiped(host: Host, faults: FaultSet): PipedServer {
  // Later, as over a pipe: no answer is there before its request is sent.
  const stdin = new Transform({ transform: (chunk, _, done) => setImmediate(done, null, chunk) });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  if (faults.use('stdio-stderr-flood')) stderr.write(floodOfStderr);
  const server = serveStdio(host, stdin, stdout, { faults });
  let killed: Exit | undefined;
  let kill = () => {};
  const death = new Promise<Exit>((resolve) => {
    kill = () => {
      killed ??= { signal: 'SIGKILL' };
      resolve(killed);
    };
  });
  const left = Promise.race([server.ended.then((code): Exit => ({ code })), death]);
  const exited = left.then(async (exit) => {
    stdout.end();
    stderr.end();
    await Promise.all([finished(stdout), finished(stderr)]).catch(() => {});
    return exit;
  });
  const within = (ms: number) =>
    Promise.race([left.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, ms, false))]);
  return {
    stdin,
    stdout,
    stderr,
    exited,
    signal: () => server.terminate(),
    async stop() {
      stdin.end();
      if (!(await within(grace))) server.terminate();
      if (!(await within(grace))) kill();
      return exited;
    },
  };
}

/** A megabyte for standard error. */
export const floodOfStderr = 'a line of the flood\n'.repeat(52_429);
