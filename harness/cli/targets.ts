import type { Parsed } from './arguments.ts';
import type { Config } from './config.ts';
import { didYouMean, oneOf } from './nearest.ts';
import type { OptionName } from './options.ts';
import { listed } from './select.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** One of the runs that a command line asks for: with what stands at the top of the config, or under the name of its target. */
export interface NamedRun {
  name: string | undefined;
  config: Config;
  /** The command line, `{name}` in its files replaced. */
  parsed: Parsed;
}

// Where a target has no name of its own.
const nameless = 'server';

/** The runs that a command line asks for: one for a server that it names itself, else one for each target of the config. */
export function namedRuns(config: Config, parsed: Parsed): NamedRun[] {
  const { targets = {}, ...common } = config;
  const names = namesOf(config, parsed);
  if (!names) return [{ name: undefined, config: common, parsed: withName(parsed, nameless) }];
  if (names.length > 1) checkFiles(parsed, names);
  return names.map((name) => {
    const { stdio, url, http, path, sse, headers, insecure, env, cwd, ...own } = targets[name]!;
    const target = Object.fromEntries(
      Object.entries({ stdio, url, http, path, sse, headers, insecure, env, cwd }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    return { name, config: { ...common, ...own, target }, parsed: withName(parsed, name) };
  });
}

/** The names of the targets that are judged; undefined where the one server has no name. */
function namesOf({ targets }: Config, { values, server }: Parsed): string[] | undefined {
  const flags: OptionName[] = ['stdio', 'url', 'http', 'sse'];
  const flag = server ? '-- <command>' : flags.filter((each) => values.has(each)).map((each) => `--${each}`)[0];
  const asked = values.get('target');
  if (!asked) return flag === undefined && targets ? Object.keys(targets) : undefined;
  if (flag !== undefined) throw new WrongUsage(`two servers to judge, by --target and ${flag}; name one`);
  const known = Object.keys(targets ?? {});
  if (known.length === 0)
    throw new WrongUsage('--target picks from the targets of a config, and there are none; add them, or leave it out');
  return listed('target', asked).map((name) => {
    if (known.includes(name)) return name;
    throw new WrongUsage(
      `no target ${quoted(name)} in the config, there are ${oneOf(known)}${didYouMean(name, known, 1) || '; write --target <name>'}`,
    );
  });
}

/** What is written for several targets has to go to a place for each. */
function checkFiles({ values }: Parsed, names: readonly string[]): void {
  const count = `${names.length} targets`;
  for (const report of values.get('report') ?? []) {
    const [format = '', ...rest] = report.split('=');
    const file = rest.join('=');
    if (file === '' || file === '-') {
      if (format === 'terminal') continue;
      throw new WrongUsage(`one ${format} report on stdout for ${count}; write --report ${format}=<file with {name}>`);
    }
    if (!file.includes('{name}'))
      throw new WrongUsage(
        `one file, ${quoted(file)}, for the reports on ${count}; put {name} into its name, or pick one by --target`,
      );
  }
  const known = values.get('known-issues')?.[0];
  if (known !== undefined && values.has('write-known-issues') && !known.includes('{name}'))
    throw new WrongUsage(
      `one file, ${quoted(known)}, for the known issues of ${count}; put {name} into its name, or pick one by --target`,
    );
}

/** The command line with `{name}` replaced where files are named. */
function withName(parsed: Parsed, name: string): Parsed {
  const values = new Map(parsed.values);
  for (const option of ['report', 'known-issues'] as const) {
    const given = values.get(option);
    if (given)
      values.set(
        option,
        given.map((text) => text.replaceAll('{name}', name)),
      );
  }
  return { ...parsed, values };
}

/** The command line that runs one target alone, for its report. */
export function commandFor(argv: readonly string[], name: string | undefined): string[] {
  if (name === undefined) return [...argv];
  const others = argv.filter(
    (argument, at) => argument !== '--target' && !argument.startsWith('--target=') && argv[at - 1] !== '--target',
  );
  return [...others, '--target', name];
}
