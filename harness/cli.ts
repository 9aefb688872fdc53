#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { type Interrupt, type Io, interrupts } from './cli/io.ts';
import { main } from './cli/main.ts';

/** Ends the process once what was written is out; a reader that went away is no fault. */
function quit(code: number): void {
  process.exitCode = code;
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

// Whatever escapes is a fault of ours: by Node's own exit code it would read as a verdict on the server.
for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(fault, (error: unknown) => {
    process.stderr.write(`error: a fault of this tool: ${error instanceof Error ? error.message : String(error)}\n`);
    if (process.argv.includes('--verbose') && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exit(4);
  });
}
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const io: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  version: () => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
  onInterrupt(listener) {
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
  },
};

quit(await main(process.argv.slice(2), io));
