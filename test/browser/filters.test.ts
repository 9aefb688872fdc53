import { expect, it } from 'vitest';
import { page as pageOf } from '../../reports/html/index.ts';
import { sampleReport } from '../reports/sample.ts';
import { inChromium, type Opened } from './chromium.ts';

const report = sampleReport();
const markup = pageOf(report, {});
const results = report.legs.flatMap((leg) => leg.results.map((result) => ({ ...result, revision: leg.revision })));
const casesOf = (fits: (result: (typeof results)[number]) => boolean): string[] => [
  ...new Set(results.filter(fits).map((result) => result.case)),
];

const shownCases = ({ page }: Opened): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.matrix tr[data-level]')]
      .filter((row) => !row.closest('[hidden]'))
      .map((row) => row.querySelector('code')!.textContent!),
  );
const shownFindings = ({ page }: Opened): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('article.finding')]
      .filter((each) => !each.closest('[hidden]'))
      .map((each) => each.dataset.case!),
  );
const hashOf = ({ page }: Opened): Promise<string> => page.evaluate(() => location.hash);
const counts = ({ page }: Opened): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[data-count]')].map((each) => [
        each.dataset.count!,
        Number(each.textContent!.replace(/,/g, '')),
      ]),
    ),
  );
const sorted = (list: readonly string[]): string[] => [...list].sort();

inChromium('the filters of the page', (open) => {
  it('count everything before anything is chosen', async () => {
    const opened = await open(markup);
    expect(sorted(await shownCases(opened))).toEqual(sorted(casesOf(() => true)));
    const { summary } = report;
    expect(await counts(opened)).toEqual({
      pass: summary.pass,
      fail: summary.fail,
      warn: summary.warn,
      untested: summary.untested,
      na: summary.notApplicable,
      error: summary.error,
    });
    expect(await opened.page.textContent('#filters [role=status]')).toBe('92 results in 23 cases');
    expect(opened.complaints).toEqual([]);
    expect(opened.requests).toEqual([]);
  });

  it('show one verdict, in the table, the findings and the hash', async () => {
    const opened = await open(markup);
    await opened.page.check('#filters input[value=fail]', { force: true });
    const failed = casesOf(({ verdict }) => verdict === 'fail');
    expect(sorted(await shownCases(opened))).toEqual(sorted(failed));
    expect(sorted(await shownFindings(opened))).toEqual(sorted(failed));
    expect(await hashOf(opened)).toBe('#verdict=fail');
    expect(await opened.page.isVisible('#warnings')).toBe(false);
    expect(await opened.page.isVisible('.contents a[href="#warnings"]')).toBe(false);
    // The counts of other verdicts say what choosing them would show.
    expect((await counts(opened)).warn).toBe(report.summary.warn);
    expect(await opened.page.textContent('#filters [role=status]')).toBe(
      '6 results of 92 shown, in 3 cases; 3 findings of 8',
    );
    expect(await opened.page.textContent('tbody[data-suite=read] .suite td:nth-child(2)')).toContain('0/1');
  });

  it('combine level, suite, revision and text, and the counts follow', async () => {
    const opened = await open(markup);
    const { page } = opened;
    await page.selectOption('[name=revision]', '2026-07-28');
    expect((await counts(opened)).fail).toBe(
      results.filter((r) => r.verdict === 'fail' && r.revision === '2026-07-28').length,
    );
    expect(await page.isVisible('.matrix th[data-revision="2025-06-18"]')).toBe(false);
    await page.selectOption('[name=level]', 'MUST');
    const must = (r: (typeof results)[number]) => r.revision === '2026-07-28' && r.level.startsWith('MUST');
    expect(sorted(await shownCases(opened))).toEqual(sorted(casesOf(must)));
    await page.selectOption('[name=suite]', 'not-found');
    expect(sorted(await shownCases(opened))).toEqual(['not-found/code', 'not-found/no-empty-contents']);
    await page.fill('[name=text]', '  -32603 ');
    expect(await shownCases(opened)).toEqual(['not-found/code']);
    expect(await shownFindings(opened)).toEqual(['not-found/code']);
    expect(await hashOf(opened)).toBe('#level=MUST&suite=not-found&revision=2026-07-28&text=++-32603+');
    expect(await page.textContent('#filters [role=status]')).toContain('1 result of 92 shown');
    await page.click('#filters button');
    expect(await hashOf(opened)).toBe('');
    expect(await shownCases(opened)).toHaveLength(23);
    expect(opened.complaints).toEqual([]);
  });

  it('begin as the hash says, and follow it', async () => {
    const opened = await open(markup, { hash: '#verdict=warn,untested&suite=pagination' });
    expect(await shownCases(opened)).toEqual(['pagination/invalid-cursor']);
    expect(await opened.page.isChecked('input[value=untested]')).toBe(true);
    expect(await opened.page.inputValue('[name=suite]')).toBe('pagination');
    await opened.page.evaluate(() => {
      location.hash = '#text=blob';
    });
    await opened.page.waitForFunction(
      () => (document.querySelector('[name=text]') as HTMLInputElement).value === 'blob',
    );
    expect(await shownCases(opened)).toContain('read/blob-base64');
    expect(await shownCases(opened)).not.toContain('pagination/invalid-cursor');
    expect(await opened.page.isChecked('input[value=untested]')).toBe(false);
  });

  it('take nothing from a hash but what they know', async () => {
    const opened = await open(markup, {
      hash: '#verdict=fail,<img src=x onerror=alert(1)>,nope&level=javascript:alert(1)&suite=%3Cscript%3E&text=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
    });
    expect(await opened.page.inputValue('[name=level]')).toBe('');
    expect(await opened.page.inputValue('[name=text]')).toBe('<img src=x onerror=alert(1)>');
    expect(await opened.page.isChecked('input[value=fail]')).toBe(true);
    expect(await shownCases(opened)).toEqual([]);
    expect(await opened.page.textContent('#filters [role=status]')).toContain('0 results of 92 shown');
    expect(await opened.page.locator('img').count()).toBe(0);
    expect(opened.complaints).toEqual([]);
    expect(opened.requests).toEqual([]);
  });

  it('keep their state when a cell leads to its finding, and show what they hid', async () => {
    const opened = await open(markup, { hash: '#verdict=fail' });
    await opened.page.click('.matrix td.fail a >> nth=0');
    await opened.page.waitForFunction(() => location.hash.includes('at='));
    expect(await hashOf(opened)).toMatch(/^#verdict=fail&at=finding-\d$/);
    const at = (await hashOf(opened)).split('at=')[1]!;
    expect(await opened.page.locator(`#${at}`).evaluate((each) => each.getBoundingClientRect().top)).toBeLessThan(900);
    await opened.page.click('.harms li:has(.warn) a');
    await opened.page.waitForFunction(() => !/at=finding-[123]$/.test(location.hash));
    expect(await opened.page.isVisible(`#${(await hashOf(opened)).split('at=')[1]}`)).toBe(true);
  });

  it('are worked by keyboard alone', async () => {
    const opened = await open(markup);
    const { page } = opened;
    await page.keyboard.press('/');
    await page.keyboard.type('canary');
    expect(await shownFindings(opened)).toEqual(['traversal/dots']);
    await page.keyboard.press('Escape');
    expect(await shownFindings(opened)).toHaveLength(8);
    await page.focus('input[value=warn]');
    await page.keyboard.press('Space');
    expect(await hashOf(opened)).toBe('#verdict=warn');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('error');
    await page.focus('.page:not([hidden]) summary >> nth=0');
    await page.keyboard.press('Enter');
    expect(await page.locator('.page:not([hidden]) >> nth=0').getAttribute('open')).not.toBeNull();
    await page.focus('.scroll >> nth=0');
    expect(await page.evaluate(() => document.activeElement!.className)).toBe('scroll');
  });

  it('are not there without script, and nothing else is missing', async () => {
    const opened = await open(markup, { javaScriptEnabled: false });
    expect(await opened.page.isVisible('#filters')).toBe(false);
    expect(await opened.page.locator('button:visible').count()).toBe(0);
    expect(await opened.page.isVisible('article.finding >> nth=0')).toBe(true);
    expect(await opened.page.locator('.matrix tbody tr:visible').count()).toBeGreaterThan(20);
    await opened.page.click('.page summary >> nth=0');
    expect(await opened.page.isVisible('.page li >> nth=0')).toBe(true);
  });
});
