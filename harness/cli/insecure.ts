import type { Target } from '../run-options.ts';
import type { Parsed } from './arguments.ts';
import type { ConfigTarget } from './config.ts';
import { WrongUsage } from './wrong-usage.ts';

const forms = ['stdio', 'url', 'http', 'sse'] as const;

/** Whether any certificate is taken: by --insecure, or by the config where the target is its own. Throws where there is none to check. */
export function insecureOf(parsed: Parsed, configured: ConfigTarget | undefined, target: Target): boolean {
  const flag = parsed.values.has('insecure');
  const flagged = parsed.server !== undefined || forms.some((form) => parsed.values.has(form));
  if (!flag && (flagged || configured?.insecure !== true)) return false;
  const what = flag ? '--insecure' : 'target.insecure of the config';
  const address = 'url' in target ? target.url : 'sse' in target ? target.sse : undefined;
  if (address === undefined) {
    const form = 'stdio' in target ? 'over stdin and stdout' : 'by plain HTTP on this machine';
    throw new WrongUsage(`${what} is for an https: address, and a launched server is reached ${form}; leave it out`);
  }
  if (new URL(address).protocol !== 'https:')
    throw new WrongUsage(
      `${what} is for an https: address, and this one has no certificate; leave it out, or write https:`,
    );
  return true;
}
