import { describe, expect, it, vi } from 'vitest';
import type { Report } from '../../harness/report.ts';
import { wrap } from '../../reports/terminal/wrap.ts';
import { terminal } from '../../reports/terminal.ts';
import { hostileReport, hostileStrings, misshapenReport } from './hostile.ts';
import { cleanReport, sampleReport } from './sample.ts';

const text = (report: Report, options = {}): string => terminal(report, { color: false, width: 80, ...options });
const sgr = /\u001b\[[\d;]*m/g;

describe('the terminal report', () => {
  it('has one line a case with a mark a revision', () => {
    const lines = text(sampleReport()).split('\n');
    const marks = (id: string): string[] =>
      lines
        .find((line) => line.startsWith(`  ${id} `))!
        .slice(2 + id.length)
        .trim()
        .split(/\s+/);
    expect(marks('not-found/code')).toEqual(['!', '!', '!', '✗']);
    expect(marks('list/title')).toEqual(['–', '✓', '✓', '✓']);
    expect(marks('read/blob-base64')).toEqual(['✗', '✗~', '✗', '✗']);
    expect(marks('messages/only-messages')).toEqual(['✓', '✓', 'E', '✓']);
  });

  it('aligns every mark below its revision', () => {
    const lines = text(sampleReport()).split('\n');
    const head = lines.find((line) => line.includes('2024-11 '))!;
    const middles = [...head.matchAll(/\d{4}-\d\d/g)].map(({ index }) => index + 3);
    const rows = lines.filter((line) => /^ {2}[a-z-]+\/[a-z0-9-]+ +[✓✗!?–E]/.test(line));
    expect(rows).toHaveLength(20);
    for (const row of rows) for (const at of middles) expect(row[at], row).toMatch(/[✓✗!?–E]/);
  });

  it('numbers the columns where their heads do not fit', () => {
    const report = sampleReport();
    report.legs.push(...sampleReport().legs.map((leg) => ({ ...leg, transport: 'http' as const })));
    const lines = text(report, { width: 70 }).split('\n');
    expect(lines).toContain('  8  2026-07-28 over http');
    const head = lines.find((line) => /^ +1 +2 +3 /.test(line))!;
    const row = lines.find((line) => line.startsWith('  read/blob-base64 '))!;
    for (const number of '12345678') expect(row[head.indexOf(number)]).toBe('✗');
    expect(text(report, { width: 100 })).toMatch(/ {3}stdio {3}stdio .* http/);
  });

  it('gives a suite that does not apply one line', () => {
    const shown = text(sampleReport(), { width: 120 });
    expect(shown).toMatch(/– subscriptions +2 cases, not applicable: the server does not declare resources\.subscribe/);
    expect(shown).not.toContain('subscriptions/acknowledged');
  });

  it('shows a finding with all that mends it', () => {
    const shown = text(sampleReport(), { width: 100 });
    const finding = shown.slice(shown.indexOf('  3 ✗'), shown.indexOf('Warnings'));
    for (const part of [
      'Reading an unknown URI answers',
      'not-found/code · MUST · 2026-07-28',
      'misleads: ',
      'expected  error -32602',
      'got       -32603',
      '→ resources/read',
      '← error -32603',
      'Look the URI up',
      'https://modelcontextprotocol.io/specification/2026-07-28/',
    ])
      expect(finding).toContain(part);
    expect(finding).toMatch(/rerun +npx mcp-resource-conformance .* --only not-found\/code --revision 2026-07-28/);
  });

  it('takes the rerun command from its caller', () => {
    expect(
      text(sampleReport(), { rerun: (id: string, revisions: readonly string[]) => `again ${id} ${revisions.length}` }),
    ).toContain('again read/blob-base64 4');
  });

  it('names what is untested with its remedy, what is absent with its reason, and ends with the counts', () => {
    const shown = text(sampleReport());
    expect(shown).toContain('no listed resource has a size; name one with --read <uri>');
    expect(shown).toContain('2025-03-26  asked for 2025-03-26, the server answered 2025-06-18');
    expect(shown).toMatch(/\n {2}41 pass · 6 fail · 11 warn · 13 untested · 20 not applicable · 1 error\n$/);
  });

  it('when quiet, has headline, counts and failures only', () => {
    const shown = text(sampleReport(), { quiet: true });
    expect(shown).toContain('✗ not conformant');
    expect(shown).toContain('traversal/dots');
    for (const part of ['Warnings', 'Untested', 'capabilities/declared', 'revisions  '])
      expect(shown).not.toContain(part);
    expect(text(cleanReport(), { quiet: true }).trim().split('\n')).toHaveLength(4);
  });

  it('when verbose, shows the exchange of warnings and why cases do not apply', () => {
    const [brief, verbose] = [text(sampleReport()), text(sampleReport(), { verbose: true })];
    expect(brief).not.toContain('"cursor": "cGFnZT"');
    expect(verbose).toContain('"cursor": "cGFnZT"');
    expect(brief).not.toContain('title came with 2025-06-18');
    expect(verbose).toContain('title came with 2025-06-18');
  });

  it('keeps within the width, links and commands aside', () => {
    for (const width of [72, 80, 120]) {
      const long = text(sampleReport(), { width })
        .split('\n')
        .filter((line) => line.length > width && !/^ +(spec|rerun) /.test(line));
      expect(long).toEqual([]);
    }
  });

  it('says what happened where no leg ran', () => {
    const report: Report = {
      ...sampleReport(),
      legs: [],
      headline: 'could not run',
      absent: [{ revision: '2026-07-28', why: 'the server ended with exit code 1' }],
    };
    expect(text(report)).toMatch(/the server ended with exit code 1[\s\S]*E could not run/);
  });

  it('colours when asked, not when NO_COLOR is set, and never by colour alone', () => {
    const colored = terminal(sampleReport(), { color: true, width: 80 });
    expect(colored).toMatch(sgr);
    expect(colored.replace(sgr, '')).toBe(text(sampleReport()));
    vi.stubEnv('NO_COLOR', '1');
    expect(terminal(sampleReport(), { width: 80 })).toBe(text(sampleReport()));
    vi.unstubAllEnvs();
  });

  it.each(hostileStrings.map((hostile) => [JSON.stringify(hostile.slice(0, 40)), hostile]))(
    'is not touched by %s',
    (_, hostile) => {
      for (const verbose of [false, true]) {
        const shown = terminal(hostileReport(hostile), { color: true, width: 80, verbose });
        expect(shown.replace(sgr, '')).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Cs}/u,
        );
        expect(shown.length).toBeLessThan(400_000);
      }
    },
  );

  it('stands values of the wrong kind', () => {
    expect(text(misshapenReport(), { verbose: true })).toContain('not conformant');
  });
});

describe('wrap', () => {
  it('never breaks a word', () => {
    expect(wrap('aa bb \\u202ecccccccccc dd', 6)).toEqual(['aa bb', '\\u202ecccccccccc', 'dd']);
  });

  it('counts wide characters as two', () => expect(wrap('日本 語', 5)).toEqual(['日本', '語']));
});
