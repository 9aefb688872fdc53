import { type Html, html, shorten } from '../escape.ts';
import { findings } from '../findings.ts';
import type { Reporter } from '../options.ts';
import { documentMarkup } from './document.ts';
import { transcripts } from './exchange.ts';
import { reportFilters } from './filters.ts';
import { findingIds, findingSections } from './findings.ts';
import { matrixTable, reasonList } from './matrix.ts';
import { overview, serverName } from './overview.ts';
import { type Section, sectionMarkup } from './parts.ts';
import { specView } from './spec-view.ts';

/** Bytes of all sections but the transcripts; with the frame, the style and the script the page stays below 300 kB. */
const roomOfPage = 245_000;

/** The report as one page that needs nothing else: no network, no file beside it, and no script to be read. */
export const page: Reporter = (report, options) => {
  const all = findings(report);
  const ids = findingIds(all);
  const { sections, shown } = findingSections(report, all, ids, options);
  const linked = new Map([...ids].filter(([finding]) => shown.has(finding)));
  const rest: Section[] = [];
  const add = (id: string, title: string, content: Html | false | undefined): void => {
    if (content) rest.push({ id, title, content });
  };
  const spoken = report.legs.length > 0;
  add('specification', 'In the order of the specification', spoken && specView(report));
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
  if (spoken) {
    // The table of cases has what the others leave of the page's size.
    const spent = [...sections, ...rest].reduce((sum, { content }) => sum + Buffer.byteLength(content.markup), 0);
    const content = matrixTable(report, all, linked, roomOfPage - spent);
    sections.push({ id: 'cases', title: 'Every case', content });
  }
  sections.push(...rest);
  if (spoken && options.transcripts !== false)
    sections.push({ id: 'transcripts', title: 'Transcripts', content: transcripts(report.legs) });
  const tool = `${shorten(report.tool.name, 80)} ${shorten(report.tool.version, 40)}`;
  return documentMarkup(
    `${serverName(report)}: ${shorten(report.headline, 40)}`,
    tool,
    html`${overview(report, all, linked, sections)}<main>
${spoken ? reportFilters(report) : undefined}${sections.map((each: Section) => sectionMarkup(each))}</main>
<footer>Made by ${tool}. Rules and links are those of the specification that each revision published.</footer>
`,
  );
};
