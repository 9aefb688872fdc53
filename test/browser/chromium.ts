import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';

const { CHROMIUM } = process.env;
const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser that the tests use; none where there is none. */
const executablePath = (CHROMIUM ? [CHROMIUM] : usual).find((path) => existsSync(path));

/** A page that was opened, and all that it did beyond showing itself. */
export interface Opened {
  page: Page;
  /** Console errors and warnings, uncaught errors, dialogs. */
  complaints: string[];
  /** What it asked for beside its own file. */
  requests: string[];
}

/** Opens markup from a file, as a reader would. */
export type Open = (markup: string, options?: BrowserContextOptions & { hash?: string }) => Promise<Opened>;

/** Runs tests with one browser, which is stopped after them; skipped by name where no browser is found. */
export function inChromium(title: string, tests: (open: Open) => void): void {
  if (!executablePath) {
    describe.skip(`${title} (skipped: no Chromium ${CHROMIUM ? `at ${CHROMIUM}` : 'found'}; install it, or name it in CHROMIUM)`, () =>
      tests(unopened));
    return;
  }
  describe(title, () => {
    let browser: Browser;
    let folder: string;
    let files = 0;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'conformance-page-'));
      browser = await chromium.launch({
        executablePath,
        args: ['--no-sandbox', '--disable-gpu', '--disable-component-update', '--disable-background-networking'],
      });
    });
    afterAll(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true, force: true });
    });
    tests(async (markup, { hash = '', ...options } = {}) => {
      const file = join(folder, `${files++}.html`);
      writeFileSync(file, markup);
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      const requests: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('dialog', (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      const address = pathToFileURL(file).href;
      page.on('request', (request) => {
        if (request.url().split('#')[0] !== address) requests.push(request.url().slice(0, 200));
      });
      await page.goto(address + hash);
      return { page, complaints, requests };
    });
  });
}

const unopened: Open = () => Promise.reject(new Error('no Chromium'));
