import { describe, expect, it } from 'vitest';
import { formats, isFormat, render } from '../../reports/index.ts';
import { sampleReport } from './sample.ts';

describe('render', () => {
  it('makes every format that it lists', async () => {
    expect(formats).toEqual(expect.arrayContaining(['terminal', 'json', 'html']));
    for (const format of formats) {
      const text = await render(format, sampleReport(), { color: false });
      expect(text).toContain('not-found/code');
      expect(text.endsWith('\n')).toBe(true);
    }
  });

  it('leaves the report as it was', async () => {
    const report = sampleReport();
    for (const format of formats) await render(format, report, { verbose: true });
    expect(report).toEqual(sampleReport());
  });

  it('names the formats where there is no such format', async () => {
    await expect(render('papyrus', sampleReport())).rejects.toThrow(
      /unknown report format "papyrus"; choose one of terminal, json, html/,
    );
    expect(isFormat('toString')).toBe(false);
  });
});
