import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect, it } from 'vitest';
import { renderComparison } from '../../reports/html/comparison.ts';
import { page as pageOf } from '../../reports/html/index.ts';
import { hostileReport, hostileStrings, misshapenReport } from '../reports/hostile.ts';
import { cleanReport, sampleReport } from '../reports/sample.ts';
import { inChromium, type Opened } from './chromium.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong, each rule with the first element that breaks it. */
async function violations({ page }: Opened): Promise<string[]> {
  // The page's own policy rightly refuses this script; the browser's debugger puts it in.
  await page.evaluate(axeSource);
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('details')) each.open = true;
  });
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`);
  });
  return found;
}

const pages = {
  'a report': () => pageOf(sampleReport(), {}),
  'a clean report': () => pageOf(cleanReport(), {}),
  'a report without legs': () => pageOf({ ...sampleReport(), legs: [], headline: 'could not run' }, {}),
  'a comparison': () =>
    renderComparison([
      { name: '2.4.1', report: sampleReport() },
      { name: '2.5.0', report: cleanReport() },
    ]),
};

inChromium('the page', (open) => {
  it.each(
    Object.entries(pages).flatMap(([name, make]) =>
      (['light', 'dark'] as const).map((scheme) => [name, scheme, make] as const),
    ),
  )(
    'of %s in %s has nothing that axe-core objects to, complains of nothing and asks for nothing',
    async (_, colorScheme, make) => {
      const opened = await open(make(), { colorScheme });
      expect(await violations(opened)).toEqual([]);
      expect(opened.complaints).toEqual([]);
      expect(opened.requests).toEqual([]);
    },
  );

  it('has nothing that axe-core objects to while filters are at work, and axe-core is awake', async () => {
    const opened = await open(pages['a report'](), { hash: '#verdict=fail,na&level=MUST' });
    expect(await violations(opened)).toEqual([]);
    await opened.page.evaluate(() => document.querySelector('h1')!.after(document.createElement('img')));
    expect(await violations(opened)).toEqual([expect.stringMatching(/^image-alt: /)]);
  });

  it('is dark where the reader wants it dark', async () => {
    const groundOf = async (colorScheme: 'light' | 'dark'): Promise<number> => {
      const { page } = await open(pages['a report'](), { colorScheme });
      const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      return colour.match(/\d+/g)!.reduce((sum, part) => sum + Number(part), 0);
    };
    expect(await groundOf('light')).toBeGreaterThan(700);
    expect(await groundOf('dark')).toBeLessThan(120);
  });

  it.each([360, 768, 1280, 2560])('fits %d pixels without moving sideways', async (width) => {
    for (const make of Object.values(pages)) {
      const { page } = await open(make(), { viewport: { width, height: 800 } });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  it('lays open on paper what matters, and leaves away what works only on a screen', async () => {
    const { page } = await open(pages['a report'](), { hash: '#verdict=warn', colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
    for (const gone of ['.contents', '#transcripts', '.filters fieldset', '.copy >> nth=0'])
      expect(await page.isVisible(gone), gone).toBe(false);
    expect(await page.isVisible('#filters [role=status]')).toBe(true);
    expect(
      await page.locator('#warnings .exchange .json >> nth=0').evaluate((each) => each.getBoundingClientRect().height),
    ).toBeGreaterThan(20);
    expect(
      await page
        .locator('.page:not([hidden]) li:not([hidden]) >> nth=0')
        .evaluate((each) => each.getBoundingClientRect().height),
    ).toBeGreaterThan(10);
    const paper = await page.pdf({ format: 'A4' });
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('copies the exchange and the command', async () => {
    const { page } = await open(pages['a report'](), { permissions: ['clipboard-read', 'clipboard-write'] });
    const finding = page.locator('article.finding', { hasText: 'A blob is base64' }).first();
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await finding.getByRole('button', { name: 'Copy command' }).click();
    await finding.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await clipboard()).toMatch(/^npx mcp-resource-conformance .* --only read\/blob-base64 --revision [\d,-]+$/);
    await finding.getByRole('button', { name: 'Copy exchange' }).click();
    await finding.getByRole('button', { name: 'Copied' }).last().waitFor();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('resources/read'));
    const exchange = await clipboard();
    expect(exchange).toContain('"uri": "doc://logo"');
    expect(exchange).toMatch(/"blob": "iVBO-Rw0[^"]{1000,}"… [\d,]+ more characters/);
    expect(exchange).not.toContain('5,464');
  });

  it.each(hostileStrings.map((hostile) => [JSON.stringify(hostile.slice(0, 40)), hostile]))(
    'shows %s as text',
    async (_, hostile) => {
      for (const markup of [
        pageOf(hostileReport(hostile), {}),
        renderComparison([
          { name: hostile, report: hostileReport(hostile) },
          { name: 'b', report: sampleReport() },
        ]),
      ]) {
        const opened = await open(markup);
        const { page } = opened;
        expect(await page.locator('img, iframe, object, embed, svg, link, base, body script ~ *').count()).toBe(0);
        expect(await page.locator('script').count()).toBe(1);
        expect(
          await page.evaluate(() =>
            [...document.querySelectorAll('*')]
              .flatMap((each) => [...each.attributes].map(({ name }) => name))
              .filter((name) => name.startsWith('on')),
          ),
        ).toEqual([]);
        expect(
          await page.evaluate(
            () =>
              [...document.querySelectorAll('a')].filter(({ protocol }) => !/^(https?|file):$/.test(protocol)).length,
          ),
        ).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
        expect(opened.complaints).toEqual([]);
        expect(opened.requests).toEqual([]);
      }
    },
  );

  it('shows the words of a hostile server where they belong', async () => {
    const { page } = await open(pageOf(hostileReport('<script>alert(1)</script>'), {}));
    expect(await page.textContent('h1')).toContain('<script>alert(1)</script>');
    expect(await page.title()).toContain('<script>alert(1)</script>');
  });

  it('stands values of the wrong kind', async () => {
    const opened = await open(pageOf(misshapenReport(), {}));
    expect(opened.complaints).toEqual([]);
    expect(await opened.page.isVisible('#filters')).toBe(true);
  });

  it('opens with a transcript of 20 MB', async () => {
    const report = sampleReport();
    const leg = report.legs[0]!;
    const message = { jsonrpc: '2.0', id: 'a', result: { contents: [{ uri: 'doc://a', text: 'x'.repeat(1_000) }] } };
    leg.transcript.push(
      ...Array.from({ length: 20_000 }, (_, at) => ({
        n: 100 + at,
        ms: at,
        direction: 'in' as const,
        session: 1,
        message,
      })),
    );
    expect(JSON.stringify(report).length).toBeGreaterThan(20_000_000);
    const markup = pageOf(report, {});
    expect(markup.length).toBeLessThan(4_000_000);
    const opened = await open(markup);
    await opened.page.click('.transcript summary >> nth=0');
    expect(await opened.page.textContent('.transcript >> nth=0')).toMatch(/20,015 lines[\s\S]*lines left out here/);
    expect(opened.complaints).toEqual([]);
  });
});
