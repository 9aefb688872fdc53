import type { Leg, Line } from '../../harness/report.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';
import { type Html, html, plain, shorten, visible } from '../escape.ts';
import { type Cited, lineSummary, shownLine } from '../exchange.ts';
import type { Finding } from '../findings.ts';
import { Elided, prettyJson } from '../pretty-json.ts';
import { plural } from '../words.ts';
import { markedJson } from './marked-json.ts';
import { type MemberPath, offending } from './offending.ts';
import { legWords, lineMarkup, Room } from './parts.ts';

const none: ReadonlySet<MemberPath> = new Set();

/** What we send in _meta is the same in every request; that it is there is all that has to be seen. */
function withoutMeta(message: unknown): unknown {
  if (!isObject(message) || !isObject(message.params) || !isObject(message.params._meta)) return message;
  return { ...message, params: { ...message.params, _meta: new Elided(Object.keys(message.params._meta).length) } };
}

function lineOf(line: Line, marked: ReadonlySet<MemberPath>, noise: boolean): Html {
  const { message, direction, http } = line;
  const status = isObject(http) && Object.keys(http).length > (http.status === undefined ? 0 : 1);
  const text = plain(line.text).trimEnd();
  const shown = html`${visible(shorten(text, 600))}`;
  return lineMarkup(
    { ...line, summary: lineSummary(line) },
    html`${status && html`<details><summary>HTTP</summary><pre>${prettyJson(http, { lines: 20 })}</pre></details>`}${
      message === undefined
        ? undefined
        : html`<div class="json">${markedJson(direction === 'out' ? withoutMeta(message) : message, marked)}</div>`
    }${text !== '' && html`<pre>${noise ? html`<mark>${shown}</mark>` : shown}</pre>`}`,
  );
}

/** Which of some lines a finding speaks of, and which members there: the last answer in which anything fits. */
function marksOf({ lines }: Cited, reason: string): { line: Line | undefined; members: ReadonlySet<MemberPath> } {
  const received = lines.filter(({ direction }) => direction === 'in').reverse();
  for (const line of received) {
    const members = line.message === undefined ? none : offending(line.message, reason);
    if (members.size > 0 || (line.message === undefined && /not JSON|messages only|no message/i.test(reason)))
      return { line, members };
  }
  return { line: undefined, members: none };
}

/** The messages that show a finding, the member that it speaks of marked, long values folded; open where it is a failure. */
export function exchangeMarkup(finding: Finding): Html | undefined {
  const cited = finding.cited(6);
  if (cited.lines.length === 0) return undefined;
  const { line, members } = marksOf(cited, finding.reason);
  const shown = cited.lines.map((each) => lineOf(each, each === line ? members : none, each === line));
  return html`<details class="exchange"${finding.verdict === 'warn' ? undefined : openAttribute}>
<summary>What was said, in ${legWords(finding.shownPlace)}</summary>
<div data-copy="exchange">${shown}</div>
${cited.leftOut > 0 ? html`<p class="quiet">${plural(cited.leftOut, 'more line')} in the transcript</p>\n` : ''}</details>\n`;
}

const openAttribute = html` open=""`;

// What a message carries: its method stands above it, its envelope is shown where it is out of order.
const bounds = { brief: true, string: 120, items: 8, depth: 6, lines: 16, width: 120 };

/** Bytes of all transcripts on the page; a browser opens that in a moment. */
const roomOfTranscripts = 3_000_000;

function legTranscript(leg: Leg, bytes: number): Html {
  const room = new Room(bytes);
  // What a finding cites comes first, so that it is there however long the leg was.
  const cited = new Set(
    leg.results
      .filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict))
      .flatMap((result) => result.transcript),
  );
  const shown = new Map<number, Html>();
  for (const wanted of [true, false]) {
    for (const [at, line] of leg.transcript.entries()) {
      if (cited.has(line.n) !== wanted) continue;
      const ready = shownLine(line, bounds);
      const { message } = line;
      const id = isObject(message) ? shorten((message as JsonObject).id, 40) : '';
      const piece = lineMarkup(
        id === '' ? ready : { ...ready, summary: `${ready.summary} ${visible(id)}`.trim() },
        ready.body === '' ? undefined : html`<pre>${ready.body}</pre>`,
      );
      if (!room.takes(piece)) break;
      shown.set(at, piece);
    }
  }
  const parts: Html[] = [];
  let missing = 0;
  const gap = (): void => {
    if (missing > 0)
      parts.push(html`<p class="quiet">${plural(missing, 'line')} left out here; the JSON report has them all.</p>\n`);
    missing = 0;
  };
  for (const at of leg.transcript.keys()) {
    const piece = shown.get(at);
    if (!piece) missing++;
    else {
      gap();
      parts.push(piece);
    }
  }
  gap();
  return html`<details class="transcript">
<summary>${legWords(leg)}: ${plural(leg.transcript.length, 'line')}</summary>
${parts}</details>\n`;
}

/** What went over the wire in each leg, folded, in order, as far as there is room. */
export const transcripts = (legs: readonly Leg[]): Html =>
  html`${legs.map((leg) => legTranscript(leg, roomOfTranscripts / Math.max(1, legs.length)))}`;
