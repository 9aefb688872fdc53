import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { maskAddress } from '../mask.ts';
import type { Target } from '../run-options.ts';
import { maskArgumentSecrets } from '../secret-arguments.ts';
import { splitCommand } from '../transport/command-line.ts';
import type { Parsed } from './arguments.ts';
import type { ConfigTarget } from './config.ts';
import { quoted, WrongUsage } from './wrong-usage.ts';

/** The server to judge, and how it is launched or asked. */
export interface Place {
  target: Target;
  headers: Record<string, string>;
  env: Record<string, string>;
  /** Absolute; undefined for the working folder. */
  cwd: string | undefined;
}

const forms = ['stdio', 'url', 'http', 'sse'] as const;

/** The target of the command line, else the config's; what belongs to a config's target goes with it alone. */
export function placeOf(parsed: Parsed, configured: ConfigTarget | undefined, cwd: string): Place {
  const flagged = flagTarget(parsed);
  const from = flagged ? undefined : configured;
  const target = flagged ?? (configured && configTarget(configured, parsed));
  if (!target) {
    throw new WrongUsage(
      'no server to judge; name it by --stdio "<command>", --url <address>, --http "<command with {port}>", --sse <address> or -- <command>',
    );
  }
  const folder = parsed.values.get('cwd')?.[0];
  return {
    target,
    headers: mergeHeaders(from?.headers ?? {}, readHeaders(parsed.values.get('header') ?? [])),
    env: { ...from?.env, ...readEnv(parsed.values.get('env') ?? []) },
    cwd: folder === undefined ? from?.cwd : existingFolder(folder, cwd),
  };
}

function flagTarget({ values, server }: Parsed): Target | undefined {
  const given = forms.filter((form) => values.has(form));
  const names = [...given.map((form) => `--${form}`), ...(server ? ['-- <command>'] : [])];
  if (names.length > 1) throw new WrongUsage(`two servers to judge, by ${names.join(' and ')}; name one`);
  const path = values.get('path')?.[0];
  if (path !== undefined && names.length > 0 && given[0] !== 'http') {
    throw new WrongUsage(
      `--path belongs to --http, got ${names[0]}; leave it out${given[0] === 'url' ? ', or put it into the address' : ''}`,
    );
  }
  if (server) return { stdio: server };
  const form = given[0];
  return form && targetOf(form, values.get(form)![0]!, path ?? '/mcp', `--${form}`);
}

function configTarget(configured: ConfigTarget, { values }: Parsed): Target {
  const form = forms.find((each) => configured[each] !== undefined)!;
  const path = values.get('path')?.[0];
  if (path !== undefined && form !== 'http')
    throw new WrongUsage(`--path belongs to --http, and the config's target is ${form}; leave it out`);
  return targetOf(form, configured[form]!, path ?? configured.path ?? '/mcp', `target.${form} of the config`);
}

function targetOf(form: (typeof forms)[number], value: string | string[], path: string, where: string): Target {
  if (form === 'url') return { url: address(String(value), where) };
  if (form === 'sse') return { sse: address(String(value), where) };
  const argv = typeof value === 'string' ? split(value, where) : value;
  if (argv[0]?.trim() === '' || argv.length === 0) throw new WrongUsage(`${where} names no command; write it first`);
  if (argv.some((argument) => argument.includes('\0')))
    throw new WrongUsage(`${where} holds a NUL character; leave it out`);
  if (form === 'stdio') return { stdio: argv };
  if (!path.startsWith('/'))
    throw new WrongUsage(`--path must begin with a slash, got ${quoted(path)}; write --path ${quoted(`/${path}`)}`);
  return { http: argv, path };
}

function split(command: string, where: string): string[] {
  try {
    return splitCommand(command);
  } catch (error) {
    // The message repeats the command, which has no words yet that could be told apart for sure.
    const shown = JSON.stringify(maskArgumentSecrets(command.split(' ')).join(' '));
    throw new WrongUsage(`${where}: ${(error as Error).message.replace(JSON.stringify(command), () => shown)}`);
  }
}

function address(text: string, where: string): string {
  const example = 'write it as http://127.0.0.1:3000/mcp';
  if (!URL.canParse(text)) throw new WrongUsage(`${where} is no address: ${quoted(maskAddress(text))}; ${example}`);
  const { protocol, hash } = new URL(text);
  if (!['http:', 'https:'].includes(protocol)) {
    throw new WrongUsage(`${where} must be an http: or https: address, got ${quoted(protocol)}; ${example}`);
  }
  if (hash !== '') throw new WrongUsage(`${where} has a fragment, ${quoted(hash)}, which no server sees; leave it out`);
  return text;
}

function readHeaders(given: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const text of given) {
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0)).trim();
    const value = text.slice(colon + 1).trim();
    // The value is a secret, so that no message repeats it.
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      throw new WrongUsage(`--header needs 'Name: value', with a name of letters, digits and hyphens`);
    if (!/^[\t -~\u0080-\u00ff]*$/.test(value)) {
      throw new WrongUsage(
        `the value of --header ${name} has a character that no header may hold (a line break, a control character, or one beyond Latin-1)`,
      );
    }
    if (Object.keys(headers).some((known) => known.toLowerCase() === name.toLowerCase())) {
      throw new WrongUsage(`--header ${name} is given twice; give it once, values separated by commas`);
    }
    headers[name] = value;
  }
  return headers;
}

/** Header names are equal in any case. */
function mergeHeaders(base: Record<string, string>, over: Record<string, string>): Record<string, string> {
  const names = new Set(Object.keys(over).map((name) => name.toLowerCase()));
  return { ...Object.fromEntries(Object.entries(base).filter(([name]) => !names.has(name.toLowerCase()))), ...over };
}

function readEnv(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new WrongUsage('--env needs NAME=value, such as --env LOG_LEVEL=debug');
      if (text.includes('\0'))
        throw new WrongUsage(`--env ${quoted(text.slice(0, at))} holds a NUL character; leave it out`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

function existingFolder(folder: string, cwd: string): string {
  const absolute = resolve(cwd, folder);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return absolute;
  throw new WrongUsage(`--cwd must be a folder that is there, got ${quoted(folder)}`);
}
