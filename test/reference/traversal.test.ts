import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { FaultName } from '../../harness/reference/faults.ts';
import { revisions } from '../../harness/wire.ts';
import { pair } from './client.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'reference-')));
const root = join(base, 'served');
const secret = 'what nobody may see';
mkdirSync(join(root, 'sub'), { recursive: true });
mkdirSync(join(base, 'served-not'));
mkdirSync(join(root, 'empty'));
for (const path of ['canary.txt', 'served-not/canary.txt']) writeFileSync(join(base, path), secret);
for (const path of ['plain.txt', 'v1..v2.txt', '.env', 'sub/100%25.txt', 'sub/a b#c?d.txt'])
  writeFileSync(join(root, path), path);
symlinkSync('../canary.txt', join(root, 'link-out.txt'));
symlinkSync('..', join(root, 'link-up'));
symlinkSync('plain.txt', join(root, 'link-in.txt'));
symlinkSync('served', join(base, 'by-link'));
afterAll(() => rmSync(base, { recursive: true }));

const uri = pathToFileURL(root).href;
const outside = pathToFileURL(join(base, 'canary.txt')).href;
const top = 'demo://host/files';

/** The paths that must lead nowhere, and the faults that let each of them out. */
const attacks: Record<string, FaultName[]> = {
  [`${uri}/../canary.txt`]: ['traversal-raw-join'],
  [`${uri}/sub/../../canary.txt`]: ['traversal-raw-join'],
  [`${uri}/..%2fcanary.txt`]: ['traversal-decode-after-check'],
  [`${uri}/%2e%2e/canary.txt`]: ['traversal-decode-after-check'],
  [`${uri}/%252e%252e%252fcanary.txt`]: ['traversal-decode-twice'],
  [`${uri}/..%252fcanary.txt`]: ['traversal-decode-twice'],
  [`${uri}/....//canary.txt`]: ['traversal-strip-once'],
  [`${uri}/..%5Ccanary.txt`]: ['traversal-backslash'],
  [`${uri}/${join(base, 'canary.txt')}`]: ['traversal-absolute'],
  [`${uri}/..%2fcanary.txt%00.txt`]: ['traversal-nul'],
  [`${uri}/link-out.txt`]: ['traversal-follow-links'],
  [`${uri}/link-up/canary.txt`]: ['traversal-follow-links'],
  [`${uri}/../served-not/canary.txt`]: ['traversal-prefix'],
  [`${uri}-not/canary.txt`]: ['traversal-prefix'],
  [outside]: ['serves-any-file'],
  [outside.replace('file://', 'file://localhost')]: ['traversal-localhost'],
  [`${top}/..%2Fcanary.txt`]: ['traversal-decode-after-check'],
  [`${top}/%252e%252e%252fcanary.txt`]: ['traversal-decode-twice'],
  [`${top}/..%5Ccanary.txt`]: ['traversal-backslash'],
  [`${top}/${encodeURIComponent(join(base, 'canary.txt'))}`]: ['traversal-absolute'],
  [`${top}/..%2Fserved-not%2Fcanary.txt`]: ['traversal-prefix'],
  [`${top}/link-out.txt`]: ['traversal-follow-links'],
};

const read = (at: string, faults: FaultName[] = [], directory = root) => {
  const { reference, client } = pair('2026-07-28', { directory, faults });
  const { result, error } = client.ask('resources/read', { uri: at });
  return { text: result?.contents[0]?.text as string | undefined, code: error?.code, used: [...reference.used] };
};

describe('the served folder', () => {
  it.each(Object.keys(attacks))('does not let %s out', (at) => {
    for (const revision of revisions) {
      const { client } = pair(revision, { directory: root });
      expect(client.code('resources/read', { uri: at })).toBe(revision === '2026-07-28' ? -32602 : -32002);
    }
    for (const fault of attacks[at]!)
      expect(read(at, [fault])).toEqual({ text: secret, code: undefined, used: [fault] });
  });

  it.each([
    `${uri}/.`,
    `${uri}/sub/.`,
    `${uri}/sub/..`,
    `${uri}//plain.txt`,
    `${uri}/plain.txt%00`,
    `${uri}/plain.txt?x`,
    `${uri}/plain.txt#x`,
    `${uri}/%zz`,
    `${uri}/%ff`,
    `${uri}/${'x/'.repeat(5000)}`,
    `${uri}/${'x'.repeat(300)}`,
    `${top}/sub/plain.txt`,
    `${top}/`,
    'file:///',
    'file://',
    'file:..',
  ])('has nothing at %s', (at) => expect(read(at).code).toBe(-32602));

  it('serves what is in bounds, however it is named', () => {
    for (const path of ['plain.txt', 'v1..v2.txt', '.env']) expect(read(`${uri}/${path}`).text).toBe(path);
    expect(read(`${uri}/%70lain.txt`).text).toBe('plain.txt');
    expect(read(`${uri}/link-in.txt`).text).toBe('plain.txt');
    expect(read(`${uri}/sub/100%2525.txt`).text).toBe('sub/100%25.txt');
    expect(read(`${top}/v1..v2.txt`).text).toBe('v1..v2.txt');
    expect(read(`${pathToFileURL(join(base, 'by-link')).href}/plain.txt`, [], join(base, 'by-link')).text).toBe(
      'plain.txt',
    );
  });

  it('lists its files by URIs that read, and a folder as what is in it', () => {
    const { client } = pair('2025-06-18', { directory: root });
    const files = client.uris().filter((each) => each.startsWith('file:'));
    expect(files).toContain(`${uri}/sub/a%20b%23c%3Fd.txt`);
    expect(files.some((each) => each.includes('link'))).toBe(false);
    for (const each of files) expect(client.ask('resources/read', { uri: each }).result, each).toBeDefined();
    for (const each of [uri, `${uri}/`]) {
      const { contents } = client.ask('resources/read', { uri: each }).result;
      expect(contents.map(({ uri }: { uri: string }) => uri)).toEqual(
        ['.env', 'plain.txt', 'v1..v2.txt'].map((name) => `${uri}/${name}`),
      );
    }
  });

  it.each<[FaultName, string]>([
    ['refuses-double-dots', `${uri}/v1..v2.txt`],
    ['refuses-dot-files', `${uri}/.env`],
    ['refuses-inner-links', `${uri}/link-in.txt`],
    ['refuses-files', `${uri}/plain.txt`],
  ])('with %s refuses %s', (fault, at) => {
    expect(read(at, [fault])).toMatchObject({ code: -32602, used: [fault] });
    if (fault !== 'refuses-files')
      expect(read(`${uri}/plain.txt`, [fault])).toMatchObject({ text: 'plain.txt', used: [] });
  });

  it('with refuses-linked-root refuses all behind a linked root alone', () => {
    const link = join(base, 'by-link');
    expect(read(`${pathToFileURL(link).href}/plain.txt`, ['refuses-linked-root'], link)).toMatchObject({
      code: -32602,
      used: ['refuses-linked-root'],
    });
    expect(read(`${uri}/plain.txt`, ['refuses-linked-root'])).toMatchObject({ text: 'plain.txt', used: [] });
  });

  it('must exist', () => {
    expect(() => pair('2025-06-18', { directory: join(base, 'absent') })).toThrow('not a folder');
    expect(() => pair('2025-06-18', { directory: join(root, 'plain.txt') })).toThrow('not a folder');
  });
});
