import type { Leg, Report, Result, Verdict } from '../../harness/report.ts';
import { grouped, type Html, html, plain, shorten } from '../escape.ts';
import { suiteOf } from '../matrix.ts';
import { listed, plural, verdictWords } from '../words.ts';
import { caseNames, foreign, foremostVerdict, link, Room, reading, verdictClass, verdictMark } from './parts.ts';
import { bySpecification, type Place, pageTitle, placeOf } from './spec-order.ts';

const roomForRules = 62_000;

interface Seen {
  leg: Leg;
  result: Result;
}

/** Rules that one exchange decides, wherever their wording and level are the same. */
interface Wording {
  level: string;
  rules: string[];
  seen: Seen[];
}

interface Entry {
  case: string;
  title: string;
  place: Place;
  link: string;
  wordings: Wording[];
}

const isBound = ({ result }: Seen): boolean => result.verdict !== 'not-applicable';

function wordingsOf(seen: readonly Seen[]): Wording[] {
  const found = new Map<string, Wording>();
  for (const each of seen) {
    const { level, rules } = each.result;
    // The broken rule stands first in each result; which that is makes no other wording.
    const key = JSON.stringify([level, [...rules].sort()]);
    const wording = found.get(key);
    if (wording) wording.seen.push(each);
    else found.set(key, { level: plain(level), rules: [...rules], seen: [each] });
  }
  return [...found.values()].reverse();
}

/** The cases of a report, each at the place of its rule in the newest revision that has it. */
function entries(report: Report): { applied: Entry[]; idle: Entry[] } {
  const byCase = new Map<string, Seen[]>();
  for (const leg of report.legs)
    for (const result of leg.results) {
      const seen = byCase.get(result.case);
      if (seen) seen.push({ leg, result });
      else byCase.set(result.case, [{ leg, result }]);
    }
  const all = [...byCase.values()].map((seen) => {
    const bound = seen.filter(isBound);
    const newest = (bound.length > 0 ? bound : seen).reduce((one, each) =>
      each.leg.revision >= one.leg.revision ? each : one,
    );
    const { case: id, title, link: address } = newest.result;
    return { case: id, title, link: plain(address), place: placeOf(address), wordings: wordingsOf(bound) };
  });
  all.sort((one, other) => bySpecification(one.place, other.place));
  return {
    applied: all.filter(({ wordings }) => wordings.length > 0),
    idle: all.filter(({ wordings }) => wordings.length === 0),
  };
}

/** "in 2025-06-18 and 2026-07-28"; nothing where it is everywhere. */
function inRevisions(seen: readonly Seen[], everywhere: number): string {
  const revisions = [...new Set(seen.map(({ leg }) => shorten(leg.revision, 20)))];
  return revisions.length === everywhere ? '' : ` in ${listed(revisions)}`;
}

function verdictLine(wording: Wording, verdict: Verdict, everywhere: number): Html | undefined {
  const seen = wording.seen.filter(({ result }) => result.verdict === verdict);
  if (seen.length === 0) return undefined;
  const reasons = [...new Set(seen.map(({ result }) => plain(result.reason)))];
  // A finding has its words above; what is untested has its remedy here.
  const why = verdict === 'untested' && reasons[0] ? html`: <span class="why">${foreign(reasons[0], 200)}</span>` : '';
  return html`<span class="${verdictClass(verdict)}">${verdictMark(verdict)} ${verdictWords[verdict]}</span>${inRevisions(seen, everywhere)}${why} `;
}

function wordingLine(wording: Wording, everywhere: number): Html {
  const parts = reading.flatMap((verdict) => verdictLine(wording, verdict, everywhere) ?? []);
  const ids = wording.rules.slice(0, 6).map((rule) => html` <code>${shorten(rule, 80)}</code>`);
  return html`<p>${parts}<small><b class="level">${shorten(wording.level, 20)}</b>${ids}</small></p>`;
}

const headingWords = ({ page, heading }: Place): string => {
  // The anchors of types are in lower case, their names are not: no words of ours.
  if (page === 'schema' && heading !== '') return `#${shorten(heading, 60)}`;
  const words = shorten(heading.replace(/^_+/, ''), 60).replaceAll('-', ' ').trim();
  return words === '' ? 'The page' : words[0]!.toUpperCase() + words.slice(1);
};

function item(entry: Entry, everywhere: number): Html {
  return html`<li data-case="${shorten(entry.case, 80)}" data-suite="${shorten(suiteOf(entry.case), 80)}"><span>${link(entry.link, headingWords(entry.place))}</span><div><p>${shorten(entry.title, 200)}</p>${entry.wordings.map((each) => wordingLine(each, everywhere))}</div></li>\n`;
}

const worstOf = (entry: Entry): Verdict =>
  foremostVerdict(entry.wordings.flatMap(({ seen }) => seen.map(({ result }) => result.verdict))) ?? 'not-applicable';

function pageMarkup(
  page: string,
  applied: readonly Entry[],
  idle: readonly Entry[],
  everywhere: number,
  room: Room,
): Html {
  const items = applied.map((each) => item(each, everywhere)).filter((each) => room.takes(each));
  const leftOut = applied.length - items.length;
  const counts = reading.flatMap((verdict) => {
    const count = applied.filter((each) => worstOf(each) === verdict).length;
    return count === 0
      ? []
      : [html`<span class="${verdictClass(verdict)}">${verdictMark(verdict)}${grouped(count)}</span> `];
  });
  const names = caseNames(
    idle.map((each) => each.case),
    20,
  );
  const rest = html`<p class="quiet">${plural(idle.length, 'case')} that ${idle.length === 1 ? 'does' : 'do'} not apply: ${names}</p>\n`;
  return html`<details class="page"><summary><h3>${pageTitle(page)}</h3> <span class="counts">${counts}</span></summary>
${items.length > 0 ? html`<ul>\n${items}</ul>\n` : ''}${leftOut > 0 ? html`<p class="quiet">${grouped(leftOut)} more are left out here; the JSON report has them all.</p>\n` : ''}${idle.length > 0 && room.takes(rest) ? rest : ''}</details>\n`;
}

/** Each rule with its verdict, in the order of the specification's pages, and what would make the untested ones testable. */
export function specView(report: Report): Html {
  const { applied, idle } = entries(report);
  const everywhere = new Set(report.legs.map(({ revision }) => revision)).size;
  const room = new Room(roomForRules);
  const all = [...applied, ...idle].sort((one, other) => bySpecification(one.place, other.place));
  const pages = [...new Set(all.map(({ place }) => place.page))];
  const on = (list: readonly Entry[], page: string): Entry[] => list.filter(({ place }) => place.page === page);
  return html`<p class="quiet">Each rule of the cases that apply, with its verdict; where it is untested, what would make it testable. The numbers count cases by the worst of their verdicts.</p>
${pages.map((page) => pageMarkup(page, on(applied, page), on(idle, page), everywhere, room))}`;
}
