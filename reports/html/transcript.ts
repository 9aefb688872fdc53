import type { Leg, Report } from '../../harness/report.ts';
import { type Html, html } from '../escape.ts';
import { shownLine } from '../exchange.ts';
import { plural } from '../words.ts';
import { legWords, messageLine, Room } from './parts.ts';

// A leg of ordinary length is whole; one that listed ten thousand pages is not.
const roomOfLeg = 150_000;
const bounds = { string: 120, items: 8, depth: 6, lines: 16, width: 100 };

function legTranscript(leg: Leg): Html {
  const room = new Room(roomOfLeg);
  const shown: Html[] = [];
  for (const line of leg.transcript) {
    const piece = messageLine(shownLine(line, bounds));
    if (!room.takes(piece)) break;
    shown.push(piece);
  }
  const leftOut = leg.transcript.length - shown.length;
  return html`<details>
<summary>${legWords(leg)}: ${plural(leg.transcript.length, 'line')}</summary>
${shown}${leftOut > 0 ? html`<p class="quiet">${plural(leftOut, 'more line')}, left out here; the JSON report has them all.</p>\n` : ''}</details>\n`;
}

/** What went over the wire in each leg, folded, in order. */
export const transcripts = (report: Report): Html => html`${report.legs.map(legTranscript)}`;
