import type { Verdict } from '../../harness/report.ts';
import { grouped, Html, html, plain, shorten } from '../escape.ts';
import type { ShownLine } from '../exchange.ts';
import { duration, marks, transportWords, verdictWords } from '../words.ts';

/** A bounded part of the page: what does not fit is left out, and the page says how much that was. */
export class Room {
  constructor(private left: number) {}
  /** Whether this piece still fits; if so, its bytes are spent. */
  takes(piece: Html): boolean {
    const size = Buffer.byteLength(piece.markup);
    if (size > this.left) return false;
    this.left -= size;
    return true;
  }
}

/** Text that came from the server, kept from reordering what stands around it. */
export const foreign = (text: unknown, max: number): Html => html`<bdi>${shorten(text, max)}</bdi>`;

/** Whether a browser may follow an address. */
export const isFollowed = (address: unknown): boolean =>
  plain(address).length <= 2_000 && /^https?:\/\//i.test(plain(address));

/** A link, if it is one that a browser may follow; else its text. */
export function link(address: unknown, text: unknown = address): Html {
  const href = plain(address);
  if (!isFollowed(href)) return html`${shorten(text, 300)}`;
  return html`<a href="${href}" rel="noopener noreferrer">${shorten(text, 300)}</a>`;
}

const classes: Record<Verdict, string> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  untested: 'untested',
  'not-applicable': 'na',
  error: 'error',
};

/** A verdict as the name of a style class; anything unknown has none. */
export const verdictClass = (verdict: Verdict): string => (Object.hasOwn(classes, verdict) ? classes[verdict] : '');

/** The verdicts in the order in which a reader looks for them. */
export const reading: readonly Verdict[] = ['fail', 'warn', 'error', 'untested', 'pass', 'not-applicable'];

/** The first of some verdicts in the order of reading. */
export const foremostVerdict = (verdicts: Iterable<Verdict>): Verdict | undefined => {
  const there = new Set(verdicts);
  return reading.find((verdict) => there.has(verdict));
};

/** A verdict as mark and word, so that colour is never the only sign. */
export const verdictSign = (verdict: Verdict): Html =>
  html`<span class="mark" aria-hidden="true">${marks[verdict]}</span> ${verdictWords[verdict]}`;

/** A verdict as its mark, with the word for those who hear the page. */
export const verdictMark = (verdict: Verdict): Html =>
  html`<span class="mark ${verdictClass(verdict)}" aria-hidden="true">${marks[verdict]}</span><span class="heard">${verdictWords[verdict]}: </span>`;

/** A row of a description list; none where there is nothing to say. */
export const entry = (term: string, description: unknown): Html | undefined =>
  description === '' || description === undefined ? undefined : html`<dt>${term}</dt><dd>${description}</dd>\n`;

const directions = {
  out: ['→', 'sent'],
  in: ['←', 'received'],
  stderr: ['·', 'standard error'],
  event: ['·', 'event'],
} as const;

/** The head of a line of a transcript: direction, what it is, number and time. */
export function lineHead({ n, ms, direction, summary }: Omit<ShownLine, 'body'>): Html {
  const [arrow, word] = directions[direction] ?? directions.event;
  const time = Number.isFinite(ms) ? `, ${duration(ms)}` : '';
  return html`<p><span class="arrow" aria-hidden="true">${arrow}</span><b>${summary || word}</b> <small>${summary ? `${word}, ` : ''}line ${n}${time}</small></p>`;
}

/** One line of a transcript, its body as it is given. */
export const lineMarkup = (line: Omit<ShownLine, 'body'>, body: Html | undefined): Html =>
  html`<div class="line ${line.direction === 'in' ? 'in' : 'out'}">
${lineHead(line)}
${body}
</div>\n`;

/** The place of a leg in words: "2026-07-28 over stdio". */
export const legWords = ({
  revision,
  transport,
}: {
  revision: string;
  transport: keyof typeof transportWords;
}): string => `${plain(revision)} over ${transportWords[transport] ?? plain(transport)}`;

/** The names of cases in code type, the first `most` of them. */
export function caseNames(ids: readonly string[], most: number): Html {
  const shown = ids.slice(0, most).map((id, at) => html`${at > 0 ? ', ' : ''}<code>${shorten(id, 80)}</code>`);
  return html`${shown}${ids.length > most ? ` and ${grouped(ids.length - most)} more` : ''}`;
}

/** A part of the page with a heading of its own, to which the contents lead. */
export interface Section {
  id: string;
  title: string;
  content: Html;
}

/** A section with its heading. */
export const sectionMarkup = ({
  id,
  title,
  content,
}: Section): Html => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}</section>\n`;

/** Joins what is there. */
export const rows = (items: readonly (Html | undefined)[]): Html =>
  new Html(items.map((item) => item?.markup ?? '').join(''));
