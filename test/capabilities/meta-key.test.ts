import { expect, it } from 'vitest';
import { metaKeyFault, metaKeyPrefix } from '../../harness/formats/meta-key.ts';

it.each(['a', '7', 'com.example/a', 'io.modelcontextprotocol/ui', 'x/', 'a-b.c9/d_e.f-g', '', 'A.B/C'])(
  '%j is well-formed',
  (key) => {
    expect(metaKeyFault(key)).toBeUndefined();
  },
);

it.each([
  ['/a', 'an empty label'],
  ['a../b', 'an empty label'],
  ['.a/b', 'an empty label'],
  ['9a/b', 'does not start with a letter'],
  ['a.9/b', 'does not start with a letter'],
  ['a-/b', 'does not end'],
  ['a_b/c', 'in the prefix'],
  ['größe/c', 'in the prefix'],
  ['a/b/c', 'in the name'],
  ['a/-b', 'does not start'],
  ['a/b_', 'does not end'],
  ['a b', 'in the name'],
  ['a/ü', 'does not start'],
])('%j is not: %s', (key, fault) => {
  expect(metaKeyFault(key)).toContain(fault);
});

it('tells a prefix from none', () => {
  expect(metaKeyPrefix('tasks')).toBeUndefined();
  expect(metaKeyPrefix('/tasks')).toBe('');
  expect(metaKeyPrefix('a.b/c/d')).toBe('a.b');
});

it('judges long keys in little time', () => {
  const long = 'a-'.repeat(100_000);
  expect(metaKeyFault(`${long}/${long}`)).toContain('does not end');
});
