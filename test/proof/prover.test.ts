// Ways to write a worthless case, each of which the proof has to notice.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Case } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { all, fault, onMissing, onResult } from '../../harness/mutate.ts';
import { faultsOf, proveCase } from '../../harness/prove.ts';
import { openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { Revision } from '../../harness/wire.ts';
import listShape from '../../suites/list/shape.ts';
import code from '../../suites/not-found/code.ts';
import base64 from '../../suites/read/base64.ts';

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const gapsOf = async (definition: Case, revision: Revision = '2025-11-25') =>
  (await proveCase('some/case', definition, revision, ground)).gaps;

test.each([
  ['read/base64', base64],
  ['not-found/code', code],
  ['list/shape', listShape],
])('%s itself has no gap', async (_, definition) => {
  expect(await gapsOf(definition)).toEqual([]);
});

test('a check of the type alone lets everything pass', async () => {
  const gaps = await gapsOf({
    ...base64,
    async run(probe) {
      for await (const { item } of probe.contents())
        if ('blob' in item) check(typeof item.blob === 'string', 'the blob is no string');
    },
  });
  expect(gaps).toContain('breaks "the URL-safe alphabet" ends in pass, not in fail');
  expect(gaps).toContain('no mutant shows that breaking read-blob-base64 is found');
});

test('a check of the exact message is too strict', async () => {
  const gaps = await gapsOf({
    ...code,
    async run(probe, { want }) {
      for (const { reply } of await probe.missing())
        check(reply.error?.message === 'Resource not found', `expected error ${want}, got another`);
    },
  });
  expect(gaps).toContainEqual(expect.stringMatching(/^allows "another message, no data" but says (fail|warn): /));
});

test('a mutant that changes nothing shows nothing', async () => {
  const nothing = onResult('resources/read', () => {});
  const gaps = await gapsOf({
    ...base64,
    allows: { nothing },
    breaks: { nothing: [nothing, 'is not base64'] },
  });
  expect(gaps).toContain('allows "nothing" changes nothing');
  expect(gaps).toContain('breaks "nothing" changes nothing');
});

test('a fault that makes no difference shows nothing either', async () => {
  const gaps = await gapsOf({ ...base64, allows: { unused: fault('http-sse-crlf') } });
  expect(gaps).toEqual(['allows "unused" changes nothing']);
});

test('a crash is no judgement', async () => {
  const gaps = await gapsOf({
    ...code,
    async run(probe) {
      for (const { reply } of await probe.missing())
        check(reply.error!.code === -32002, 'expected error -32002, got another');
    },
    breaks: {
      ...(code.breaks as object),
      'null in place of the error': [onMissing(() => ({ error: null })), 'expected error'],
    },
  });
  expect(gaps).toContainEqual(expect.stringMatching(/^breaks "null in place of the error" ends in error: /));
});

test('a check inside a catch is swallowed', async () => {
  const gaps = await gapsOf({
    ...code,
    async run(probe, { want }) {
      try {
        for (const { reply } of await probe.missing()) check(reply.error?.code === want, `expected error ${want}`);
      } catch (error) {
        if (error instanceof TypeError) throw error;
      }
    },
  });
  expect(gaps).toContain('breaks "method not found" ends in pass, not in warn');
});

test('another reason than the one that is named is no proof', async () => {
  const gaps = await gapsOf({
    ...base64,
    breaks: {
      'no padding': [
        onResult('resources/read', ({ contents }) => void contents.push({ blob: '#' })),
        'missing padding',
      ],
    },
  });
  expect(gaps[0]).toMatch(/^breaks "no padding" is reported for another reason: /);
});

test('words that are no words are in every report', async () => {
  const gaps = await gapsOf({
    ...base64,
    breaks: {
      'a stray character': [onResult('resources/read', ({ contents }) => void contents.push({ blob: '#' })), ''],
    },
  });
  expect(gaps[0]).toBe('breaks "a stray character" names no words that its report must contain');
});

test('a rule without a mutant of its own is not proven', async () => {
  const [rule] = base64.rules;
  const gaps = await gapsOf({ ...base64, rules: [rule, { ...rule, id: 'another-rule' }] });
  expect(gaps).toEqual(['no mutant shows that breaking another-rule is found']);
});

test('a breach that is reported as one of another rule is a gap', async () => {
  const [rule] = base64.rules;
  const gaps = await gapsOf({
    ...base64,
    rules: [rule, { ...rule, id: 'another-rule' }],
    breaks: {
      'no padding': [
        all(onResult('resources/read', ({ contents }) => void contents.push({ blob: '/w=' }))),
        'base64',
        { rule: 'another-rule' },
      ],
    },
  });
  expect(gaps).toContain('breaks "no padding" is reported as read-blob-base64, not as another-rule');
});

test('a failure where the level asks for a warning is a gap, and the other way round', async () => {
  const [rule] = base64.rules;
  const gaps = await gapsOf({ ...base64, rules: [{ ...rule, level: 'SHOULD' }], breaks: base64.breaks });
  expect(gaps).toEqual([]);
  const { 'line breaks': lines } = base64.breaks as Record<string, readonly [any, string]>;
  expect(await gapsOf({ ...base64, breaks: { lines: [lines![0], lines![1]] } })).toContainEqual(
    expect.stringMatching(/^breaks "lines" ends in warn: .*, not in fail$/),
  );
});

test('a case that never passes is no case', async () => {
  const gaps = await gapsOf({ ...base64, run: async () => check(false, 'the blob is not base64') });
  expect(gaps).toContain('the reference server gets "fail: the blob is not base64"');
  expect(gaps).toContain('allows "no bytes" but says fail: the blob is not base64');
});

test('a case without a variation may be too strict', async () => {
  expect(await gapsOf({ ...base64, allows: {} })).toEqual(['no variation shows that it is not too strict']);
});

test('two wordings of a rule in one revision, and a rule that never binds, are found without a run', () => {
  const [rule] = base64.rules;
  expect(faultsOf(base64)).toEqual([]);
  expect(
    faultsOf({
      ...base64,
      rules: [
        { ...rule, until: '2025-06-18' },
        { ...rule, since: '2025-06-18' },
      ],
    }),
  ).toEqual(['two wordings of read-blob-base64 bind in one revision']);
  expect(faultsOf({ ...base64, rules: [{ ...rule, since: '2025-11-25', until: '2025-06-18' }] })).toEqual([
    'binds in no revision',
  ]);
});
