import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Report } from '../../harness/report.ts';
import type { RealServer } from '../servers/targets.ts';

/** The ways in which a real server is reached. */
export const ways = ['stdio', 'http'] as const;
export type Way = (typeof ways)[number];

/** What a failure or a warning says, and the revisions that show it. */
export type Findings = Record<string, string>;

/** What is pinned for a server over one transport. The counts are as they were when it was written: they grow with the cases. */
export interface Pinned {
  server: string;
  headline: string;
  revisions: string;
  summary: Omit<Report['summary'], 'error'>;
  findings: Findings;
}

/** One finding, taken apart. */
export interface Finding {
  verdict: 'fail' | 'warn';
  case: string;
  reason: string;
  revisions: string[];
}

const fileOf = (name: string, over: Way): URL => new URL(`findings/${name}.${over}.json`, import.meta.url);

/** Every failure and every warning of a report. */
export function findingsOf({ legs }: Report): Findings {
  const findings = new Map<string, string[]>();
  for (const { revision, results } of legs)
    for (const { case: id, verdict, reason } of results) {
      if (verdict !== 'fail' && verdict !== 'warn') continue;
      const finding = `${verdict} ${id}: ${reason}`;
      findings.set(finding, [...(findings.get(finding) ?? []), revision]);
    }
  return Object.fromEntries(
    [...findings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([finding, revisions]) => [finding, revisions.join(' ')]),
  );
}

/** The findings that are pinned, taken apart. */
export const taken = ({ findings }: Pinned): Finding[] =>
  Object.entries(findings).map(([finding, revisions]) => {
    const [, verdict, id, reason] = /^(fail|warn) ([^:]+): ([\s\S]*)$/.exec(finding)!;
    return { verdict: verdict as Finding['verdict'], case: id!, reason: reason!, revisions: revisions.split(' ') };
  });

/** What is pinned of a server; undefined where nothing is yet. */
export function readPinned(name: string, over: Way): Pinned | undefined {
  const file = fileOf(name, over);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Pins what a report says of a server. */
export function pin({ name, package: of, version }: RealServer, over: Way, report: Report): void {
  const { error: _error, ...summary } = report.summary;
  const pinned: Pinned = {
    server: `${of} ${version}`,
    headline: report.headline,
    revisions: report.legs.map(({ revision }) => revision).join(' '),
    summary,
    findings: findingsOf(report),
  };
  writeFileSync(fileOf(name, over), `${JSON.stringify(pinned, null, 2)}\n`);
}
