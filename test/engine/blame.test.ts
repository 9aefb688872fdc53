import { expect, test } from 'vitest';
import { rootOf } from '../../harness/blame.ts';

const reasons = new Map([
  ['read/shape', 'expected an array, got 7'],
  ['read/text', 'blocked by read/shape: no contents'],
  ['read/base64', 'blocked by list/uri: no URI'],
]);
const root = (id: string, reason: string) => rootOf(id, reason, (of) => reasons.get(of));

test('what is blocked by a case that is blocked names what blocks that one', () => {
  expect(root('read/embedded', 'blocked by read/text: no text')).toBe('blocked by read/shape: no contents');
});

test.each([
  ['a case that was judged', 'read/embedded', 'blocked by read/shape: no contents'],
  ['a case that has no result yet', 'read/embedded', 'blocked by list/meta: none'],
  ['one that waits for itself', 'list/uri', 'blocked by read/base64: no blob'],
  ['no case', 'read/embedded', 'the server could not be reached again'],
])('what is blocked by %s keeps its reason', (_, id, reason) => {
  expect(root(id, reason)).toBe(reason);
});
