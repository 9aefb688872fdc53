import type { Report } from '../harness/report.ts';
import { plain, shorten } from './escape.ts';

const forms = ['--stdio', '--url', '--http', '--sse', '--target'];

/** The server as the command line named it, secrets masked; undefined where the one target of a config did. */
function namedTarget({ command }: Report): string | undefined {
  const words = command.map(plain);
  const dashes = words.indexOf('--');
  const options = dashes < 0 ? words : words.slice(0, dashes);
  for (const [at, option] of options.entries()) {
    const [name = '', ...value] = option.split('=');
    if (!forms.includes(name)) continue;
    return value.length > 0 ? value.join('=') : options[at + 1];
  }
  return dashes < 0 ? undefined : words.slice(dashes + 1).join(' ');
}

/** What tells the targets of a project apart and stays the same from run to run: the command or address, else the server's name. */
export function targetName(report: Report): string {
  const named = namedTarget(report);
  if (named !== undefined && named.trim() !== '') return named;
  const server = report.legs.find((leg) => plain(leg.server?.name) !== '')?.server;
  return shorten(server?.name ?? 'server', 200);
}

const sourceFile = /^(?:\.\/)?(?![/\\.]|-|[a-z]+:)[\w@.+/-]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|php|java|kts?|cs|sh)$/i;

/** The source file that the command starts, relative to where it was started; undefined where it names none. */
export function sourceOf(report: Report): string | undefined {
  const named = namedTarget(report);
  if (named === undefined || named.includes('://')) return undefined;
  const file = named.split(/\s+/).find((word) => sourceFile.test(word) && !word.split('/').includes('..'));
  return file?.replace(/^\.\//, '');
}
