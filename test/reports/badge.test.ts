import { describe, expect, it } from 'vitest';
import type { Headline, Report } from '../../harness/report.ts';
import { badge } from '../../reports/badge.ts';
import { hostileReport } from './hostile.ts';
import { cleanReport, knownReport, sampleReport } from './sample.ts';
import { parseXml } from './xml-tree.ts';

const endpoint = (report: Report) => JSON.parse(badge(report, { file: '/tmp/badge.JSON' }));
const headed = (headline: Headline): Report => ({ ...cleanReport(), headline });

describe('the badge', () => {
  it('is an SVG that says the headline, to eyes and to screen readers', () => {
    const svg = parseXml(badge(sampleReport(), { file: 'badge.svg' }));
    expect(svg.name).toBe('svg');
    expect(svg.attributes).toMatchObject({ role: 'img', 'aria-label': 'MCP resources: not conformant' });
    const texts = svg.children.flatMap(({ children }) => children).filter(({ name }) => name === 'text');
    expect(texts.map(({ text }) => text)).toEqual(['MCP resources', 'not conformant']);
    expect(badge(sampleReport(), {})).toBe(badge(sampleReport(), { file: 'badge.svg' }));
  });

  it('is wide enough for its text', () => {
    const width = (report: Report) => Number(parseXml(badge(report, {})).attributes.width);
    expect(width(knownReport())).toBeGreaterThan(width(sampleReport()));
    expect(width(sampleReport())).toBeGreaterThan(width(cleanReport()));
  });

  it('is what a badge service asks for, in a file of JSON', () => {
    expect(endpoint(cleanReport())).toEqual({
      schemaVersion: 1,
      label: 'MCP resources',
      message: 'conformant',
      color: 'brightgreen',
    });
    expect(endpoint(headed('partly tested')).color).toBe('yellow');
    expect(endpoint(headed('nothing to judge')).color).toBe('lightgrey');
    expect(endpoint(sampleReport()).color).toBe('red');
    expect(endpoint(headed('could not run'))).toMatchObject({ color: 'lightgrey', isError: true });
  });

  it('is not green for failures that are excused, and red for what does not hold', () => {
    const { staleIssues, ...known } = { ...knownReport(), headline: 'conformant' as const };
    expect(endpoint(known)).toMatchObject({ message: 'conformant, 1 known issue', color: 'yellow' });
    expect(endpoint({ ...cleanReport(), staleIssues: staleIssues! })).toMatchObject({
      message: 'conformant, 1 stale issue',
      color: 'red',
    });
  });

  it('says nothing that a server said', () => {
    for (const file of ['a.svg', 'a.json'])
      expect(badge(hostileReport(), { file })).toBe(badge(sampleReport(), { file }));
    expect(badge({ ...sampleReport(), headline: '<b>' as Headline }, {})).toContain('could not run');
  });
});
