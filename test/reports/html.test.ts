import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../harness/report.ts';
import { page } from '../../reports/html/index.ts';
import { script } from '../../reports/html/script.ts';
import { hostileReport, hostileStrings, misshapenReport } from './hostile.ts';
import { cleanReport, sampleReport } from './sample.ts';

const allowed: Record<string, RegExp> = {
  a: /^( (href|rel)="[^"<>]*")+$/,
  th: /^( (scope|colspan|data-revision)="[a-z0-9-]+")*$/,
  tr: /^( (class|data-level)="[^"<>]*")*$/,
  td: /^( (class|data-level)="[^"<>]*")*$/,
  meta: /^( (charset|http-equiv|content|name)="[^"<>]*")+$/,
  time: /^ datetime="[^"<>]*"$/,
  html: /^ lang="en"$/,
  details: /^( (class|id|open)="[^"<>]*")*$/,
  input: /^( (type|name|value|autocomplete|maxlength)="[^"<>]*")+$/,
  select: /^ name="[a-z]+"$/,
  option: /^ value="[^"<>]*"$/,
  button: /^ type="reset" hidden=""$/,
  form: /^ class="filters" id="filters" hidden="" aria-label="[^"<>]*"$/,
};
const plainTags =
  /^(head|title|style|script|body|header|main|footer|nav|section|article|fieldset|legend|label|summary|div|h[1-4]|p|ul|li|dl|dt|dd|table|caption|thead|tbody|code|pre|bdi|b|strong|small|span|sup|mark|br)$/;
const plainAttributes =
  /^( (class|id|role|tabindex|aria-(label|labelledby|hidden)|data-(case|suite|verdict|revisions|copy|count))="[^"<>]*")*$/;

/** Every tag of a page, by a reading that knows nothing but what the page may hold; anything else throws. */
function tagsOf(markup: string): { name: string; attributes: string; close: boolean }[] {
  const body = markup
    .replace(/^<!doctype html>\n/, '')
    .replace(/<style>[^<]*/, '<style>')
    .replace(`<script>${script}</script>`, '');
  return body
    .split('<')
    .slice(1)
    .map((piece) => {
      const tag = /^(\/?)([a-z0-9]+)((?: [a-z-]+="[^"]*")*)>([^>]*)$/.exec(piece);
      if (!tag) throw new Error(`no tag of ours: <${piece.slice(0, 80)}`);
      const [, slash, name, attributes] = tag as unknown as [string, string, string, string];
      const known = name in allowed || plainTags.test(name);
      const fits = slash ? known && attributes === '' : known && (allowed[name] ?? plainAttributes).test(attributes);
      if (!fits) throw new Error(`tag or attribute that the page has no use for: <${name}${attributes.slice(0, 80)}>`);
      return { name, attributes, close: slash === '/' };
    });
}

/** Throws where tags are not closed in order, so that no text can have ended an element early. */
function balanced(markup: string): string[] {
  const open: string[] = [];
  const texts = tagsOf(markup);
  for (const { name, close } of texts) {
    if (name === 'meta' || name === 'br' || name === 'input') continue;
    if (!close) open.push(name);
    else if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
  }
  return open;
}

const attribute = (markup: string, name: string): string[] =>
  [...markup.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map((match) => match[1]!);
const rendered = (report: Report, options = {}): string => page(report, options);

describe('the page', () => {
  it('needs nothing beside it, and may do nothing but its one script', () => {
    const markup = rendered(sampleReport());
    const style = /<style>([^<]*)<\/style>/.exec(markup)![1]!;
    const hash = (text: string): string => `&#39;sha256-${createHash('sha256').update(text).digest('base64')}&#39;`;
    expect(markup).toContain(
      `http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src ${hash(style)}; script-src ${hash(script)}; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
    );
    expect(markup.match(/<script/g)).toHaveLength(1);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval|fetch|XMLHttp|import\(/);
    expect(markup).not.toMatch(/<(link|img|iframe|object|base)|url\(|@import| style=/);
    expect(
      attribute(markup, 'href')
        .filter((href) => !href.startsWith('#'))
        .every((href) => href.startsWith('https://modelcontextprotocol.io/')),
    ).toBe(true);
  });

  it.each([
    ['the sample', sampleReport()],
    ['a clean run', cleanReport()],
    ['a run without legs', { ...sampleReport(), legs: [], headline: 'could not run' } as Report],
    ['wrong kinds of values', misshapenReport()],
  ])('is well-formed for %s', (_, report) => {
    const markup = rendered(report);
    expect(balanced(markup)).toEqual([]);
    const ids = attribute(markup, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    for (const href of attribute(markup, 'href').filter((each) => each.startsWith('#')))
      expect(ids).toContain(href.slice(1));
    for (const id of attribute(markup, 'aria-labelledby')) expect(ids).toContain(id);
    const levels = [...markup.matchAll(/<h([1-6])/g)].map((match) => Number(match[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it('says what was found, worst first, with all that mends it', () => {
    const markup = rendered(sampleReport());
    const parts = [
      'docs-server 2.4.1',
      'not conformant',
      '3 cases failed, in all 4 revisions.',
      '<dt>leaks',
      'A path that climbs out',
      ': not so in <span class="nb">2026-07-28</span>',
      '<dt>breaks',
      'A blob is base64',
      ': not so in all 4 revisions',
      '<dt>misleads',
      '<dt>untidy',
      '2026-08-02, 09:30 UTC',
      'the server answered 2025-06-18',
      'Failures',
      'the alphabet of RFC 4648',
      '&quot;-&quot; at position 4',
      'Warnings',
      'Every case',
      'In the order of the specification',
      'name one with --read &lt;uri&gt;',
    ];
    let from = 0;
    for (const part of parts) {
      const at = markup.indexOf(part, from);
      expect(at, part).toBeGreaterThanOrEqual(from);
      from = at;
    }
  });

  it('has a matrix with a head for each row and column, marks with words, and ways to the findings', () => {
    const markup = rendered(sampleReport());
    const row = /<tr data-level="MUST"><th scope="row"><code>not-found\/code<\/code>.*?<\/tr>/s.exec(markup)![0];
    expect(
      row.match(/<td class="warn" data-level="SHOULD"><a href="#finding-\d+"><span>warn<\/span><\/a><\/td>/g),
    ).toHaveLength(3);
    expect(row).toMatch(/<td class="fail"><a href="#finding-3"><span>fail<\/span><\/a><\/td><\/tr>$/);
    expect(markup).toMatch(/<th scope="col" data-revision="2026-07-28">2026-07-28<br>/);
    expect(markup).toMatch(/<th scope="row">read<\/th><td class="fail"><span>fail, passed <\/span><b>2\/3<\/b><\/td>/);
    expect(markup).toContain('3 cases that do not apply to this server in any of these revisions');
  });

  it('marks the member that a finding speaks of, and folds what is long', () => {
    const markup = rendered(sampleReport());
    expect(markup).toContain('<mark><span class="key">&quot;code&quot;</span>: -32603</mark>');
    expect(markup).toMatch(
      /<details class="fold"><summary>&quot;iVBO-Rw0.{60,120}… <small>\(5,464 characters\)<\/small>/,
    );
  });

  it('has each rule in the order of the pages, and what would make the untested testable', () => {
    const markup = rendered(sampleReport());
    const view = markup.slice(markup.indexOf('id="specification"'), markup.indexOf('id="untested"'));
    const titles = [...view.matchAll(/<h3>([^<]*)<\/h3>/g)].map((match) => match[1]);
    expect(titles).toEqual([
      'Transports',
      'Server: resources',
      'Server: caching',
      'Server: completion',
      'Server: pagination',
      'Schema',
    ]);
    expect(view).toMatch(
      /untested<\/span>: <span class="why"><bdi>no folder may be written to; name one under fixtures.directory/,
    );
    const ids = sampleReport().legs.flatMap(({ results }) =>
      results.filter(({ verdict }) => verdict !== 'not-applicable').flatMap(({ rules }) => rules),
    );
    for (const id of new Set(ids)) expect(view).toContain(`<code>${id}</code>`);
  });

  it('folds the transcript of each leg, and leaves it out when asked', () => {
    const count = (options: object): number =>
      (rendered(sampleReport(), options).match(/<summary>[^<]* over stdio: 15 lines<\/summary>/g) ?? []).length;
    expect(count({})).toBe(4);
    expect(count({ transcripts: false })).toBe(0);
  });

  it('follows no link but one of the web', () => {
    const report = sampleReport();
    for (const leg of report.legs) for (const result of leg.results) result.link = 'javascript:alert(1)';
    const markup = rendered(report);
    expect(attribute(markup, 'href').every((href) => href.startsWith('#'))).toBe(true);
    expect(markup).toContain('<dd>javascript:alert(1)</dd>');
  });

  it.each(hostileStrings.map((hostile) => [JSON.stringify(hostile.slice(0, 40)), hostile]))(
    'is not touched by %s',
    (_, hostile) => {
      const markup = rendered(hostileReport(hostile));
      expect(balanced(markup)).toEqual([]);
      expect(markup).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Cs}/u,
      );
    },
  );

  it('stays below 300 kB without transcripts, however much is wrong, and says what it left out', () => {
    const report = hostileReport(hostileStrings.join(' '));
    const [first] = report.legs;
    for (const leg of report.legs) {
      const worst = first!.results.filter(({ verdict }) => verdict === 'fail');
      leg.results = Array.from({ length: 160 }, (_, at) => ({
        ...worst[0]!,
        case: `suite-${at % 12}/case-number-${at}-of-many`,
        verdict: at % 2 ? 'fail' : leg.revision === '2026-07-28' ? 'untested' : 'not-applicable',
        reason: `${leg.revision} ${'word'.repeat(at)} expected ${'<'.repeat(5_000)}, got ${'&'.repeat(5_000)}`,
        transcript: leg.transcript.map(({ n }) => n),
      }));
    }
    const markup = rendered(report, { transcripts: false });
    expect(Buffer.byteLength(markup)).toBeLessThan(300_000);
    expect(markup).toMatch(/\d+ more are left out here; the JSON report has them all/);
    expect(markup).toMatch(/\d+ more reasons are left out here/);
    expect(balanced(markup)).toEqual([]);
  });

  it('bounds the transcript of a long leg and counts the rest', () => {
    const report = sampleReport();
    const leg = report.legs[0]!;
    leg.transcript = Array.from({ length: 20_000 }, (_, at) => ({ ...leg.transcript[at % 15]!, n: at + 1 }));
    const markup = rendered(report);
    expect(markup.length).toBeLessThan(1_200_000);
    expect(markup).toMatch(/: 20,000 lines<\/summary>/);
    expect(markup).toMatch(/[\d,]+ lines left out here; the JSON report has them all/);
  });
});
