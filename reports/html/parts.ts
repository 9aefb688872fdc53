import type { Verdict } from '../../harness/report.ts';
import { grouped, Html, html, plain, shorten } from '../escape.ts';
import type { ShownLine } from '../exchange.ts';
import { marks, transportWords, verdictWords } from '../words.ts';

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

/** A link, if it is one that a browser may follow; else its text. */
export function link(address: unknown, text: unknown = address): Html {
  const href = plain(address);
  if (href.length > 2_000 || !/^https?:\/\//i.test(href)) return html`${shorten(text, 300)}`;
  return html`<a href="${href}" rel="noopener noreferrer">${shorten(text, 300)}</a>`;
}

/** A verdict as mark and word, so that colour is never the only sign. */
export const verdictSign = (verdict: Verdict): Html =>
  html`<span class="mark" aria-hidden="true">${marks[verdict]}</span> ${verdictWords[verdict]}`;

/** A verdict as the name of a style class; anything unknown has none. */
export const verdictClass = (verdict: Verdict): string => (Object.hasOwn(marks, verdict) ? verdict : '');

/** A row of a description list; none where there is nothing to say. */
export const entry = (term: string, description: unknown): Html | undefined =>
  description === '' || description === undefined ? undefined : html`<dt>${term}</dt><dd>${description}</dd>\n`;

const directions = {
  out: ['→', 'sent'],
  in: ['←', 'received'],
  stderr: ['·', 'standard error'],
  event: ['·', 'event'],
} as const;

/** One line of a transcript. */
export function messageLine({ n, ms, direction, summary, body }: ShownLine): Html {
  const [arrow, word] = directions[direction] ?? directions.event;
  const time = Number.isFinite(ms) ? `${grouped(Math.round(ms))} ms` : '';
  return html`<div class="line ${direction === 'in' ? 'in' : 'out'}">
<p><span class="arrow" aria-hidden="true">${arrow}</span><b>${summary || word}</b> <small>${summary ? `${word}, ` : ''}line ${n}${time && `, ${time}`}</small></p>
${body === '' ? '' : html`<pre>${body}</pre>`}
</div>\n`;
}

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
