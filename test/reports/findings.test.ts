import { describe, expect, it } from 'vitest';
import type { Report, Result } from '../../harness/report.ts';
import { contrastOf, findings, foremost, revisionsOf } from '../../reports/findings.ts';
import { cleanReport, sampleReport } from './sample.ts';

const change = (report: Report, caseId: string, revision: string, changes: Partial<Result>): Report => {
  const result = report.legs.find((leg) => leg.revision === revision)!.results.find((each) => each.case === caseId)!;
  Object.assign(result, changes);
  return report;
};

describe('findings', () => {
  it('come once each, fails first, worst harm first', () => {
    const all = findings(sampleReport());
    expect(all.map(({ verdict, harm, case: id }) => `${verdict} ${harm} ${id}`)).toEqual([
      'fail leaks traversal/dots',
      'fail breaks read/blob-base64',
      'fail misleads not-found/code',
      'warn misleads pagination/invalid-cursor',
      'warn misleads not-found/code',
      'warn misleads list/unique-uris',
      'warn untidy metadata/last-modified',
      'error breaks messages/only-messages',
    ]);
    expect(revisionsOf(all[1]!.places)).toEqual(['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28']);
    expect(all[1]!.unstable).toBe(true);
  });

  it('are none where nothing is wrong', () => expect(findings(cleanReport())).toEqual([]));

  it('merge reasons that differ in a value only, and keep the other wording', () => {
    const all = findings(
      change(sampleReport(), 'read/blob-base64', '2024-11-05', {
        reason: 'reading doc://banner: expected the alphabet of RFC 4648 section 4, got "_" at position 4',
      }),
    );
    const blob = all.filter((finding) => finding.case === 'read/blob-base64');
    expect(blob).toHaveLength(1);
    expect(blob[0]!.variants).toEqual([
      { reason: expect.stringContaining('doc://banner'), place: { revision: '2024-11-05', transport: 'stdio' } },
    ]);
  });

  it('stay apart where another thing is wrong', () => {
    const all = findings(
      change(sampleReport(), 'pagination/invalid-cursor', '2024-11-05', {
        reason: 'asking with a truncated cursor: expected error -32602, got error -32603',
      }),
    );
    expect(all.filter((finding) => finding.case === 'pagination/invalid-cursor')).toHaveLength(2);
  });

  it('order by level within a harm', () => {
    const all = findings(
      change(sampleReport(), 'list/shape', '2025-06-18', {
        verdict: 'fail',
        reason: 'resources/0: required member uri is missing',
      }),
    );
    const breaks = all.filter(({ verdict, harm }) => verdict === 'fail' && harm === 'breaks').map(({ level }) => level);
    expect(breaks).toEqual(['MUST', 'SCHEMA']);
  });

  it('put known issues after the others', () => {
    const knownIssue = { case: 'traversal/dots', says: 'canary', why: 'fix in review' };
    const all = findings(change(sampleReport(), 'traversal/dots', '2026-07-28', { knownIssue }));
    expect(all.filter(({ verdict }) => verdict === 'fail').at(-1)).toMatchObject({
      case: 'traversal/dots',
      knownIssue,
    });
    expect(foremost(all).map((finding) => finding.case)).toEqual(['read/blob-base64', 'not-found/code']);
  });

  it('name the two to mend first', () => {
    expect(foremost(findings(sampleReport())).map((finding) => finding.case)).toEqual([
      'traversal/dots',
      'read/blob-base64',
    ]);
  });

  it('show the exchange of the newest revision', () => {
    const blob = findings(sampleReport())[1]!;
    expect(blob.shownPlace.revision).toBe('2026-07-28');
    const { lines, leftOut } = blob.exchange();
    expect(lines.map(({ direction, summary }) => `${direction} ${summary}`)).toEqual([
      'out resources/read',
      'in result',
    ]);
    expect(lines[0]!.body).toContain('io.modelcontextprotocol/protocolVersion');
    expect(lines[1]!.body).toMatch(/"blob": "iVBO.*… \(5,464 characters\)"/);
    expect(leftOut).toBe(0);
  });

  it('bound the exchange, first and last lines kept, and pass over lines that do not exist', () => {
    const report = sampleReport();
    const all = report.legs.at(-1)!.transcript.map(({ n }) => n);
    change(report, 'read/blob-base64', '2026-07-28', { transcript: [...all, 999, ...all] });
    const { lines, leftOut } = findings(report)[1]!.exchange(6);
    expect(lines.map(({ n }) => n)).toEqual([1, 2, all.length - 3, all.length - 2, all.length - 1, all.length]);
    expect(leftOut).toBe(all.length - 6);
  });
});

describe('contrastOf', () => {
  it('takes "expected X, got Y" apart', () => {
    expect(contrastOf('expected error -32602, got a result')).toEqual({
      context: '',
      expected: 'error -32602',
      got: 'a result',
    });
    expect(contrastOf('reading a:b, c: expected 1, 2 or 3, but got "x, got y"')).toEqual({
      context: 'reading a:b, c',
      expected: '1, 2 or 3',
      got: '"x, got y"',
    });
  });

  it('leaves other forms whole', () => {
    for (const reason of ['reading a:b answered a result', 'an unexpected end, got nothing', 'expected more', ''])
      expect(contrastOf(reason)).toBeUndefined();
  });
});
