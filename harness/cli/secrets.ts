import { mask, maskAddress } from '../mask.ts';

export { type Secrets, secretsOf } from '../run-secrets.ts';

/** The command line with the values of `--header` and `--env`, and the secrets of an address, masked in their own place, however short they are. */
export function maskCommand(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((argument, index) => {
    if (end >= 0 && index > end) return argument;
    const before = index > 0 && !(end >= 0 && index === end) ? argv[index - 1] : undefined;
    if (before === '--header') return maskAfter(argument, ':', ' ');
    if (before === '--env') return maskAfter(argument, '=', '');
    if (before === '--url' || before === '--sse') return maskAddress(argument);
    if (/^--(?:url|sse)=/.test(argument)) return maskAddress(argument);
    if (argument.startsWith('--header=')) return `--header=${maskAfter(argument.slice('--header='.length), ':', ' ')}`;
    if (argument.startsWith('--env=')) return `--env=${maskAfter(argument.slice('--env='.length), '=', '')}`;
    return argument;
  });
}

function maskAfter(text: string, separator: string, space: string): string {
  const at = text.indexOf(separator);
  return at < 0 ? mask : `${text.slice(0, at)}${separator}${space}${mask}`;
}
