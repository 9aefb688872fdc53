const filters = `
.filters {
  position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: .375rem 1rem;
  margin: 0 0 1rem; padding: .625rem 0; background: var(--ground); border-block: 1px solid var(--rule); font-size: .875rem;
}
.filters fieldset { display: flex; flex-wrap: wrap; gap: .375rem; margin: 0; padding: 0; border: 0; min-width: 0; }
.filters select, .filters input[type=search], .filters button, .copy {
  font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--strong); border-radius: .375rem; padding: .125rem .375rem;
}
.filters input[type=search] { width: 11rem; max-width: 100%; }
.filters label { white-space: nowrap; color: var(--quiet); }
.filters select, .filters input { color: var(--text); max-width: 12rem; }
.chip { position: relative; display: inline-flex; align-items: baseline; gap: .3125rem; padding: .125rem .625rem; border: 1px solid var(--rule); border-radius: 1rem; cursor: pointer; }
.filters .chip.pass { color: var(--pass); } .filters .chip.fail { color: var(--fail); } .filters .chip.warn { color: var(--warn); }
.filters .chip.untested { color: var(--untested); } .filters .chip.na { color: var(--none); } .filters .chip.error { color: var(--error); }
.chip input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
.chip:has(:checked) { border-color: currentColor; box-shadow: inset 0 0 0 1px currentColor; }
.chip:has(:focus-visible) { outline: 2px solid var(--untested); outline-offset: 2px; }
.chip b { font-variant-numeric: tabular-nums; }
.filters button, .copy { cursor: pointer; }
.filters p { margin: 0; color: var(--quiet); font-variant-numeric: tabular-nums; }
@media (min-width: 46.01rem) {
  .filters p { order: 1; margin-left: auto; }
  .filters::before { content: ""; order: 2; flex-basis: 100%; height: 0; }
  .filters > label, .filters > button { order: 3; }
}
@media (max-width: 46rem), (max-height: 30rem) { .filters { position: static; } }
`;

const findings = `
.finding {
  margin: 0 0 1rem; padding: 1rem 1.25rem; color: inherit;
  border: 1px solid var(--rule); border-left: 4px solid currentColor; border-radius: .5rem;
}
.finding:target { outline: 2px solid var(--untested); outline-offset: 2px; }
.finding.fail { border-left-color: var(--fail); } .finding.warn { border-left-color: var(--warn); }
.finding.error { border-left-color: var(--error); }
.finding h4 .mark { display: inline-block; min-width: 1.1em; }
.facts { margin: .25rem 0 .75rem; font-size: .875rem; max-width: none; }
.facts .level { color: var(--text); }
.level { font-weight: 650; }
.exchange > summary { padding-right: 9rem; color: var(--quiet); font-size: .875rem; }
.exchange > div { margin-top: .25rem; }
.line { margin: 0 0 .5rem; }
.line p { margin: 0 0 .125rem; font-size: .8125rem; max-width: none; }
.transcript .line pre { padding: .25rem .625rem; font-size: .75rem; }
.line .arrow { display: inline-block; min-width: 1.25rem; color: var(--quiet); }
.line.in .json, .line.in pre { background: none; box-shadow: inset 0 0 0 1px var(--rule); }
.line details:not(.fold) { font-size: .8125rem; margin: 0; }
.key, .more { color: var(--quiet); }
.json mark, pre mark { background: var(--mark); color: var(--text); box-shadow: 0 2px 0 var(--mark-line); border-radius: 2px; }
.json mark .key { color: inherit; font-weight: 650; }
.fold { display: inline; margin: 0; }
.fold summary { display: inline; padding: 0; text-decoration: underline dotted; text-underline-offset: .2em; }
.fold[open] summary { color: var(--quiet); }
.fold::details-content { display: none; }
.fold[open]::details-content { display: inline; content-visibility: visible; }
.fold > span { padding-left: .5rem; }
.copy { font-size: .75rem; line-height: 1.3; color: var(--quiet); }
dd:has(> pre + .copy) { display: flex; flex-wrap: wrap; gap: .375rem; align-items: start; }
dd > pre:has(+ .copy) { flex: 1 1 16rem; min-width: 0; }
dd > pre + .copy { padding: .375rem .625rem; }
.exchange { position: relative; }
.exchange .copy { position: absolute; top: .25rem; right: 0; padding: .125rem .625rem; }
`;

const matrix = `
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0 0 .75rem; padding: 0; font-size: .875rem; }
.scroll { overflow-x: auto; margin: 0 0 1rem; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: .875rem; overflow-wrap: break-word; }
caption { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--rule); }
th { font-weight: 400; }
thead th { color: var(--quiet); white-space: nowrap; vertical-align: bottom; background: var(--ground); line-height: 1.25; }
.matrix td, .matrix thead th + th { width: 5.75rem; text-align: center; padding-inline: .25rem; white-space: nowrap; }
.matrix td { position: relative; border-left: 2px solid var(--ground); }
.matrix td::before { font-weight: 700; }
.matrix td.pass::before { content: "✓" / ""; } .matrix td.fail::before { content: "✗" / ""; } .matrix td.warn::before { content: "!" / ""; }
.matrix td.untested::before { content: "?" / ""; } .matrix td.na::before { content: "–" / ""; } .matrix td.error::before { content: "E" / ""; }
.matrix td.pass { background: var(--pass-ground); } .matrix td.fail { background: var(--fail-ground); }
.matrix td.warn { background: var(--warn-ground); } .matrix td.untested { background: var(--untested-ground); }
.matrix td.error { background: var(--error-ground); }
.matrix td a { position: absolute; inset: 0; color: inherit; border-bottom: 2px solid currentColor; }
.matrix td b { font-weight: 400; font-variant-numeric: tabular-nums; margin-left: .375rem; }
.matrix td.off::before, .matrix td.off b, .matrix td.off sup { opacity: .25; }
.matrix td.off { background: none; }
.matrix tbody th { min-width: 11rem; padding-left: 16.75rem; text-indent: -16.75rem; }
.matrix tbody th code { display: inline-block; min-width: 16.25rem; margin-right: .25rem; text-indent: 0; }
.matrix tbody th small { line-height: 1.35; }
.matrix .suite th { font-weight: 650; padding-top: 1rem; }
.matrix .suite td { padding-top: 1rem; }
.matrix .changed { box-shadow: inset 3px 0 0 currentColor; }
.matrix td > small { display: block; font-size: .6875rem; line-height: 1.2; color: inherit; white-space: normal; }
.matrix td .turn { margin-left: .25rem; font-size: .625rem; }
.reports td, .reports th { padding-block: .5rem; }
.reports td:nth-child(2) { white-space: nowrap; }
.reports .nb { margin-right: .5rem; }
section + .filters { margin-top: 2.5rem; }
@media (min-width: 64rem) and (min-height: 30rem) {
  .matrix.few thead th { position: sticky; top: var(--bar, 0px); z-index: 1; box-shadow: 0 1px 0 var(--rule); }
  .scroll:has(> .few) { overflow: visible; }
}
`;

const pages = `
.page { border-bottom: 1px solid var(--rule); margin: 0; }
.page > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; padding: .4375rem 0; }
.page > summary::before { content: "▸" / ""; color: var(--quiet); width: .75rem; }
.page[open] > summary::before { content: "▾" / ""; }
.page h3 { margin: 0; flex: 1; }
.counts { font-size: .875rem; font-variant-numeric: tabular-nums; }
.counts > span { margin-left: .75rem; white-space: nowrap; }
.counts .mark { margin-right: .25rem; }
.page ul { list-style: none; margin: 0 0 .5rem; padding: 0; }
.page li { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 1.5rem; padding: .5rem 0 .5rem 1.75rem; border-top: 1px solid var(--rule); font-size: .875rem; }
.page li p { margin: 0; max-width: none; }
.why { color: var(--text); }
.reasons { list-style: none; margin: 0; padding: 0; max-width: 60rem; font-size: .9375rem; }
.reasons li { padding: .5rem 0; border-bottom: 1px solid var(--rule); }
`;

/** How the filters, the findings, the table of cases and the pages of the specification look. */
export const styleOfParts = filters + findings + matrix + pages;
