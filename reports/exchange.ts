import type { Leg, Line } from '../harness/report.ts';
import { isObject } from '../harness/wire.ts';
import { plain, shorten, visible } from './escape.ts';
import { type Bounds, Elided, prettyJson } from './pretty-json.ts';

/** A line of a transcript, made ready to be shown: bounded, harmless, yet to be escaped for its format. */
export interface ShownLine {
  n: number;
  ms: number;
  direction: Line['direction'];
  /** The method, the error code, or what else tells the line at a glance. */
  summary: string;
  /** Pretty JSON, or text on one line; empty where the summary says it all. */
  body: string;
}

/** Lines that were picked, and how many stand between or beyond them. */
export interface Exchange {
  lines: ShownLine[];
  leftOut: number;
}

/** What one message is, at a glance. */
export function summaryOf(message: unknown): string {
  if (Array.isArray(message)) return `batch of ${message.length}`;
  if (!isObject(message)) return '';
  if (Object.hasOwn(message, 'method')) return visible(shorten(message.method, 80));
  if (isObject(message.error)) return `error ${visible(shorten(message.error.code, 40))}`.trim();
  if (Object.hasOwn(message, 'error')) return 'error';
  return Object.hasOwn(message, 'result') ? 'result' : '';
}

const envelope = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/** What a message carries inside an envelope that is in order; the whole message where the envelope is not. */
export function payloadOf(message: unknown, direction: Line['direction']): unknown {
  if (!isObject(message) || message.jsonrpc !== '2.0') return message;
  const { id } = message;
  const named = id === undefined ? Object.hasOwn(message, 'method') : typeof id === 'string' || typeof id === 'number';
  const payloads = ['params', 'result', 'error'].filter((key) => Object.hasOwn(message, key));
  if (!named || payloads.length > 1 || Object.keys(message).some((key) => !envelope.includes(key))) return message;
  const payload: unknown = payloads.length === 1 ? message[payloads[0]!] : undefined;
  // What we send in _meta is the same in every request; that it is there is all that has to be seen.
  if (direction !== 'out' || !isObject(payload) || !isObject(payload._meta)) return payload;
  return { ...payload, _meta: new Elided(Object.keys(payload._meta).length) };
}

/** How the lines of an exchange are shown. */
export interface ShowOptions extends Partial<Bounds> {
  /** Only what a message carries, where its envelope is in order. */
  brief?: boolean;
}

/** What a line is, at a glance: HTTP status, method, error code, result. */
export function lineSummary({ direction, message, text, http }: Line): string {
  const status = isObject(http) && http.status !== undefined ? `HTTP ${visible(shorten(http.status, 12))}` : '';
  const noise = direction === 'in' && message === undefined && text !== undefined ? 'not a message' : '';
  return [status, summaryOf(message) || noise].filter((part) => part !== '').join(' ');
}

/** Makes one line ready to be shown. */
export function shownLine(line: Line, { brief = false, ...bounds }: ShowOptions = {}): ShownLine {
  const { n, ms, direction, message, http } = line;
  const hasStatus = isObject(http) && http.status !== undefined;
  const text = plain(line.text);
  const content = message === undefined || !brief ? message : payloadOf(message, direction);
  const parts = [
    isObject(http) && Object.keys(http).length > (hasStatus ? 1 : 0) ? prettyJson(http, { ...bounds, lines: 12 }) : '',
    content === undefined ? '' : prettyJson(content, bounds),
    text === '' ? '' : visible(shorten(text.trimEnd(), 600)),
  ];
  return {
    n,
    ms,
    direction,
    summary: lineSummary(line),
    body: parts.filter((part) => part !== '').join('\n'),
  };
}

// The answer that condemns stands at the end of what a case cites; the request that began it, at the start.
const pick = <T>(items: readonly T[], most: number): T[] => {
  if (items.length <= most) return [...items];
  const first = Math.floor(most / 3);
  return [...items.slice(0, first), ...items.slice(items.length - (most - first))];
};

/** Each line of a leg by its number. */
export type LineIndex = ReadonlyMap<number, Line>;

/** Indexes a leg's transcript. */
export const indexLines = (leg: Leg): LineIndex => new Map(leg.transcript.map((line) => [line.n, line]));

/** Lines that were picked as they are, and how many stand between or beyond them. */
export interface Cited {
  lines: Line[];
  leftOut: number;
}

/** The lines that a result cites, at most `most` of them; a number without a line is passed over. */
export function citedLines(index: LineIndex, cited: readonly number[], most: number): Cited {
  const known = [...new Set(cited)].flatMap((n) => index.get(n) ?? []);
  const lines = pick(known, most);
  return { lines, leftOut: known.length - lines.length };
}

/** The lines that a result cites, made ready to be shown. */
export function exchangeOf(index: LineIndex, cited: readonly number[], most = 6, options: ShowOptions = {}): Exchange {
  const { lines, leftOut } = citedLines(index, cited, most);
  return { lines: lines.map((line) => shownLine(line, options)), leftOut };
}
