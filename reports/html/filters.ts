import type { Report } from '../../harness/report.ts';
import { type Html, html, plain, shorten } from '../escape.ts';
import { suiteOf } from '../matrix.ts';
import { marks, verdictWords } from '../words.ts';
import { reading, verdictClass } from './parts.ts';

// Each with its NOT: who looks for what binds wants both.
const levelChoices = [
  ['MUST', 'MUST'],
  ['SHOULD', 'SHOULD'],
  ['SCHEMA', 'SCHEMA'],
] as const;

const mostChoices = 100;

const choice = (name: string, label: string, choices: readonly (readonly [string, string])[]): Html =>
  html`<label>${label} <select name="${name}"><option value="">all</option>${choices
    .slice(0, mostChoices)
    .map(([value, words]) => html`<option value="${value}">${words}</option>`)}</select></label>\n`;

const own = (values: Iterable<string>): [string, string][] =>
  [...new Set(values)].map((value) => [shorten(value, 80), shorten(value, 80)]);

/** The filters of a page, hidden until the script shows them: without it they would do nothing. */
export function filterForm(
  suites: Iterable<string>,
  revisions: Iterable<string>,
  more: Html | undefined = undefined,
): Html {
  const chips = reading.map(
    (verdict) =>
      html`<label class="chip ${verdictClass(verdict)}"><input type="checkbox" name="verdict" value="${verdictClass(verdict)}"><span class="mark" aria-hidden="true">${marks[verdict]}</span> ${verdictWords[verdict]} <b data-count="${verdictClass(verdict)}"></b></label>\n`,
  );
  const spoken = own(revisions);
  return html`<form class="filters" id="filters" hidden="" aria-label="Filter the results">
<fieldset><legend class="heard">Verdict</legend>
${chips}</fieldset>
${choice('level', 'Level', levelChoices)}${choice('suite', 'Suite', own(suites))}${spoken.length > 0 ? choice('revision', 'Revision', spoken) : undefined}${more}<label>Text <input type="search" name="text" autocomplete="off" maxlength="200"></label>
<button type="reset" hidden="">Clear</button>
<p role="status"></p>
</form>\n`;
}

/** The filters of one report. */
export const reportFilters = (report: Report): Html =>
  filterForm(
    report.legs.flatMap(({ results }) => results.map((result) => suiteOf(plain(result.case)))),
    report.legs.map(({ revision }) => plain(revision)),
  );
