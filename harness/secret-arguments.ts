import { headerSecrets, isSecretName, mask } from './mask.ts';

/** A value in the command line of a server whose name is that of a secret. */
interface SecretArgument {
  /** The argument that holds it, and where in that argument it begins; it ends with the argument. */
  at: number;
  from: number;
  name: string;
}

// What stands after such an option is an argument of its own: `--no-auth ./files`.
const withoutValue = /^(?:no|not|without|disable|skip|allow|enable|require)-/i;
// As secrets they would hide half a report, and they keep none.
const plainValue = /^(?:true|false|none|null|on|off|yes|no|default)$/i;

/** Where the value of `--name=value`, `NAME=value` or `Name: value` begins, also where such a one is itself the value: `--env=NAME=value`. */
function assigned(argument: string): Omit<SecretArgument, 'at'> | undefined {
  let from = 0;
  for (;;) {
    const [whole, name] = /^-{0,2}([A-Za-z][\w.-]*)(?:=|:[ \t]*)/.exec(argument.slice(from)) ?? [];
    if (whole === undefined || name === undefined) return undefined;
    from += whole.length;
    if (isSecretName(name)) return { from, name };
  }
}

/** The secrets in the command line of a server, by the names of its options. */
function secretArguments(argv: readonly string[]): SecretArgument[] {
  return argv.flatMap((argument, at) => {
    const [, option] = /^--?([A-Za-z][\w.-]+)$/.exec(argv[at - 1] ?? '') ?? [];
    const follows = option !== undefined && isSecretName(option) && !withoutValue.test(option);
    const inside = assigned(argument);
    const found = inside ?? (follows && !argument.startsWith('-') ? { from: 0, name: option } : undefined);
    if (at === 0 || !found) return [];
    const value = argument.slice(found.from);
    return value.trim() === '' || plainValue.test(value) ? [] : [{ at, ...found }];
  });
}

/** The values in the command line of a server whose names are those of secrets. */
export const argumentSecrets = (argv: readonly string[]): string[] =>
  secretArguments(argv).flatMap(({ at, from, name }) => {
    const value = argv[at]!.slice(from);
    return [value, ...headerSecrets(name, value)];
  });

/** The command line of a server with such values masked in their own place, however short they are. */
export function maskArgumentSecrets(argv: readonly string[]): string[] {
  const masked = [...argv];
  for (const { at, from } of secretArguments(argv)) masked[at] = `${argv[at]!.slice(0, from)}${mask}`;
  return masked;
}
