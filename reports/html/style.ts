/** The one style sheet of the page; its hash stands in the page's content security policy. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f6f7f9; --text: #1c2128; --quiet: #57606a; --rule: #d9dee4;
  --pass: #1a7436; --fail: #b3261e; --warn: #8a5800; --untested: #0a5fb5; --none: #68717c; --error: #8232a8;
  --fail-ground: #fdf3f2; --warn-ground: #fdf8ec; --error-ground: #f9f2fc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15181c; --raised: #1d2127; --text: #e3e6ea; --quiet: #9ca5b0; --rule: #343a42;
    --pass: #58c48c; --fail: #ff8a80; --warn: #e2b44c; --untested: #78b7f7; --none: #929ba6; --error: #d0a4f0;
    --fail-ground: #2a1b1c; --warn-ground: #272218; --error-ground: #241c2a;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 76rem;
  background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, h3, h4 { line-height: 1.25; margin: 0; font-weight: 650; text-wrap: balance; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.8vw, 2.25rem); letter-spacing: -0.015em; }
h2 { font-size: 1.375rem; margin: 3rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 1.75rem 0 .75rem; }
h3::first-letter { text-transform: uppercase; }
h3 span { font-weight: 400; color: var(--quiet); }
h4 { font-size: 1.0625rem; }
p { margin: .5rem 0; max-width: 46rem; }
a { color: var(--untested); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--untested); outline-offset: 2px; }
code, pre { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code, pre, bdi { unicode-bidi: isolate; }
pre {
  margin: 0; padding: .5rem .75rem; background: var(--raised); border-radius: .375rem;
  white-space: pre-wrap; tab-size: 2;
}
.quiet, .facts, small { color: var(--quiet); }
small { font-size: .8125rem; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .warn { color: var(--warn); }
.untested { color: var(--untested); } .not-applicable { color: var(--none); } .error { color: var(--error); }

.tool { margin: 0 0 2rem; }
.headline { margin: 0 0 .25rem; font-size: 1.0625rem; font-weight: 650; max-width: none; }
.headline .mark { margin-right: .25em; }
.lead { font-size: 1.0625rem; margin: .5rem 0 1.5rem; }
.tally { display: flex; flex-wrap: wrap; gap: .5rem 2rem; list-style: none; margin: 0 0 1.5rem; padding: 0; }
.tally b { display: block; font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.first { margin: 0; padding: 0; list-style: none; }
.first li { padding: .625rem 0; border-top: 1px solid var(--rule); }
.first small { display: block; }
.contents { margin: 1.5rem 0 0; }
.contents ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }

dl { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .375rem 1rem; margin: .75rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; }

.finding {
  margin: 0 0 1rem; padding: 1rem 1.25rem; color: inherit;
  border: 1px solid var(--rule); border-left: 4px solid currentColor; border-radius: .5rem;
}
.finding.fail { border-left-color: var(--fail); } .finding.warn { border-left-color: var(--warn); }
.finding.error { border-left-color: var(--error); }
.finding h4 .mark { display: inline-block; min-width: 1.1em; }
.facts { margin: .25rem 0 .75rem; font-size: .875rem; max-width: none; }
.level { font-weight: 650; color: var(--text); }
figure { margin: 1rem 0; }
figcaption { color: var(--quiet); font-size: .875rem; margin-bottom: .375rem; }
.line { margin: 0 0 .5rem; }
.line p { margin: 0 0 .125rem; font-size: .8125rem; max-width: none; }
.line .arrow { display: inline-block; min-width: 1.25rem; color: var(--quiet); }
.line.in pre { background: none; border: 1px solid var(--rule); }

.scroll { overflow-x: auto; margin: 0 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; overflow-wrap: break-word; }
caption { text-align: left; color: var(--quiet); padding: 0 0 .5rem; }
th, td { text-align: left; vertical-align: top; padding: .4375rem .75rem .4375rem 0; border-bottom: 1px solid var(--rule); }
th { font-weight: 400; }
th:first-child { padding-right: 1.25rem; }
thead th { color: var(--quiet); white-space: nowrap; vertical-align: bottom; }
.matrix td { white-space: nowrap; }
.matrix td[colspan] { white-space: normal; }
table:not(.matrix) tbody th { white-space: nowrap; }
.matrix td a { color: inherit; }
.matrix tbody th[scope=row] { min-width: 11rem; }
.matrix tbody th[scope=row] small { display: block; line-height: 1.35; }
.matrix tbody th[scope=rowgroup] { padding-top: 1.25rem; font-weight: 650; }
.mark { font-weight: 700; }

.reasons { list-style: none; margin: 0; padding: 0; max-width: 60rem; }
.reasons li { padding: .625rem 0; border-bottom: 1px solid var(--rule); }
details { margin: 0 0 .75rem; }
summary { cursor: pointer; padding: .25rem 0; }
details[open] > summary { margin-bottom: .75rem; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); font-size: .875rem; color: var(--quiet); }

@media (max-width: 40rem) {
  body { padding-top: 1rem; }
  .tool { margin-bottom: 1.25rem; }
  .tally { gap: .5rem 1.25rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: .5rem; }
  .finding { padding: .875rem 1rem; }
}
@media print {
  :root {
    color-scheme: light;
    --ground: #fff; --raised: #f6f7f9; --text: #000; --quiet: #444; --rule: #ccc;
    --pass: #1a7436; --fail: #b3261e; --warn: #8a5800; --untested: #0a5fb5; --none: #68717c; --error: #8232a8;
  }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .contents, #transcripts { display: none; }
  .scroll { overflow: visible; }
  h2, h3, h4 { break-after: avoid; }
  tr, .line, .reasons li { break-inside: avoid; }
}
`;
