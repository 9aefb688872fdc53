import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KnownIssue } from '../report.ts';
import type { Fixtures } from '../run-options.ts';
import type { Revision } from '../wire.ts';
import { readJson } from './json-file.ts';
import { schemaFault } from './schema-fault.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** The target of a config, before its commands are split. */
export interface ConfigTarget {
  stdio?: string | string[];
  url?: string;
  http?: string | string[];
  path?: string;
  sse?: string;
  headers?: Record<string, string>;
  insecure?: boolean;
  env?: Record<string, string>;
  /** Absolute. */
  cwd?: string;
}

/** A target of several, and what holds for it alone. */
export type NamedTarget = ConfigTarget & Omit<Config, 'target' | 'targets'>;

/** A config that fits schemas/config.schema.json, its paths made absolute. */
export interface Config {
  target?: ConfigTarget;
  /** By name. */
  targets?: Record<string, NamedTarget>;
  fixtures?: Fixtures;
  revisions?: Revision[];
  only?: string[];
  skip?: string[];
  knownIssues?: KnownIssue[];
  strict?: boolean;
  timeout?: number;
  startTimeout?: number;
  maxPages?: number;
  sample?: number;
}

/** The base name of a config in the working folder. */
export const configName = 'mcp-resource-conformance.config';

/** The config's file: the one that is named, else the one in the working folder; undefined where there is none. */
function findConfig(named: string | undefined, cwd: string): string | undefined {
  if (named !== undefined) return resolve(cwd, named);
  const found = ['json', 'mjs']
    .map((extension) => join(cwd, `${configName}.${extension}`))
    .filter((file) => existsSync(file));
  if (found.length > 1)
    throw new WrongUsage(`${configName}.json and ${configName}.mjs are both there; name one with --config`);
  return found[0];
}

/** Reads and checks the config; throws WrongUsage where it does not fit its schema. */
export async function loadConfig(named: string | undefined, cwd: string): Promise<Config> {
  const file = findConfig(named, cwd);
  if (file === undefined) return {};
  const shown = named ?? file;
  const value = file.endsWith('.mjs')
    ? await importConfig(file, shown)
    : await readJson(file, shown, 'name a file with --config <file>');
  const fault = await configFault(value);
  if (fault !== undefined) throw new WrongUsage(`${shown}: ${fault}`);
  return withPaths(value as Config, dirname(file), shown);
}

// Longer than any config takes that asks somebody else for a token.
const longestLoad = 30_000;

async function importConfig(file: string, shown: string): Promise<unknown> {
  if (!existsSync(file)) throw new WrongUsage(`${shown} is not there; name a file with --config <file>`);
  const module = await loadModule(file, shown);
  if (!('default' in module)) throw new WrongUsage(`${shown} exports no config; write export default { ... }`);
  return module.default;
}

/** What a module exports, its default awaited. A module that ends the process is told of too: an end without words would read as a verdict. */
async function loadModule(file: string, shown: string): Promise<{ default?: unknown }> {
  const ending = () => {
    process.stderr.write(`error: ${shown} ends the process; take process.exit() out of it, and export a config\n`);
    process.exitCode = 2;
  };
  process.once('exit', ending);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const words = `${shown} did not come to its end within ${longestLoad / 1000} s; export what is there by then`;
    timer = setTimeout(() => reject(new WrongUsage(words)), longestLoad);
  });
  const load = async () => {
    const module: { default?: unknown } = await import(pathToFileURL(file).href);
    return 'default' in module ? { default: await module.default } : {};
  };
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    if (error instanceof WrongUsage) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new WrongUsage(`${shown} cannot be loaded: ${quoted(message)}`);
  } finally {
    clearTimeout(timer);
    process.off('exit', ending);
  }
}

/** What keeps a value from being a config; undefined where it is one. */
export const configFault = (value: unknown): Promise<string | undefined> => schemaFault('config', value, 'the config');

/** Paths in a config are relative to the config. */
function withPaths(config: Config, folder: string, shown: string): Config {
  const { target, targets } = config;
  const folderAt = (path: string, member: string) => {
    const absolute = resolve(folder, path);
    if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return absolute;
    throw new WrongUsage(`${shown}: ${member} must be a folder that is there, got ${quoted(path)}`);
  };
  const cwdOf = (place: ConfigTarget, member: string) =>
    place.cwd === undefined ? {} : { cwd: folderAt(place.cwd, `${member}.cwd`) };
  const fixturesOf = ({ fixtures }: Pick<Config, 'fixtures'>, member: string) => {
    if (fixtures?.directory === undefined) return {};
    return { fixtures: { ...fixtures, directory: folderAt(fixtures.directory, `${member}fixtures.directory`) } };
  };
  const named = Object.entries(targets ?? {}).map(([name, place]) => {
    const member = `targets.${name}`;
    return [name, { ...place, ...cwdOf(place, member), ...fixturesOf(place, `${member}.`) }] as const;
  });
  return {
    ...config,
    ...(target && { target: { ...target, ...cwdOf(target, 'target') } }),
    ...(targets && { targets: Object.fromEntries(named) }),
    ...fixturesOf(config, ''),
  };
}
