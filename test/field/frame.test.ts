import { describe, expect, it } from 'vitest';
import type { Digest, Said } from '../../field/digest.ts';
import { digestOf, steady } from '../../field/digest.ts';
import { installedVersion, missingFor } from '../../field/install.ts';
import { about, explainsItself, type Judgement, judgementFault } from '../../field/judgements.ts';
import { type Entry, entryFault } from '../../field/manifest.ts';
import { page } from '../../field/page.ts';
import { sideBySide } from '../../field/side-by-side.ts';
import { runConformance } from '../../harness/run.ts';

const entry: Entry = {
  title: 'A library',
  language: 'TypeScript',
  kind: 'sdk',
  package: 'a-library',
  documentation: 'https://example.org/',
  needs: [],
  install: [],
  version: { file: 'package.json' },
  stdio: { argv: ['node', 'server.mjs'] },
  http: null,
  httpNot: 'it has no HTTP',
  fixtures: {},
};
const said: Said & { name: string } = {
  name: 'one',
  case: 'not-found/code',
  verdict: 'warn',
  says: 'expected error -32002 (named), got error -32602',
  revisions: ['2025-11-25'],
  link: 'https://example.org/rule',
};
const judgement: Judgement = {
  case: 'not-found/code',
  fault: 'sdk',
  at: '2025-11-25/server/resources#error-handling',
  rule: 'It is -32002.',
  sends: 'It sends -32602.',
};

describe('the manifest of the field', () => {
  it('takes an entry that says all that is needed', () => {
    expect(entryFault('one', entry)).toBeUndefined();
  });

  it.each([
    ['a name that is none', 'One', {}, 'is no name'],
    ['no page of a documentation', 'one', { documentation: '' }, 'lacks its documentation'],
    ['a language that is not told apart', 'one', { language: 'Perl' }, 'is in Perl; choose one of'],
    ['a kind that is none', 'one', { kind: 'other' }, 'choose one of sdk'],
    ['no list of what it needs', 'one', { needs: undefined }, 'lacks the list needs'],
    ['no way to tell the version', 'one', { version: {} }, 'does not tell its version'],
    ['no fixtures', 'one', { fixtures: undefined }, 'lacks its fixtures'],
    ['no HTTP, and no reason', 'one', { httpNot: undefined }, 'httpNot'],
    ['an empty command', 'one', { stdio: { argv: [] } }, 'no argv over stdio'],
  ])('refuses %s', (_, name, change, words) => {
    expect(entryFault(name, { ...entry, ...change } as Entry)).toContain(words);
  });

  it('names what a machine lacks', () => {
    expect(missingFor({ needs: ['node', 'node>=18'] })).toBeUndefined();
    expect(missingFor({ needs: ['node>=999', 'no-such-command-here'] })).toBe('node>=999, no-such-command-here');
    expect(() => missingFor({ needs: ['go>=1'] })).toThrow('only node');
  });

  it('asks the implementation itself for its version', () => {
    const command = [process.execPath, '-e', 'console.log("built: v1.2.3")'];
    const its = { ...entry, version: { command, find: 'v(\\S+)' } };
    expect(installedVersion('.', its)).toBe('1.2.3');
    expect(() => installedVersion('.', { ...entry, version: { command, find: 'w(\\d)' } })).toThrow(
      'mend the manifest',
    );
  });
});

describe('a judgement', () => {
  it('is about the case, the words and the implementations that it names', () => {
    expect(about([judgement], said)).toBe(judgement);
    expect(about([{ ...judgement, case: 'read/shape' }], said)).toBeUndefined();
    expect(about([{ ...judgement, on: ['two'] }], said)).toBeUndefined();
    expect(about([{ ...judgement, says: 'got error -32603' }], said)).toBeUndefined();
    expect(about([{ ...judgement, says: 'expected error -32002 (named)' }], said)).toBeDefined();
    expect(about([{ ...judgement, says: 'got error -326\\d\\d$' }], said)).toBeDefined();
  });

  it('gives way to one that is told more exactly', () => {
    const exact = { ...judgement, on: ['one'] };
    expect(about([judgement, exact, { ...judgement, says: 'expected' }], said)).toBe(exact);
  });

  it('names a case, a place of its rules, and both sides', () => {
    expect(judgementFault(judgement)).toBeUndefined();
    expect(judgementFault({ ...judgement, case: 'no/case' })).toContain('no case no/case');
    expect(judgementFault({ ...judgement, at: '2025-11-25/server/tools#x' })).toContain('no place of its rules');
    expect(judgementFault({ ...judgement, sends: '' })).toContain('sends');
    expect(judgementFault({ ...judgement, fault: 'mine' as 'sdk' })).toContain("the sdk's");
  });

  it('is not needed where another case stands in the way', () => {
    expect(explainsItself({ ...said, says: 'blocked by read/shape: no read' })).toBe(true);
    expect(explainsItself({ ...said, says: 'no resource; name one with --read <uri>' })).toBe(false);
  });
});

describe('a digest', () => {
  it('leaves out what differs from run to run', () => {
    expect(steady('http://127.0.0.1:4711/mcp in /a/b/server of /tmp/x1/y', '/a/b')).toBe(
      'http://127.0.0.1:{port}/mcp in ./server of {temporary}',
    );
    expect(steady('the id "aad3dfcf-8916-444b-87a7-84175cc8de4b" came twice', '/a/b')).toBe(
      'the id "{uuid}" came twice',
    );
  });

  it('tells on the pages what a run found, and what is not judged yet', async () => {
    const target = { stdio: [process.execPath, 'dist/reference.js', '--fault', 'stdio-banner'] };
    const report = await runConformance({
      target,
      only: ['stdio', 'read/shape'],
      revisions: ['2025-11-25', '2026-07-28'],
    });
    const found = digestOf(report, '/nowhere');
    expect(found.revisions).toEqual(['2025-11-25', '2026-07-28']);
    expect(found.verdicts['read/shape']).toBe('pp');
    const [first] = found.findings;
    expect(first?.revisions).toEqual(['2025-11-25', '2026-07-28']);
    const digest: Digest = { name: 'one', version: '1.2.3', suite: '0.0.0', stdio: found, http: null };
    const field = { manifest: { one: entry }, digests: [digest], judgements: [], explanations: [] };
    const text = page(field);
    expect(text).toContain('| one | TypeScript | [`a-library`](https://example.org/) 1.2.3 | stdio | – | – | – |');
    expect(text).toContain('| HTTP | – | – | – | – | – | it has no HTTP |');
    expect(text).toContain(first!.says);
    expect(text).toContain('**NOT JUDGED**');
    const html = sideBySide(field);
    expect(html).toContain('one 1.2.3');
    expect(html).toContain('not conformant');
  });
});
