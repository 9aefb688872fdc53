import { expect, it } from 'vitest';
import { LongMessages } from '../../harness/long-messages.ts';
import { MiB } from '../../harness/transport/allowance.ts';

const answer = (id: unknown, result: unknown) => ({ jsonrpc: '2.0', id, result });

it('keeps a result that comes again once', () => {
  const long = new LongMessages();
  const first = answer('a-1', { text: 'x'.repeat(100), list: [{ n: 1 }] });
  const again = answer('b-22', structuredClone(first.result));
  expect(long.admit(first, 100 * MiB)).toBe(true);
  expect(long.admit(again, 100 * MiB + 1)).toBe(true);
  expect(again.result).toBe(first.result);
});

it('tells apart what is alike but for a little', () => {
  const long = new LongMessages();
  const first = answer('a-1', { list: [{ n: 1 }] });
  const other = answer('a-2', { list: [{ n: 2 }] });
  expect(long.admit(first, MiB)).toBe(true);
  expect(long.admit(other, MiB)).toBe(true);
  expect(other.result).toEqual({ list: [{ n: 2 }] });
});

it('has room for so much of what differs, and for what it has already', () => {
  const long = new LongMessages();
  expect(long.admit(answer('a-1', { n: 1 }), 60 * MiB)).toBe(true);
  expect(long.admit(answer('a-2', { n: 2 }), 60 * MiB)).toBe(true);
  expect(long.admit(answer('a-3', { n: 3 }), 60 * MiB)).toBe(false);
  expect(long.admit(answer('a-4', { n: 1 }), 60 * MiB)).toBe(true);
  expect(long.admit([answer('a-5', { n: 5 })], 60 * MiB)).toBe(false);
  expect(long.admit({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'long' } }, 60 * MiB)).toBe(false);
});
