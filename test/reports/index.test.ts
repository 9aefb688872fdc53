import { describe, expect, it } from 'vitest';
import { formats, isFormat, render } from '../../reports/index.ts';
import { hostileReport, hostileStrings, misshapenReport } from './hostile.ts';
import { knownReport, sampleReport } from './sample.ts';

const all = ['terminal', 'json', 'html', 'junit', 'markdown', 'sarif', 'badge'];

describe('render', () => {
  it('makes every format that it lists', async () => {
    expect(formats).toEqual(all);
    for (const format of formats) {
      const text = await render(format, sampleReport(), { color: false });
      expect(text).toContain(format === 'badge' ? 'not conformant' : 'not-found/code');
      expect(text.endsWith('\n')).toBe(true);
    }
  });

  it('tells in every format what is known, why, and where it is followed up', async () => {
    for (const format of formats.filter((each) => each !== 'badge')) {
      const text = await render(format, knownReport(), { color: false, width: 120 });
      expect(text, format).toContain('the fix is in review');
      expect(text, format).toMatch(/tracker(?:\.|&#46;)example\/7/);
      expect(text, format).toMatch(/known/i);
    }
    expect(await render('badge', knownReport())).toContain('not conformant, 1 known issue, 1 stale issue');
  });

  it('tells of a known issue that does not hold in every format that stands for a verdict', async () => {
    for (const format of ['terminal', 'json', 'junit', 'markdown', 'sarif']) {
      const text = await render(format, knownReport(), { color: false, width: 200 });
      expect(text, format).toContain('it passes now');
      expect(text, format).toContain('list/shape');
    }
  });

  it.each(hostileStrings.map((hostile) => [JSON.stringify(hostile.slice(0, 40)), hostile]))(
    'gives no CI runner a command by %s',
    async (_, hostile) => {
      for (const format of formats) {
        const text = await render(format, hostileReport(hostile), { color: false, verbose: true });
        expect(text, format).not.toMatch(/^\s*::/m);
        expect(text, format).not.toContain('##[');
      }
    },
  );

  it('stands values of the wrong kind in every format', async () => {
    for (const format of formats)
      expect(await render(format, misshapenReport()), format).toContain(
        format === 'junit' ? 'not-found/code' : 'not conformant',
      );
  });

  it('leaves the report as it was', async () => {
    const report = sampleReport();
    for (const format of formats) await render(format, report, { verbose: true });
    expect(report).toEqual(sampleReport());
  });

  it('names the formats where there is no such format', async () => {
    await expect(render('papyrus', sampleReport())).rejects.toThrow(
      /unknown report format "papyrus"; choose one of terminal, json, html, junit/,
    );
    expect(isFormat('toString')).toBe(false);
  });
});
