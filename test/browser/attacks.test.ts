import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { inChromium } from './chromium.ts';

const root = join(import.meta.dirname, '../..');
const server = join(root, 'test/hostile/servers/attacks.mjs');

let markup: string;
beforeAll(() => {
  const words = ['--revision', '2025-11-25', '--timeout', '2000', '--report', 'html', '--', process.execPath, server];
  const run = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (run.status !== 1) throw new Error(`the run ended with ${run.status}: ${run.stderr.slice(-500)}`);
  markup = run.stdout;
});

inChromium('the page on a server whose every text attacks', (open) => {
  it('shows text: it runs nothing, asks for nothing and leads nowhere', async () => {
    const opened = await open(markup);
    const { page } = opened;
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('details')) each.open = true;
    });
    expect(await page.textContent('body')).toContain('<script>alert(1)</script>');
    expect(await page.locator('img, iframe, object, embed, link, base, svg').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(1);
    const leads = await page.evaluate(
      () =>
        [...document.querySelectorAll('a')].filter(
          ({ host, protocol }) => protocol !== 'file:' && host !== 'modelcontextprotocol.io',
        ).length,
    );
    expect(leads).toBe(0);
    const handlers = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')]
          .flatMap((each) => [...each.attributes])
          .filter(({ name }) => name.startsWith('on')).length,
    );
    expect(handlers).toBe(0);
    expect(opened.complaints).toEqual([]);
    expect(opened.requests).toEqual([]);
  });
});
