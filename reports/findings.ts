import type { Harm, Level } from '../harness/case.ts';
import type { KnownIssue, Leg, Report, Result, Verdict } from '../harness/report.ts';
import type { TransportKind } from '../harness/transport/transport.ts';
import type { Revision } from '../harness/wire.ts';
import { plain } from './escape.ts';
import {
  type Cited,
  citedLines,
  type Exchange,
  exchangeOf,
  indexLines,
  type LineIndex,
  type ShowOptions,
} from './exchange.ts';
import { harmOrder, levels, rank } from './words.ts';

/** The verdicts that make a finding, most serious first. */
export const findingVerdicts = ['fail', 'warn', 'error'] as const satisfies readonly Verdict[];

/** Where something was seen. */
export interface Place {
  revision: Revision;
  transport: TransportKind;
}

/** A reason taken apart, where it says "expected X, got Y". */
export interface Contrast {
  /** What was being done; empty where the reason does not say. */
  context: string;
  expected: string;
  got: string;
}

/** One thing that is wrong, wherever it was seen. */
export interface Finding {
  case: string;
  title: string;
  verdict: (typeof findingVerdicts)[number];
  level: Level;
  harm: Harm;
  rules: string[];
  reason: string;
  contrast: Contrast | undefined;
  /** Other wordings of the same reason, each with the first place where it was given. */
  variants: { reason: string; place: Place }[];
  hint: string;
  /** The rule in the newest revision; `links` has it in each, `levels` has its level there. */
  link: string;
  links: ReadonlyMap<Revision, string>;
  levels: ReadonlyMap<Revision, Level>;
  places: Place[];
  unstable: boolean;
  knownIssue: KnownIssue | null;
  /** The place whose exchange stands for all: the newest revision. */
  shownPlace: Place;
  /** The lines that show it, bounded. */
  exchange: (most?: number, options?: ShowOptions) => Exchange;
  /** The same lines as they came, bounded in number alone. */
  cited: (most: number) => Cited;
}

/** Takes a reason apart at "expected … , got …"; undefined where it has another form. */
export function contrastOf(reason: string): Contrast | undefined {
  const at = /^expected |[:,;] expected /.exec(reason);
  if (!at) return undefined;
  const from = at.index + at[0].length;
  const turn = /, (?:but )?got /g;
  turn.lastIndex = from;
  const got = turn.exec(reason);
  if (!got) return undefined;
  return {
    context: reason.slice(0, at.index),
    expected: reason.slice(from, got.index),
    got: reason.slice(got.index + got[0].length),
  };
}

// What differs between legs without being another fault: quoted values, URIs, ids, revisions, positions in a list.
const shapeOf = (reason: string): string =>
  reason
    .slice(0, 2_000)
    .replace(/"[^"]*"/g, '""')
    .replace(/\b[a-z][a-z0-9+.-]{1,30}:[^\s"',;]+/gi, 'uri:')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{20,}/gi, 'id')
    .replace(/\b\d{4}-\d\d-\d\d\b/g, 'date')
    .replace(/(?<=\/|\[|#)\d+/g, '0');

interface Seen {
  leg: Leg;
  result: Result;
}

function merged(seen: Seen[], indexOf: (leg: Leg) => LineIndex): Finding {
  const placeOf = ({ leg }: Seen): Place => ({ revision: leg.revision, transport: leg.transport });
  const shown = seen.reduce((newest, each) => (each.leg.revision > newest.leg.revision ? each : newest));
  const { result } = shown;
  const reason = plain(result.reason);
  const variants = new Map<string, Place>();
  for (const each of seen) {
    const words = plain(each.result.reason);
    if (words !== reason && !variants.has(words)) variants.set(words, placeOf(each));
  }
  return {
    case: result.case,
    title: result.title,
    verdict: result.verdict as Finding['verdict'],
    level: result.level,
    harm: result.harm,
    rules: [...new Set([result, ...seen.map((each) => each.result)].flatMap(({ rules }) => rules))],
    reason,
    contrast: contrastOf(reason),
    variants: [...variants].map(([words, place]) => ({ reason: words, place })),
    hint: result.hint,
    link: result.link,
    links: new Map(seen.map(({ leg, result: { link } }) => [leg.revision, plain(link)])),
    levels: new Map(seen.map(({ leg, result: { level } }) => [leg.revision, level])),
    places: seen.map(placeOf),
    unstable: seen.some((each) => each.result.unstable),
    knownIssue: result.knownIssue ?? null,
    shownPlace: placeOf(shown),
    exchange: (most, options) => exchangeOf(indexOf(shown.leg), result.transcript, most, options),
    cited: (most) => citedLines(indexOf(shown.leg), result.transcript, most),
  };
}

/** Everything that is wrong, once each: fails before warns, worst harm first, then the most binding rule. */
export function findings(report: Report): Finding[] {
  const groups = new Map<string, Seen[]>();
  for (const leg of report.legs) {
    for (const result of leg.results) {
      if (rank<Verdict>(findingVerdicts, result.verdict) === findingVerdicts.length) continue;
      const excuse = result.knownIssue ? 'known' : '';
      const key = JSON.stringify([result.case, result.verdict, excuse, shapeOf(plain(result.reason))]);
      const group = groups.get(key);
      if (group) group.push({ leg, result });
      else groups.set(key, [{ leg, result }]);
    }
  }
  const indexes = new Map<Leg, LineIndex>();
  const indexOf = (leg: Leg): LineIndex => {
    const index = indexes.get(leg) ?? indexLines(leg);
    indexes.set(leg, index);
    return index;
  };
  return [...groups.values()]
    .map((seen) => merged(seen, indexOf))
    .sort(
      (one, other) =>
        rank(findingVerdicts, one.verdict) - rank(findingVerdicts, other.verdict) ||
        Number(one.knownIssue !== null) - Number(other.knownIssue !== null) ||
        rank(harmOrder, one.harm) - rank(harmOrder, other.harm) ||
        rank(levels, one.level) - rank(levels, other.level) ||
        other.places.length - one.places.length,
    );
}

/** The findings to mend first: the worst, of different cases, faults of the suite itself left aside. */
export function foremost(all: readonly Finding[], count = 2): Finding[] {
  const picked: Finding[] = [];
  for (const finding of all) {
    if (picked.length === count) break;
    if (finding.verdict === 'error' || finding.knownIssue !== null) continue;
    if (!picked.some((each) => each.case === finding.case)) picked.push(finding);
  }
  return picked;
}

/** The revisions of some places, each once, oldest first. */
export const revisionsOf = (places: readonly Place[]): Revision[] =>
  [...new Set(places.map(({ revision }) => revision))].sort();

/** The transports of some places, each once. */
export const transportsOf = (places: readonly Place[]): TransportKind[] => [
  ...new Set(places.map(({ transport }) => transport)),
];
