import { describe, expect, it, vi } from 'vitest';
import { json } from '../../reports/json.ts';
import { deepMessage, hostileReport, hostileStrings } from './hostile.ts';
import { sampleReport } from './sample.ts';

describe('the JSON report', () => {
  it('is the report, indented by two spaces', () => {
    const text = json(sampleReport(), {});
    expect(JSON.parse(text)).toEqual(sampleReport());
    expect(text.startsWith('{\n  "schemaVersion": 1,\n  "tool": {\n    "name"')).toBe(true);
    expect(text.endsWith('}\n')).toBe(true);
    expect(json(sampleReport(), {})).toBe(text);
  });

  it.each(hostileStrings.slice(0, -1).map((hostile) => [JSON.stringify(hostile.slice(0, 40)), hostile]))(
    'keeps %s, harmlessly',
    (_, hostile) => {
      const text = json(hostileReport(hostile), {});
      expect(JSON.parse(text)).toEqual(hostileReport(hostile));
      expect(text).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Cs}/u,
      );
    },
  );

  it('cuts a message that nests too deep to be written, and only that', () => {
    const report = sampleReport();
    const [first, second] = report.legs[0]!.transcript;
    first!.message = deepMessage(50_000);
    second!.message = JSON.parse('{"__proto__":{"a":1},"deep":[[[[1]]]]}');
    const read = JSON.parse(json(report, {}));
    expect(JSON.stringify(read.legs[0].transcript[0])).toContain('nested deeper than 100 levels');
    expect(JSON.stringify(read.legs[0].transcript[1].message)).toBe('{"__proto__":{"a":1},"deep":[[[[1]]]]}');
  });

  it('keeps a line of a megabyte whole, and folds strings where all together would be too much', () => {
    const report = sampleReport();
    const lines = report.legs[0]!.transcript;
    lines[0]!.text = 'a'.repeat(1_000_000);
    expect(JSON.parse(json(report, {}))).toEqual(report);
    const full = vi.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
      throw new RangeError('Invalid string length');
    });
    const text = json(report, {});
    full.mockRestore();
    const read = JSON.parse(text);
    expect(read.legs[0].transcript).toHaveLength(lines.length);
    expect(read.legs[0].transcript[0].text).toMatch(/^a{10000}… \(1,000,000 characters\)$/);
    expect(read.summary).toEqual(report.summary);
  });
});
