import { expect, test } from 'vitest';
import { Outbox } from '../../harness/transport/outbox.ts';
import type { WireEvent } from '../../harness/transport/transport.ts';

const stderr = (text: string): WireEvent => ({ type: 'stderr', text });
const exit: WireEvent = { type: 'exit', exit: { code: 0 } };

test('events wait for the listener, and one that it causes comes behind those that wait', () => {
  const outbox = new Outbox();
  outbox.emit(stderr('a'));
  outbox.emit(stderr('b'));
  const seen: WireEvent[] = [];
  outbox.listen((event) => {
    if (seen.push(event) === 1) outbox.emit(stderr('c'));
  });
  expect(seen).toEqual([stderr('a'), stderr('b'), stderr('c')]);
});

test('nothing follows the exit, which comes once', () => {
  const outbox = new Outbox();
  const seen: WireEvent[] = [];
  outbox.listen((event) => seen.push(event));
  for (const event of [exit, stderr('late'), exit]) outbox.emit(event);
  expect(seen).toEqual([exit]);
});

test('a listener that throws loses no later event', () => {
  const outbox = new Outbox();
  const seen: WireEvent[] = [];
  outbox.listen((event) => {
    seen.push(event);
    if (seen.length === 1) throw new Error('fault of the listener');
  });
  expect(() => outbox.emit(stderr('a'))).toThrow('fault of the listener');
  outbox.emit(stderr('b'));
  expect(seen).toEqual([stderr('a'), stderr('b')]);
});
