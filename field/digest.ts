import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Headline, Report, Result, Summary, Verdict } from '../harness/report.ts';
import { type Revision, revisions } from '../harness/wire.ts';
import { type Way, ways } from './manifest.ts';

/** What is said of a case, in the same words in each of the revisions. */
export interface Said {
  case: string;
  verdict: 'fail' | 'warn' | 'untested';
  says: string;
  revisions: Revision[];
  link: string;
}

/** What a run over one transport found. */
export interface OverWay {
  headline: Headline;
  /** Why it could not be run. */
  why?: string;
  /** The server's own name and version for itself. */
  server: string;
  revisions: Revision[];
  summary: Summary;
  findings: Said[];
  untested: Said[];
  /** For each case a letter for each of the revisions, in their order. */
  verdicts: Record<string, string>;
}

/** What the suite says of one implementation: no times and no paths, so that two runs of the same give the same. */
export interface Digest {
  name: string;
  /** The version that was really installed. */
  version: string;
  suite: string;
  stdio: OverWay | null;
  http: OverWay | null;
}

/** The letter of each verdict; a dash stands where a case was not run. */
export const letters: Record<Verdict, string> = {
  pass: 'p',
  fail: 'F',
  warn: 'w',
  untested: 'u',
  'not-applicable': 'n',
  error: 'E',
};

/** Takes out of a text what differs from run to run, or tells of the machine. */
export function steady(text: string, folder: string): string {
  return text
    .replaceAll(folder, '.')
    .replace(/\b(127\.0\.0\.1|localhost|\[::1\]):\d{2,5}\b/g, '$1:{port}')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '{uuid}')
    .replace(/(?:\/private)?\/(?:tmp|var\/folders)\/[^\s"',;)]*/g, '{temporary}');
}

/** The same words in several revisions become one entry. */
function gathered(report: Report, wanted: (result: Result) => boolean, folder: string): Said[] {
  const said = new Map<string, Said>();
  for (const { revision, results } of report.legs)
    for (const result of results.filter(wanted)) {
      const says = steady(result.reason, folder);
      const key = JSON.stringify([result.case, result.verdict, says]);
      const entry = said.get(key) ?? {
        case: result.case,
        verdict: result.verdict as Said['verdict'],
        says,
        revisions: [],
        link: result.link,
      };
      // The link is that of the newest revision that shows it.
      said.set(key, { ...entry, revisions: [...entry.revisions, revision], link: result.link });
    }
  const keyOf = ({ case: id, says }: Said) => `${id} ${says}`;
  return [...said.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** The digest of a report. */
export function digestOf(report: Report, folder: string): OverWay {
  const spoken = revisions.filter((revision) => report.legs.some((leg) => leg.revision === revision));
  const verdicts: Record<string, string> = {};
  const ids = new Set(report.legs.flatMap(({ results }) => results.map((result) => result.case)));
  for (const id of ids)
    verdicts[id] = spoken
      .map((revision) => {
        const results = report.legs.find((leg) => leg.revision === revision)?.results;
        const verdict = results?.find((result) => result.case === id)?.verdict;
        return verdict === undefined ? '-' : letters[verdict];
      })
      .join('');
  const { name, version } = report.legs[0]?.server ?? { name: '', version: '' };
  return {
    headline: report.headline,
    server: `${name} ${version}`.trim(),
    revisions: spoken,
    summary: report.summary,
    findings: gathered(report, ({ verdict }) => verdict === 'fail' || verdict === 'warn', folder),
    untested: gathered(report, ({ verdict }) => verdict === 'untested', folder),
    verdicts,
  };
}

const fileOf = (name: string, root: string): string => `${root}/field/results/${name}.json`;

/** Reads what a run has written; undefined where there was none. */
export function readDigest(name: string, root = '.'): Digest | undefined {
  const file = fileOf(name, root);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Digest) : undefined;
}

/** Writes field/results/<name>.json. */
export function writeDigest(digest: Digest, root = '.'): void {
  writeFileSync(fileOf(digest.name, root), `${JSON.stringify(digest, null, 1)}\n`);
}

/** Everything that was said of an implementation, with the transport over which. */
export const allSaid = (digest: Digest, what: 'findings' | 'untested'): (Said & { name: string; over: Way })[] =>
  ways.flatMap((over) => (digest[over]?.[what] ?? []).map((said) => ({ ...said, name: digest.name, over })));
