import { untested } from './judge.ts';
import { splitCommand } from './transport/command-line.ts';

/** Runs a command that the config names as a trigger; the case stays untested where it fails. `timeout` in milliseconds. */
export async function runCommand(line: string, timeout: number): Promise<void> {
  const [file, ...args] = splitCommand(line);
  const { execa } = await import('execa');
  const { failed, shortMessage } = await execa(file!, args, {
    reject: false,
    timeout,
    stdin: 'ignore',
    maxBuffer: 1_000_000,
  });
  if (failed) untested(`the command of the fixtures failed: ${shortMessage ?? line}`);
}
