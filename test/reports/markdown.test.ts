import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../harness/report.ts';
import { visible } from '../../reports/escape.ts';
import { code, link, text } from '../../reports/markdown/text.ts';
import { markdown } from '../../reports/markdown.ts';
import { hostileReport, hostileStrings, misshapenReport } from './hostile.ts';
import { cleanReport, knownReport, sampleReport } from './sample.ts';

const gfm = new Marked({ gfm: true });
const rendered = (source: string): string => gfm.parse(source, { async: false });
const make = (report: Report, options = {}): string => markdown(report, options);

const allowed = new Set('h2 h4 p ul li strong code pre a table thead tbody tr th td details summary br'.split(' '));
const tags = (page: string) => [...page.matchAll(/<\/?([a-z][a-z0-9-]*)((?:\s[^<>]*)?)\/?>/gi)];
/** What is in a page beside the few tags of ours, and links to elsewhere than the specification. */
const foreign = (page: string): string[] => [
  ...tags(page)
    .filter(([, name, attributes]) => !allowed.has(name!.toLowerCase()) || (attributes!.trim() !== '' && name !== 'a'))
    .map(([tag]) => tag),
  ...[...page.matchAll(/<a [^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/^<a href="https:\/\/(?:modelcontextprotocol\.io|tracker\.example)\/[^"<>]*">$/.test(tag)),
];
/** The text of a page, as people see it. */
const shown = (page: string): string =>
  page
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

const summaryOf = (source: string): string => source.slice(0, source.indexOf('<details>'));

describe('the Markdown report', () => {
  it('begins with a summary of at most a screen, and folds the rest', () => {
    for (const report of [sampleReport(), cleanReport(), knownReport(), hostileReport()]) {
      const source = make(report);
      expect(summaryOf(source).trim().split('\n').length).toBeLessThanOrEqual(30);
      expect(summaryOf(source).length).toBeLessThan(12_000);
      expect(source.match(/<details>/g)!.length).toBe(source.match(/<\/details>/g)!.length);
      expect(source.trimEnd().endsWith('</details>')).toBe(true);
    }
  });

  it('leads with the headline, the counts of each leg, and what to mend first', () => {
    const page = shown(rendered(summaryOf(make(sampleReport()))));
    expect(page).toContain('MCP resources: not conformant');
    expect(page).toContain('docs-server 2.4.1 over stdio. 3 cases failed, in all 4 revisions.');
    expect(page).toMatch(/2026-07-28\s+11\s+3\s+2\s+4\s+3\s+0/);
    expect(page.indexOf('A path that climbs out')).toBeGreaterThan(0);
    expect(page.indexOf('A path that climbs out')).toBeLessThan(page.indexOf('A blob is base64'));
    expect(page).toContain('Not spoken: 2025-03-26');
  });

  it('shows in the details what mends a finding', () => {
    const page = shown(rendered(make(sampleReport())));
    for (const part of [
      'expected: error -32602',
      'got: -32603',
      '→ resources/read',
      '{ "uri": "doc://nope"',
      'hint: Look the URI up before reading it',
      '--only not-found/code --revision 2026-07-28',
      'the server does not declare resources.subscribe',
      'no listed resource has a size; name one with --read <uri>',
    ])
      expect(page).toContain(part);
  });

  it('has a row for every case', () => {
    const source = make(sampleReport());
    const [{ results }] = sampleReport().legs as [Report['legs'][0]];
    for (const { case: id } of results) expect(source).toContain(`| <code>${id}</code> |`);
  });

  it('says of a run without legs why', () => {
    const report = {
      ...sampleReport(),
      legs: [],
      headline: 'could not run',
      absent: [{ revision: '2026-07-28', why: 'it ended with exit code 1' }],
    } as Report;
    expect(shown(rendered(make(report)))).toMatch(/could not run[\s\S]*it ended with exit code 1/);
  });

  it('keeps what is known apart from the findings', () => {
    const source = make(knownReport());
    expect(source).toContain('<summary>Known issues (1)</summary>');
    expect(shown(rendered(source))).toContain('known: the fix is in review (https://tracker.example/7)');
    expect(summaryOf(source)).not.toContain('A blob is base64');
    expect(summaryOf(source)).toContain('4 results left aside as known issues');
    expect(summaryOf(source)).toContain('list/shape');
  });

  it.each(hostileStrings.map((hostile) => [JSON.stringify(hostile.slice(0, 40)), hostile]))(
    'shows %s as text, within what a comment may hold',
    (_, hostile) => {
      for (const report of [hostileReport(hostile), knownWith(hostile)]) {
        const source = make(report);
        expect(source.length).toBeLessThan(65_536);
        expect(foreign(rendered(source))).toEqual([]);
      }
    },
  );

  it('stays within bounds however much is wrong, and says what it left out', () => {
    const report = sampleReport();
    for (const leg of report.legs)
      leg.results = leg.results.concat(
        Array.from({ length: 3_000 }, (_, at) => ({
          ...leg.results[0]!,
          case: `list/case-${at}`,
          verdict: 'fail' as const,
          reason: `wrong in way x${at}`,
        })),
      );
    const source = make(report);
    expect(source.length).toBeLessThan(65_536);
    expect(source).toMatch(/… [\d,]+ more findings, which the other formats show/);
    expect(source).toContain('The table of every case is too long for here');
    expect(foreign(rendered(source))).toEqual([]);
  });

  it('is held to what can be broken', () => {
    for (const source of [
      '<img src=x>',
      '![i](//e.example/i)',
      'www.e.example',
      '*b*',
      '<b onclick=x>',
      '[x](https://e.example)',
    ])
      expect(foreign(rendered(source)), source).not.toEqual([]);
  });

  it('stands values of the wrong kind', () => expect(foreign(rendered(make(misshapenReport())))).toEqual([]));
});

/** A report whose known issues came from anywhere. */
function knownWith(hostile: string): Report {
  const report = knownReport();
  for (const { results } of report.legs)
    for (const result of results)
      if (result.knownIssue) Object.assign(result.knownIssue, { why: hostile, issue: hostile });
  for (const issue of report.staleIssues!) Object.assign(issue, { case: hostile, problem: hostile });
  return report;
}

describe('text in Markdown', () => {
  it.each(hostileStrings.slice(0, -1).map((hostile) => [JSON.stringify(hostile.slice(0, 40)), hostile]))(
    '%s is seen as it is',
    (_, hostile) => {
      const seen = shown(rendered(`a ${text(hostile, 5_000)} b`))
        .replace(/\u200b/g, '')
        .trim();
      expect(seen).toBe(`a ${visible(hostile)} b`);
      expect(
        foreign(
          rendered(`| ${text(hostile)} | ${code(hostile)} |\n| --- | --- |\n| ${text(hostile)} | ${code(hostile)} |`),
        ),
      ).toEqual([]);
    },
  );

  it('mentions nobody and names no issue, and can be copied where it is code', () => {
    expect(text('@everyone see #12 and GH-7')).toBe('@&#8203;everyone see #&#8203;12 and GH-&#8203;7');
    expect(shown(rendered(code('npx @scope/server --x "a b" *')))).toContain('npx @scope/server --x "a b" *');
  });

  it('links to the web alone', () => {
    expect(link('x', 'javascript:alert(1)')).toBe('x');
    expect(link('x', 'https://a.example/" onclick="y')).toBe('x');
    expect(link('x', 'https://a.example/?a=1&b="')).toBe('<a href="https://a.example/?a=1&amp;b=&quot;">x</a>');
  });
});
