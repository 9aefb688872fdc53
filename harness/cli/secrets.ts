import { headerSecrets, mask, urlSecrets } from '../mask.ts';
import type { Place } from './target.ts';

/** What one run must not tell. */
export interface Secrets {
  values: string[];
  /** Headers whose values are masked in their own place, however short they are. */
  headerNames: string[];
}

/** The secrets that the user gave: values of headers and variables, and what an address holds. */
export function secretsOf({ target, headers, env }: Place): Secrets {
  const address = 'url' in target ? target.url : 'sse' in target ? target.sse : undefined;
  return {
    values: [
      ...Object.entries(headers).flatMap(([name, value]) => headerSecrets(name, value)),
      ...Object.values(env),
      ...(address === undefined ? [] : urlSecrets(address)),
    ].filter((value) => value !== ''),
    headerNames: Object.keys(headers),
  };
}

/** The command line with the values of `--header` and `--env` masked in their own place, however short they are. */
export function maskCommand(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((argument, index) => {
    if (end >= 0 && index > end) return argument;
    const before = index > 0 && !(end >= 0 && index === end) ? argv[index - 1] : undefined;
    if (before === '--header') return maskAfter(argument, ':', ' ');
    if (before === '--env') return maskAfter(argument, '=', '');
    if (argument.startsWith('--header=')) return `--header=${maskAfter(argument.slice('--header='.length), ':', ' ')}`;
    if (argument.startsWith('--env=')) return `--env=${maskAfter(argument.slice('--env='.length), '=', '')}`;
    return argument;
  });
}

function maskAfter(text: string, separator: string, space: string): string {
  const at = text.indexOf(separator);
  return at < 0 ? mask : `${text.slice(0, at)}${separator}${space}${mask}`;
}
