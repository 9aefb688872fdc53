import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { masker, maskSecrets } from '../../harness/mask.ts';
import { isProtocolWord } from '../../harness/protocol-words.ts';
import type { Report } from '../../harness/report.ts';
import { formats, render } from '../../reports/index.ts';
import { sampleReport } from '../reports/sample.ts';
import { holds, holdsInTime } from './property.ts';

/** Values that somebody may have as a secret: of any characters, but none that a report has anyway. */
const secrets = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 40 }),
    fc.string({ minLength: 8, maxLength: 12, unit: 'binary' }),
    fc.base64String({ minLength: 8, maxLength: 60 }),
    fc.stringMatching(/^[A-Za-z]{6,12}[0-9<>&"'\\/%+ ]{3,6}[a-z]{3}$/),
  )
  .map((text) => Buffer.from(text).toString())
  .filter((text) => new Set(text).size > 4 && text.trim().length >= 8 && !isProtocolWord(text.trim()))
  .filter((text) => /[^A-Za-z_]/.test(text.trim()) && /[^\s0]/.test(text[0]!));

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const markup = (text: string) =>
  text.replace(/[&<>"']/g, (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[each]!);

/** How a secret may be written by who has it. */
const spellings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  json,
  twice: (text) => json(json(text)),
  url: encodeURIComponent,
  form: (text) => new URLSearchParams({ q: text }).toString().slice(2),
  html: markup,
  base64: (text) => Buffer.from(`user:${text}`).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
};

/** Without what a format may break lines at. */
const solid = (text: string) => text.replaceAll(/\s/g, '');

describe('a secret', () => {
  it.each(Object.keys(spellings))('is found in any surroundings, written as %s', (way) => {
    holds(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        const written = spellings[way]!(secret);
        const hidden = masker([secret])(`${before}"${written}"${after}`);
        expect(hidden).toContain('••••');
        expect(hidden.replaceAll('••••', '')).not.toContain(written);
      }),
      400,
    );
  });

  it('is masked beside others, however they overlap', () => {
    holds(
      fc.property(fc.array(secrets, { minLength: 1, maxLength: 4 }), fc.string(), (all, between) => {
        const hidden = masker(all)(all.join(between));
        for (const secret of all) if (!'••••'.includes(secret)) expect(hidden).not.toContain(secret);
      }),
      300,
    );
  });

  it('leaves what holds none as it is', () => {
    holds(
      fc.property(secrets, fc.lorem({ maxCount: 30 }), (secret, text) => {
        fc.pre(!text.includes(secret.slice(0, 4)));
        expect(masker([secret])(text)).toBe(text);
      }),
      300,
    );
  });

  it('costs no long time in a long text', { timeout: 30_000 }, () => {
    holds(
      fc.property(secrets, fc.string({ minLength: 1, maxLength: 6 }), (secret, piece) => {
        const hide = masker([secret, `${piece}${secret}`]);
        hide((secret.slice(0, -1) + piece).repeat(20_000 / secret.length));
        hide('\\'.repeat(50_000));
        hide(secret.slice(0, 7).repeat(5000));
      }),
      60,
    );
  });
});

/** A report in which a server tells a secret, in one spelling, wherever it has a say. */
function telling(written: string): Report {
  const report = sampleReport();
  report.legs.splice(1, 3);
  report.command = ['mcp-resource-conformance', '--stdio', `server ${written}`];
  report.absent = [{ revision: '2025-03-26', why: `no: ${written}` }];
  for (const leg of report.legs) {
    leg.server = { name: written, version: written };
    leg.capabilities = { experimental: { [written]: { text: written } } };
    for (const result of leg.results) if (result.verdict !== 'pass') result.reason = `expected none, got "${written}"`;
    for (const line of leg.transcript) {
      if (line.message !== undefined)
        line.message = { id: written, result: { [written]: [written, { text: written }] } };
      else line.text = `log: ${written}`;
      line.http = { status: 200, url: `http://127.0.0.1/${written}`, headers: { 'x-echo': written } };
    }
  }
  return report;
}

describe('a report in which the server tells a secret', () => {
  it.each(formats.filter((format) => format !== 'badge'))('would tell it as %s', async (format) => {
    const shown = await render(format, telling('opensesame-77'), { verbose: true, color: false });
    expect(shown.includes('opensesame-77')).toBe(true);
  });

  it.each(formats)('does not tell it as %s', async (format) => {
    const property = fc.asyncProperty(secrets, fc.constantFrom(...Object.values(spellings)), async (secret, spell) => {
      const written = spell(secret);
      const report = telling(written);
      const shown = solid(await render(format, maskSecrets(report, [secret]), { verbose: true, color: false }));
      const told = [written, json(written), markup(written), markup(json(written))].map(solid);
      expect(told.filter((each) => each.length >= 8 && shown.includes(each))).toEqual([]);
    });
    await holdsInTime(property, 20);
  });
});
