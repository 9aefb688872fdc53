import { secretPattern } from './mask-pattern.ts';
import { isInProtocolWord, isProtocolWord } from './protocol-words.ts';
import type { Line, Report } from './report.ts';
import { isObject, type JsonObject } from './wire.ts';

/** What stands in place of a secret. */
export const mask = '••••';
// Shorter values are parts of ordinary words more often than secrets; masked everywhere they would make a report unreadable.
const shortest = 4;
// Deeper than any honest message; recursion must not end the run on a hostile one.
const deepest = 500;

// What a server sends as a cookie is masked everywhere too, within bounds that keep the pattern small.
const longestSeen = 1024;
const mostSeen = 100;

/** Headers whose value is a secret whoever sends them. */
const secretHeader = /^(?:(?:proxy-)?authorization|(?:set-)?cookie2?|.*(?:token|secret|password|api-?key)|x-auth.*)$/i;

const secretName =
  /token|secret|passw|passphrase|(?:^|[^a-z])p(?:w|wd|in)(?:$|[^a-z])|auth(?!or)|cookie|credential|private|signature|(?:^|[^a-z])(?:sig|sas|otp|jwt)(?:$|[^a-z])|bearer|key(?:s?$|[^a-z])/i;

/** Whether what bears this name (a header, a variable, a parameter of an address) is a secret, however short it is. */
export const isSecretName = (name: string): boolean => secretName.test(name) || secretHeader.test(name);

/** The values inside a header's value that are secrets by themselves: a token without its scheme, a cookie, a password. */
export function headerSecrets(name: string, value: string): string[] {
  const found = [value.trim()];
  if (/^(?:set-)?cookie2?$/i.test(name)) {
    const pairs = /^set-/i.test(name)
      ? value.split(/,(?=[^;,=]+=)/).map((cookie) => cookie.split(';')[0]!)
      : value.split(';');
    return [
      ...found,
      ...pairs.map((pair) =>
        pair
          .slice(pair.indexOf('=') + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ),
    ];
  }
  const scheme = /^([A-Za-z][\w-]*)\s+(\S.*)$/.exec(value.trim());
  if (!scheme) return found;
  found.push(scheme[2]!);
  if (scheme[1]!.toLowerCase() === 'basic')
    found.push(...credentials(Buffer.from(scheme[2]!, 'base64').toString('utf8')));
  return found;
}

/** `user:password`, and the password alone. */
const credentials = (pair: string): string[] => (pair.includes(':') ? [pair, pair.slice(pair.indexOf(':') + 1)] : []);

const plainText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The secrets inside an address: its user and password, and parameters with the name of a secret. */
export function urlSecrets(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, searchParams } = new URL(address);
  const user =
    username && password
      ? [`${plainText(username)}:${plainText(password)}`, plainText(password)]
      : [plainText(username)];
  const named = [...searchParams].filter(([name]) => isSecretName(name));
  return [...user, ...named.map(([, value]) => value)].filter((text) => text !== '');
}

/** A text that holds an address, with the user, the password and the secret parameters of that masked in their place. */
export const maskAddress = (text: string): string =>
  text
    .replace(/(:\/\/)[^/?#]*@/, `$1${mask}@`)
    .replace(/([?&])([^=&#]*)=[^&#]*/g, (whole, before, name) =>
      isSecretName(plainText(name)) ? `${before}${name}=${mask}` : whole,
    );

/** What finds these secrets in a text, but for those that cannot be told from words. */
export const patternOf = (secrets: readonly string[]): RegExp | undefined =>
  secretPattern(secrets.filter((secret) => secret.length >= shortest && !isProtocolWord(secret.trim())));

/**
 * A function that masks these secrets in any text, however they are escaped or encoded there; those below 8 characters where they are
 * words of their own. What is a word of the protocol stays: method names and revisions are no secrets, whatever a variable is set to.
 */
export function masker(secrets: readonly string[]): (text: string) => string {
  const pattern = patternOf(secrets);
  if (!pattern) return (text) => text;
  return (text) =>
    text.replace(pattern, (found, at: number) => (isInProtocolWord(text, at, at + found.length) ? found : mask));
}

// They pick cases and revisions: a rerun has to name the same.
const picks = new Set(['--only', '--skip', '--revision', '--timeout', '--start-timeout', '--max-pages']);

/** The arguments of a command line with secrets masked, but for the names of options and what picks cases and revisions. */
const maskArguments = (command: readonly string[], hide: (text: string) => string): string[] => {
  const end = command.includes('--') ? command.indexOf('--') : command.length;
  return command.map((argument, at) => {
    if (at > end) return hide(argument);
    const [, option, value] = /^(--[a-z-]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (option === undefined) return picks.has(command[at - 1] ?? '') ? argument : hide(argument);
    return value === undefined || picks.has(option) ? argument : `${option}=${hide(value)}`;
  });
};

/** Tells whether a header is secret in itself, or was given by `--header`; each name is looked at once, as each message has the same. */
function secretHeaders(given: ReadonlySet<string>): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const secret = secretHeader.test(name) || given.has(name.toLowerCase());
    // A server may send any number of names.
    if (known.size < 1000) known.set(name, secret);
    return secret;
  };
}

/** The header objects of an `http` member, wherever they stand in it. */
function headersOf(http: JsonObject): JsonObject[] {
  return Object.entries(http)
    .filter(([name, value]) => /headers$/i.test(name) && isObject(value))
    .map(([, value]) => value);
}

/** The values of secret headers in all transcripts. */
function secretsSeen({ legs }: Report): Set<string> {
  const seen = new Set<string>();
  const isSecret = secretHeaders(new Set());
  for (const { http } of legs.flatMap(({ transcript }) => transcript))
    for (const headers of isObject(http) ? headersOf(http) : [])
      for (const [name, value] of Object.entries(headers).filter(([key]) => isSecret(key)))
        for (const each of [value].flat().filter((one) => typeof one === 'string'))
          for (const secret of headerSecrets(name, each))
            if (secret.length <= longestSeen && seen.size < mostSeen) seen.add(secret);
  return seen;
}

/**
 * The report without secrets: `secrets` are masked in every text that came from the user or the server, and so is each value of
 * a secret header in a transcript, there and everywhere. `headerNames` are further headers whose values are masked in their
 * own place, however short. The report that is given stays as it is.
 */
export function maskSecrets(report: Report, secrets: readonly string[], headerNames: readonly string[] = []): Report {
  const isSecretHeader = secretHeaders(new Set(headerNames.map((name) => name.toLowerCase())));
  const all = new Set([...secrets, ...secretsSeen(report)]);
  const text = masker([...all]);
  const masking = all.size > 0;
  const deep = (value: unknown, depth: number): any => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return text(String(value)) === String(value) ? value : mask;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) return '… (nested too deeply to show)';
    if (Array.isArray(value)) return value.map((each) => deep(each, depth + 1));
    // fromEntries defines members, so that a key such as __proto__ stays a key.
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), deep(each, depth + 1)]));
  };
  // What holds no secret stays what it is: most of a report, which may be large, is looked at and not copied.
  const touched = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return text(value) !== value;
    if (typeof value === 'number') return masking && text(String(value)) !== String(value);
    if (typeof value !== 'object' || value === null) return false;
    if (depth > deepest) return true;
    for (const key in value)
      if ((masking && text(key) !== key) || touched((value as JsonObject)[key], depth + 1)) return true;
    return false;
  };
  const hidden = (value: unknown, depth: number): any => (touched(value, depth) ? deep(value, depth) : value);
  const headers = (values: JsonObject) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        isSecretHeader(name) && value !== undefined ? mask : hidden(value, 1),
      ]),
    );
  const exchange = (http: JsonObject) => {
    const all = headersOf(http);
    if (!all.some((each) => Object.keys(each).some(isSecretHeader)) && !touched(http, 0)) return http;
    const own = new Set<unknown>(all);
    return Object.fromEntries(
      Object.entries(http).map(([key, value]) => [key, own.has(value) ? headers(value) : hidden(value, 1)]),
    );
  };
  const line = (whole: Line): Line => {
    const { message, text: words, noise, http, ...rest } = whole;
    const masked = {
      message: message === undefined ? undefined : hidden(message, 0),
      text: words === undefined ? undefined : text(words),
      noise: noise === undefined ? undefined : text(noise),
      http: isObject(http) ? exchange(http) : hidden(http, 0),
    };
    const same = masked.message === message && masked.text === words && masked.noise === noise && masked.http === http;
    if (same) return whole;
    return { ...rest, ...Object.fromEntries(Object.entries(masked).filter(([, value]) => value !== undefined)) };
  };
  // What the suite itself wrote (ids, verdicts, revisions, titles) cannot hold a secret, and is a contract with who reads the report.
  return {
    ...report,
    command: maskArguments(report.command, text),
    legs: report.legs.map((leg) => ({
      ...leg,
      server: hidden(leg.server, 0),
      capabilities: hidden(leg.capabilities, 0),
      results: leg.results.map((result) => ({
        ...result,
        reason: text(result.reason),
        knownIssue: hidden(result.knownIssue, 0),
      })),
      transcript: leg.transcript.map(line),
    })),
    absent: report.absent.map(({ revision, why }) => ({ revision, why: text(why) })),
    ...(report.staleIssues && { staleIssues: report.staleIssues.map((issue) => hidden(issue, 0)) }),
  };
}
