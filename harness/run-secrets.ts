import { headerSecrets, isSecretName, urlSecrets } from './mask.ts';
import type { RunOptions } from './run-options.ts';
import { argumentSecrets } from './secret-arguments.ts';

/** What one run must not tell. */
export interface Secrets {
  values: string[];
  /** Headers whose values are masked in their own place, however short they are. */
  headerNames: string[];
}

const longEnough = 8;

/** Whether a value is masked wherever it stands: a long one always, a short one where its name or its look is that of a secret. */
const isSecret = (name: string, value: string): boolean =>
  value.length >= longEnough ||
  isSecretName(name) ||
  (/\p{L}/u.test(value) && /\d/.test(value) && !/^v?\d+(?:\.\d+)*$/i.test(value));

/** The lines of a text of several, such as a key in PEM: a server's stderr is shown line by line. */
const linesOf = (value: string): string[] =>
  value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line, _, all) => all.length > 1 && line.length >= longEnough);

/** The secrets that a run was given: values of headers, variables and the server's own options, and what an address holds. */
export function secretsOf({ target, headers = {}, env = {} }: Pick<RunOptions, 'target' | 'headers' | 'env'>): Secrets {
  const address = 'url' in target ? target.url : 'sse' in target ? target.sse : undefined;
  const argv = 'stdio' in target ? target.stdio : 'http' in target ? target.http : [];
  return {
    values: [
      ...Object.entries(headers).flatMap(([name, value]) =>
        headerSecrets(name, value).filter((each) => isSecret(name, each)),
      ),
      ...Object.entries(env).flatMap(([name, value]) =>
        isSecret(name, value) ? [value, value.trim(), ...linesOf(value)] : [],
      ),
      ...(address === undefined ? [] : urlSecrets(address)),
      ...argumentSecrets(argv),
    ].filter((value) => value !== ''),
    headerNames: Object.keys(headers),
  };
}
