import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rulesIn } from '../../harness/case.ts';
import { suiteOrder } from '../../harness/plan.ts';
import { revisions } from '../../harness/wire.ts';
import { indexTexts } from '../../scripts/case-index.mjs';
import { cases } from '../../suites/index.ts';
import { notObservable } from '../../suites/not-observable.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|mjs|js|css)$/.test(file) && !file.startsWith('schemas/protocol/') && existsSync(file));

describe('the house', () => {
  it('keeps every file below 300 lines', () => {
    const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 301);
    expect(long).toEqual([]);
  });

  it('has no room that is named for nothing', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|lib|misc)(\/|\.)/.test(file))).toEqual([]);
  });

  it('keeps the indexes of the cases in step with the folders', () => {
    for (const [file, text] of Object.entries<string>(indexTexts()))
      expect(readFileSync(file, 'utf8'), file).toBe(text);
  });
});

describe.each(Object.entries(cases))('%s', (id, definition) => {
  it('is written as cases are', () => {
    expect(suiteOrder).toContain(id.split('/')[0]);
    expect(definition.title).not.toMatch(/\bshould\b|^test\b/i);
    expect(definition.title).not.toMatch(/\.$/);
    expect(definition.hint.length).toBeGreaterThan(10);
    // One way of judging: a case asks the server, or watches what others asked.
    expect([definition.run, definition.watch].filter(Boolean)).toHaveLength(1);
    for (const { find, derived, since, until } of definition.rules) {
      expect((find ?? '').split(/\s+/).length, find).toBeLessThanOrEqual(6);
      expect(derived === undefined || derived.length > 20).toBe(true);
      expect(since <= (until ?? since)).toBe(true);
    }
    expect(definition.watch && definition.fresh).toBeFalsy();
  });

  it('binds in a revision, and never twice by one rule', () => {
    const bound = revisions.map((revision) => rulesIn(definition, revision).map((rule) => rule.id));
    expect(bound.some((ids) => ids.length > 0)).toBe(true);
    for (const ids of bound) expect(new Set(ids).size).toBe(ids.length);
  });
});

it('explains nothing as unobservable that a case judges', () => {
  const carried = new Set(Object.values(cases).flatMap(({ rules }) => rules.map((rule) => rule.id)));
  expect(notObservable.filter(({ id }) => carried.has(id))).toEqual([]);
});
