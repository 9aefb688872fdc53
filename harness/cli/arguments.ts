import { parseArgs } from 'node:util';
import { didYouMean, oneOf } from './nearest.ts';
import { type CommandName, commands, type OptionName, optionSpec, options, takes } from './options.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** A command line, taken apart but not yet understood: which option got which values. */
export interface Parsed {
  command: CommandName;
  /** What stands after the command, such as the case of `explain`. */
  operands: string[];
  /** The values of each option that was given; a switch has none. */
  values: Map<OptionName, string[]>;
  /** What stands after `--`: the server's own command line. */
  server: string[] | undefined;
}

const optionNames = Object.keys(options) as OptionName[];
const commandNames = Object.keys(commands) as (keyof typeof commands)[];
const isOption = (name: string): name is OptionName => Object.hasOwn(options, name);

/** Takes a command line apart; throws WrongUsage where it is none of ours. */
export function parseArguments(argv: readonly string[]): Parsed {
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  const { tokens } = parseArgs({
    args: [...own],
    options: Object.fromEntries(
      optionNames.map((name) => [name, { type: optionSpec(name).value === undefined ? 'boolean' : 'string' } as const]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Parsed['values'] = new Map();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const name = optionOf(token.name, token.rawName);
    const value = takenValue(name, token.value, token.inlineValue);
    const known = values.get(name) ?? [];
    if (known.length > 0 && value !== undefined && !optionSpec(name).multiple) {
      throw new WrongUsage(`--${name} is given twice; give it once`);
    }
    values.set(name, value === undefined ? known : [...known, value]);
  }
  if (values.has('help') || values.has('version')) return { command: 'run', operands: [], values, server: undefined };
  const command = commandOf(positionals[0], own);
  for (const name of values.keys()) checkBelongs(command, name);
  const server = end < 0 ? undefined : argv.slice(end + 1);
  if (server && command !== 'run')
    throw new WrongUsage(`${command} takes no server; leave out "--" and what follows it`);
  if (server?.length === 0) {
    throw new WrongUsage('no command after "--"; write the server\'s command there, as in -- node server.js');
  }
  return { command, operands: positionals.slice(1), values, server };
}

function optionOf(name: string, written: string): OptionName {
  if (isOption(name)) return name;
  if (name === 'h') return 'help';
  const near = didYouMean(name, optionNames)
    .replaceAll(/([a-z-]+)(?=,| or|\?)/g, '--$1')
    .replace('--or', 'or');
  throw new WrongUsage(`unknown option ${quoted(written)}${near || '; --help lists all options'}`);
}

function takenValue(name: OptionName, value: string | undefined, inline: boolean | undefined): string | undefined {
  const { value: wanted } = optionSpec(name);
  if (wanted === undefined) {
    if (value !== undefined)
      throw new WrongUsage(`--${name} takes no value, got ${quoted(value)}; write --${name} alone`);
    return undefined;
  }
  if (value === undefined || value === '') throw new WrongUsage(`--${name} needs a value: --${name} <${wanted}>`);
  if (!inline && value.startsWith('-') && value.length > 1) {
    throw new WrongUsage(
      `--${name} needs a value, got what looks like an option: ${quoted(value)}; if it is meant, write --${name}=${value}`,
    );
  }
  return value;
}

function commandOf(word: string | undefined, argv: readonly string[]): CommandName {
  if (word === undefined) return 'run';
  const known = commandNames.find((name) => name === word);
  if (known) return known;
  const rest = argv.length > 1 ? ' (a value with spaces needs quotes)' : '';
  const near = didYouMean(word, commandNames) || `; to launch a server write -- ${word} ...`;
  throw new WrongUsage(`unknown command ${quoted(word)}, allowed are ${oneOf(commandNames)}${rest}${near}`);
}

function checkBelongs(command: CommandName, name: OptionName): void {
  if (takes(command, name)) return;
  if (command === 'run') {
    const owners = commandNames.filter((each) => takes(each, name));
    throw new WrongUsage(`--${name} belongs to ${oneOf(owners)}; write it after that command, or leave it out`);
  }
  const allowed = optionNames.filter((each) => takes(command, each)).map((each) => `--${each}`);
  throw new WrongUsage(`${command} takes no --${name}, allowed are ${oneOf(allowed)}; leave it out`);
}
