import { harmless } from '../../reports/escape.ts';
import { type Parsed, parseArguments } from './arguments.ts';
import { helpText } from './help.ts';
import type { Io } from './io.ts';
import { type Parts, shipped } from './parts.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Does what a command line (without the program's own name) asks for, and answers the exit code. */
export async function main(argv: readonly string[], io: Io, parts: Parts = shipped): Promise<number> {
  let parsed: Parsed | undefined;
  try {
    parsed = parseArguments(argv);
    if (parsed.values.has('help')) io.stdout.write(helpText());
    else if (parsed.values.has('version')) io.stdout.write(`${io.version()}\n`);
    else return await dispatch(parsed, argv, io, parts);
    return 0;
  } catch (error) {
    if (error instanceof WrongUsage) {
      io.stderr.write(`error: ${harmless(error.message)}\n`);
      return 2;
    }
    const told = error instanceof Error ? error : new Error(String(error));
    const hide = (text: string) => harmless(io.hide?.(text) ?? text);
    io.stderr.write(`error: a fault of this tool: ${hide(told.message)}\n`);
    if (parsed?.values.has('verbose') && told.stack) io.stderr.write(`${hide(told.stack)}\n`);
    return 4;
  }
}

async function dispatch(parsed: Parsed, argv: readonly string[], io: Io, parts: Parts): Promise<number> {
  switch (parsed.command) {
    case 'list':
      return (await import('./list.ts')).list(parsed, io, parts);
    case 'explain':
      return (await import('./explain.ts')).explain(parsed, io, parts);
    case 'prove':
      return (await import('./prove.ts')).prove(parsed, io, parts);
    case 'render':
      return (await import('./render.ts')).render(parsed, io, parts);
    case 'compare':
      return (await import('./compare.ts')).compare(parsed, io, parts);
    case 'run':
      return (await import('./judge.ts')).judge(parsed, argv, io, parts);
  }
}
