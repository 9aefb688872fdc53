import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stateOf } from '../../harness/folder-state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-state-'));
  mkdirSync(join(folder, 'below'));
  writeFileSync(join(folder, 'below', 'file.txt'), 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is the same until something changes', () => {
  symlinkSync(folder, join(folder, 'round'));
  const before = stateOf(folder);
  expect(before).toBeTypeOf('string');
  expect(stateOf(folder)).toBe(before);
});

it.each([
  ['a new file', () => writeFileSync(join(folder, 'below', 'new'), '')],
  ['a new folder', () => mkdirSync(join(folder, 'new'))],
  ['another size', () => writeFileSync(join(folder, 'below', 'file.txt'), 'three')],
  ['another time', () => utimesSync(join(folder, 'below', 'file.txt'), 1, 1)],
  ['one file less', () => rmSync(join(folder, 'below', 'file.txt'))],
])('differs after %s', (_, change) => {
  const before = stateOf(folder);
  change();
  expect(stateOf(folder)).not.toBe(before);
});

it('is as after a plant where that was taken away again', () => {
  const before = stateOf(folder);
  writeFileSync(join(folder, 'planted'), '');
  rmSync(join(folder, 'planted'));
  expect(stateOf(folder)).toBe(before);
});

it('is not told of folders that cannot be read, or are large', () => {
  expect(stateOf(join(folder, 'none'))).toBeUndefined();
  for (let i = 0; i < 2001; i++) writeFileSync(join(folder, `${i}`), '');
  expect(stateOf(folder)).toBeUndefined();
});
