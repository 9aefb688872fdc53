import type { Report } from '../harness/report.ts';
import type { Revision } from '../harness/wire.ts';
import { plain } from './escape.ts';

const program = 'mcp-resource-conformance';

// Options that choose what is run or how it is shown: a rerun sets its own. Those of the first list take a value.
const replaced = new Set(['--revision', '--only', '--skip', '--report', '--known-issues']);
const dropped = new Set(['--quiet', '--verbose', '--no-color', '--write-known-issues']);

/** One argument as a shell takes it; double quotes where they do, as they work in every shell. */
export function quoted(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  return /["\\$`!]/.test(argument) ? `'${argument.replaceAll("'", "'\\''")}'` : `"${argument}"`;
}

/** A command line as one would type it. */
export const commandLine = (command: readonly string[]): string =>
  command.map((argument) => quoted(plain(argument))).join(' ');

const isProgram = (argument: string | undefined): boolean => argument !== undefined && !argument.startsWith('-');

/** The command of a report, with the way to start it in front where it holds arguments only. */
export const invocation = (command: readonly string[]): string[] => {
  const [first, ...rest] = command.map(plain);
  if (first === program) return ['npx', program, ...rest];
  return isProgram(first) ? [first!, ...rest] : ['npx', program, ...(first === undefined ? [] : [first, ...rest])];
};

/** The command that runs one case again on the same server, in the revisions named. */
export function rerunCommand(report: Report, caseId: string, revisions: readonly Revision[]): string {
  const whole = invocation(report.command);
  const dashes = whole.indexOf('--');
  const [options, rest] = dashes < 0 ? [whole, []] : [whole.slice(0, dashes), whole.slice(dashes)];
  const kept: string[] = [];
  for (let at = 0; at < options.length; at++) {
    const option = options[at]!;
    const name = option.split('=', 1)[0]!;
    if (replaced.has(name)) at += option === name ? 1 : 0;
    else if (!dropped.has(name)) kept.push(option);
  }
  return commandLine([...kept, '--only', caseId, '--revision', revisions.join(','), ...rest]);
}
