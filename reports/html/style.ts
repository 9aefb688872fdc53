import { styleOfParts } from './style-parts.ts';

const page = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f5f6f8; --text: #1c2128; --quiet: #57606a; --rule: #dde1e7; --strong: #9aa3ad;
  --pass: #1a7436; --fail: #b3261e; --warn: #855300; --untested: #0a5fb5; --none: #626b76; --error: #8232a8;
  --pass-ground: #eef8f1; --fail-ground: #fdeceb; --warn-ground: #fdf5e1; --untested-ground: #ebf3fc; --error-ground: #f7edfb;
  --mark: #fff1a8; --mark-line: #b3261e;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15181c; --raised: #1d2127; --text: #e3e6ea; --quiet: #a0a9b4; --rule: #313740; --strong: #6b7580;
    --pass: #62c890; --fail: #ff8f86; --warn: #e6ba58; --untested: #82bdf9; --none: #99a2ad; --error: #d4acf2;
    --pass-ground: #16241c; --fail-ground: #301c1d; --warn-ground: #2a2417; --untested-ground: #17232f; --error-ground: #271e2e;
    --mark: #4a3a10; --mark-line: #ff8f86;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: calc(var(--bar, 0px) + 3.5rem); }
body {
  margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 80rem;
  background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, h3, h4 { line-height: 1.25; margin: 0; font-weight: 650; text-wrap: balance; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2.125rem); letter-spacing: -0.015em; }
h2 { font-size: 1.375rem; margin: 2.75rem 0 1rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .75rem; }
h3::first-letter { text-transform: uppercase; }
h3 span { font-weight: 400; color: var(--quiet); }
h4 { font-size: 1.0625rem; }
p { margin: .5rem 0; max-width: 48rem; }
a { color: var(--untested); text-underline-offset: .15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--untested); outline-offset: 2px; border-radius: 2px; }
code, pre, .json { font: .8125rem/1.5 var(--mono); }
code, pre, bdi, .json { unicode-bidi: isolate; }
pre, .json {
  margin: 0; padding: .5rem .75rem; background: var(--raised); border-radius: .375rem;
  white-space: pre-wrap; tab-size: 2;
}
small { font-size: .8125rem; }
.quiet, .facts, small { color: var(--quiet); }
.mark { font-weight: 700; }
.heard, .matrix td > span, .matrix td > a > span {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.pass { color: var(--pass); } .fail { color: var(--fail); } .warn { color: var(--warn); }
.untested { color: var(--untested); } .na { color: var(--none); } .error { color: var(--error); }

.tool { margin: 0 0 .375rem; font-size: .875rem; }
.headline { display: inline-block; margin: 1rem 0 0; padding: .1875rem .75rem; border-radius: 1rem; font-weight: 650; background: var(--raised); }
.headline.pass { background: var(--pass-ground); } .headline.fail { background: var(--fail-ground); }
.headline.untested { background: var(--untested-ground); } .headline.error { background: var(--error-ground); }
.headline .mark { margin-right: .4em; }
.lead { font-size: 1.1875rem; line-height: 1.4; margin: .625rem 0 1.25rem; }
ul.stale { list-style: none; margin: 0 0 1.25rem; padding: .5rem .75rem; border-radius: .375rem; background: var(--fail-ground); }
.tally { display: flex; flex-wrap: wrap; gap: .5rem 2.25rem; list-style: none; margin: 0 0 1.75rem; padding: 0; font-size: .875rem; }
.tally b { display: block; font-size: 1.625rem; line-height: 1.15; font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }

.harms { display: block; margin: 0 0 1.75rem; border-bottom: 1px solid var(--rule); }
.harms > div { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 2rem; padding: .75rem 0; border-top: 1px solid var(--rule); }
.harms dt { font-weight: 650; color: inherit; }
.harms dt::first-letter { text-transform: uppercase; }
.harms dt small { display: block; font-weight: 400; line-height: 1.35; }
.harms dd { color: var(--text); }
.harms p { margin: 0; }
.harms ul { list-style: none; margin: 0; padding: 0; }
.harms li { position: relative; padding-left: 1.5rem; margin: 0 0 .375rem; }
.harms li .mark { position: absolute; left: 0; }
.nb { white-space: nowrap; }
.run { font-size: .875rem; }
.spoken { list-style: none; margin: 0; padding: 0; }
.contents { margin: 1.5rem 0 0; padding: .625rem 0; border-top: 1px solid var(--rule); font-size: .875rem; }
.contents ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; list-style: none; margin: 0; padding: 0; }

dl { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .375rem 1rem; margin: .75rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; }
details { margin: 0 0 .5rem; }
summary { cursor: pointer; padding: .25rem 0; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); font-size: .875rem; color: var(--quiet); }
main > section > h2 { padding-top: .25rem; }
`;

const narrow = `
@media (max-width: 46rem) {
  body { padding-top: 1.25rem; }
  .tally { gap: .5rem 1.5rem; }
  .harms > div { grid-template-columns: minmax(0, 1fr); gap: .375rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: .5rem; }
  .finding { padding: .875rem 1rem; }
  .page li { grid-template-columns: minmax(0, 1fr); padding-left: 1rem; }
  .matrix thead th + th { writing-mode: vertical-rl; transform: rotate(180deg); text-align: left; padding-block: .25rem; border-bottom: 0; border-top: 1px solid var(--rule); }
  .matrix thead th + th br { display: none; }
  .matrix td, .matrix thead th + th { width: 2.25rem; min-width: 2.25rem; }
  .matrix td b { display: block; margin: 0; font-size: .75rem; }
  .matrix { overflow-wrap: anywhere; }
  .matrix tbody th { min-width: 8.5rem; }
  .matrix tbody th { padding-left: 0; text-indent: 0; }
  .matrix tbody th code, .matrix tbody th small { display: block; min-width: 0; }
}
`;

// All that matters is laid open on paper, in ink that a printer has; what works only on a screen is left away.
const print = `
@media print {
  :root {
    color-scheme: light;
    --ground: #fff; --raised: #f5f6f8; --text: #000; --quiet: #444; --rule: #ccc; --strong: #888;
    --pass: #1a7436; --fail: #b3261e; --warn: #855300; --untested: #0a5fb5; --none: #626b76; --error: #8232a8;
    --pass-ground: #eef8f1; --fail-ground: #fdeceb; --warn-ground: #fdf5e1; --untested-ground: #ebf3fc; --error-ground: #f7edfb;
    --mark: #fff1a8; --mark-line: #b3261e;
  }
  @page { size: A4; margin: 16mm 14mm; }
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  .contents, #transcripts, .copy, .filters fieldset, .filters label, .filters button { display: none; }
  .filters { position: static; border: 0; padding: 0; }
  .scroll { overflow: visible; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
  .fold > span, #idle { display: none; }
  summary { list-style: none; }
  summary::-webkit-details-marker { display: none; }
  h2, h3, h4, summary, .suite { break-after: avoid; }
  tr, .line p, .reasons li, .page li, .harms li, .headline { break-inside: avoid; }
  thead { display: table-header-group; position: static !important; }
  .matrix td, mark, pre, .json, .headline { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .page > summary::before { content: none; }
  .filters:not(.active) { display: none; }
  a { color: inherit; }
}
`;

/** The one style sheet of the page; its hash stands in the page's content security policy. */
export const style = page + styleOfParts + narrow + print;
