import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** Why a program could not be launched: the code of the system, and its words. */
export interface LaunchFault {
  code?: string;
  originalMessage?: string;
}

/** Launches a program with three pipes, `env` added to the environment of this process. */
export async function launchChild(
  command: string,
  args: readonly string[],
  place: { cwd?: string; env: Record<string, string> },
): Promise<ChildProcessWithoutNullStreams | LaunchFault> {
  // On Windows it takes more than the system's own call to run what a shell would: scripts, shims, files named without their ending.
  if (process.platform === 'win32') return byExeca(command, args, place);
  const { cwd, env } = place;
  try {
    // A group of its own can be stopped as a whole.
    const child = spawn(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
      stdio: 'pipe',
      detached: true,
    });
    if (child.pid !== undefined) {
      // The exit tells what counts.
      child.on('error', () => {});
      return child;
    }
    return await new Promise((resolve) => child.once('error', (error) => resolve(faultOf(error))));
  } catch (error) {
    return faultOf(error as Error);
  }
}

const faultOf = (error: Error & { code?: string }): LaunchFault => ({
  ...(error.code !== undefined && { code: error.code }),
  originalMessage: error.message,
});

async function byExeca(
  command: string,
  args: readonly string[],
  place: { cwd?: string; env: Record<string, string> },
): Promise<ChildProcessWithoutNullStreams | LaunchFault> {
  const { execa } = await import('execa');
  const child = execa(command, args, {
    ...place,
    stdio: 'pipe',
    encoding: 'buffer',
    buffer: false,
    reject: false,
    cleanup: false,
    // A group of its own would open a console window.
    detached: false,
    windowsHide: true,
  });
  if (child.pid === undefined) return (await child) as LaunchFault;
  // The promise side waits for the pipes, which a fork may hold for ever; the exit event is what counts.
  child.catch(() => {});
  return child as unknown as ChildProcessWithoutNullStreams;
}
