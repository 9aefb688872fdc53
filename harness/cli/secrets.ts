import { quoted } from '../../reports/rerun.ts';
import { mask, maskAddress } from '../mask.ts';
import { argumentSecrets, maskArgumentSecrets } from '../secret-arguments.ts';
import { splitCommand } from '../transport/command-line.ts';

export { type Secrets, secretsOf } from '../run-secrets.ts';

const addressOption = /^--(?:url|sse)$/;
const commandOption = /^--(?:stdio|http)$/;

/**
 * The command line with the values of `--header` and `--env`, the secrets of an address, and those of the server's own command masked
 * in their own place, however short they are.
 */
export function maskCommand(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const own = argv.slice(0, end).map((argument, index) => {
    const before = maskValue(argv[index - 1] ?? '', argument);
    if (before !== undefined) return before;
    const [, option, value] = /^(--[a-z]+)=(.*)$/s.exec(argument) ?? [];
    const masked = option === undefined ? undefined : maskValue(option, value!);
    return masked === undefined ? argument : `${option}=${masked}`;
  });
  return [...own, ...argv.slice(end, end + 1), ...maskArgumentSecrets(argv.slice(end + 1))];
}

/** The value of an option as it may be shown; undefined where that option's values are no secrets. */
function maskValue(option: string, value: string): string | undefined {
  if (option === '--header') return maskAfter(value, ':', ' ');
  if (option === '--env') return maskAfter(value, '=', '');
  if (addressOption.test(option)) return maskAddress(value);
  return commandOption.test(option) ? maskServer(value) : undefined;
}

/** A server's command in one text: where it holds a secret it is written anew, with its words quoted. */
function maskServer(command: string): string {
  let words: string[];
  try {
    words = splitCommand(command);
  } catch {
    // Such a command is refused before anything is shown of it.
    return command;
  }
  if (argumentSecrets(words).length === 0) return command;
  return maskArgumentSecrets(words).map(quoted).join(' ');
}

function maskAfter(text: string, separator: string, space: string): string {
  const at = text.indexOf(separator);
  return at < 0 ? mask : `${text.slice(0, at)}${separator}${space}${mask}`;
}
