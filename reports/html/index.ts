import { createHash } from 'node:crypto';
import { Html, html, shorten } from '../escape.ts';
import { findings } from '../findings.ts';
import type { Reporter } from '../options.ts';
import { findingIds, findingSections } from './findings.ts';
import { matrixTable, reasonList } from './matrix.ts';
import { overview, runFacts, serverName } from './overview.ts';
import { type Section, sectionMarkup } from './parts.ts';
import { style } from './style.ts';
import { transcripts } from './transcript.ts';

const policy = (): string => {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
};

/** The report as one page that needs nothing else: no script, no network, no file beside it. */
export const page: Reporter = (report, options) => {
  const all = findings(report);
  const ids = findingIds(all);
  const sections: Section[] = findingSections(report, all, ids, options);
  const add = (id: string, title: string, content: Html | undefined): void => {
    if (content) sections.push({ id, title, content });
  };
  const spoken = report.legs.length > 0;
  add('cases', 'Every case', spoken ? matrixTable(report, all, ids) : undefined);
  const open = reasonList(report, 'untested');
  add(
    'untested',
    'Untested',
    open && html`<p class="quiet">What would make each testable, or what stands in its way.</p>\n${open}`,
  );
  const without = reasonList(report, 'not-applicable');
  add(
    'not-applicable',
    'Not applicable',
    without && html`<details><summary>Why these cases do not apply to this server</summary>\n${without}</details>\n`,
  );
  add('run', 'The run', runFacts(report));
  add('transcripts', 'Transcripts', spoken && options.transcripts !== false ? transcripts(report) : undefined);
  const title = `${serverName(report)}: ${shorten(report.headline, 40)}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="${shorten(report.tool.name, 80)} ${shorten(report.tool.version, 40)}">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${overview(report, all, ids, sections)}<main>
${sections.map(sectionMarkup)}</main>
<footer>Made by ${shorten(report.tool.name, 80)} ${shorten(report.tool.version, 40)}. Rules and links are those of the specification that each revision published.</footer>
</body>
</html>
`.markup;
};
