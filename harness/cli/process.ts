import { harmless } from '../../reports/escape.ts';
import { type Interrupt, type Io, interrupts } from './io.ts';
import { main } from './main.ts';

/** Runs a command line in this process, and ends the process with its exit code. */
export async function start(argv: readonly string[], version: () => string): Promise<void> {
  const { stdout, stderr, env } = process;
  const io: Io = { stdout, stderr, env, cwd: process.cwd(), version, onInterrupt };
  // Whatever escapes is a fault of ours: by Node's own exit code it would read as a verdict on the server.
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      const hide = (text: string) => harmless(io.hide?.(text) ?? text);
      stderr.write(`error: a fault of this tool: ${hide(error instanceof Error ? error.message : String(error))}\n`);
      if (argv.includes('--verbose') && error instanceof Error) stderr.write(`${hide(String(error.stack))}\n`);
      process.exit(4);
    });
  }
  // A reader that went away is no fault.
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  // A run that nothing keeps going any more must not end as Node ends it, with 0.
  const halted = () => {
    stderr.write('error: a fault of this tool: it came to a halt before the end\n');
    process.exitCode = 4;
  };
  process.once('beforeExit', halted);
  const code = await main(argv, io);
  process.off('beforeExit', halted);
  // What was written has to be out before the end; nothing that is still open may delay it.
  process.exitCode = code;
  stdout.write('', () => stderr.write('', () => process.exit(code)));
}

const onInterrupt: Io['onInterrupt'] = (listener) => {
  let interrupted = false;
  const heard = (signal: NodeJS.Signals) => {
    if (interrupted) process.exit(interrupts[signal as Interrupt]);
    interrupted = true;
    listener(signal as Interrupt);
  };
  const signals = Object.keys(interrupts) as Interrupt[];
  for (const signal of signals) process.on(signal, heard);
  return () => {
    for (const signal of signals) process.off(signal, heard);
  };
};
