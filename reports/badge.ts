import { extname } from 'node:path';
import type { Headline, Report } from '../harness/report.ts';
import { html as xml } from './escape.ts';
import { staleIssues } from './known.ts';
import type { Reporter } from './options.ts';
import { plural } from './words.ts';

const label = 'MCP resources';

/** The colours of each headline: the name that badge services know, and the same as a value. */
const colors: Record<Headline, readonly [name: string, value: string]> = {
  conformant: ['brightgreen', '#2c7a1f'],
  'partly tested': ['yellow', '#8a6100'],
  'nothing to judge': ['lightgrey', '#5f6368'],
  'not conformant': ['red', '#b3261e'],
  'could not run': ['lightgrey', '#5f6368'],
};

/** The message of a badge: the headline, and what a reader must not overlook. Nothing in it comes from the server. */
function messageOf(report: Report): string {
  const headline: string = Object.hasOwn(colors, report.headline) ? report.headline : 'could not run';
  const known = new Set(
    report.legs.flatMap(({ results }) =>
      results.filter(({ verdict, knownIssue }) => verdict === 'fail' && knownIssue).map((result) => result.case),
    ),
  ).size;
  const stale = staleIssues(report).length;
  return [
    headline,
    ...(known > 0 ? [plural(known, 'known issue')] : []),
    ...(stale > 0 ? [plural(stale, 'stale issue')] : []),
  ].join(', ');
}

function colorOf(report: Report): readonly [name: string, value: string] {
  if (staleIssues(report).length > 0) return colors['not conformant'];
  const excused = report.legs.some(({ results }) => results.some(({ knownIssue }) => knownIssue));
  // Green is for a server that breaks nothing, not for one whose failures are excused.
  if (report.headline === 'conformant' && excused) return colors['partly tested'];
  return colors[report.headline] ?? colors['could not run'];
}

/** A badge: an SVG, or for a file named `.json` what a badge service asks an endpoint for. */
export const badge: Reporter = (report, { file = '' }) => {
  const message = messageOf(report);
  const [name, color] = colorOf(report);
  if (extname(file).toLowerCase() !== '.json') return svg(message, color);
  const isError = report.headline === 'could not run';
  return `${JSON.stringify({ schemaVersion: 1, label, message, color: name, ...(isError && { isError }) }, null, 2)}\n`;
};

// Widths in a common sans-serif at 11 px; textLength makes every font keep to them.
const narrow = new Set('fijlrt,.:|! ');
const wide = new Set('mwMW');
const widthOf = (text: string): number =>
  Math.round(
    [...text].reduce(
      (sum, letter) => sum + (narrow.has(letter) ? 4 : wide.has(letter) ? 10 : /[A-Z]/.test(letter) ? 8 : 6.6),
      0,
    ),
  );

function svg(message: string, color: string): string {
  const [left, right] = [widthOf(label) + 12, widthOf(message) + 12];
  const whole = left + right;
  const part = (text: string, x: number, width: number) =>
    xml`<text x="${x}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
  return xml`<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" viewBox="0 0 ${whole} 20" role="img" aria-label="${label}: ${message}">
<title>${label}: ${message}</title>
<clipPath id="r"><rect width="${whole}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)">
<rect width="${left}" height="20" fill="#444"/>
<rect x="${left}" width="${right}" height="20" fill="${color}"/>
</g>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
${part(label, 6, left)}
${part(message, left + 6, right)}
</g>
</svg>
`.markup;
}
