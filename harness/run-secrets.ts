import { headerSecrets, urlSecrets } from './mask.ts';
import type { RunOptions } from './run-options.ts';

/** What one run must not tell. */
export interface Secrets {
  values: string[];
  /** Headers whose values are masked in their own place, however short they are. */
  headerNames: string[];
}

/** The secrets that a run was given: values of headers and variables, and what an address holds. */
export function secretsOf({ target, headers = {}, env = {} }: Pick<RunOptions, 'target' | 'headers' | 'env'>): Secrets {
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
