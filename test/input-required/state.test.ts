import { expect, test } from 'vitest';
import { alteredStates, spoiledStates } from '../../harness/input-required/state.ts';

const encoded = (value: unknown, encoding: 'base64' | 'base64url' = 'base64url') =>
  Buffer.from(JSON.stringify(value)).toString(encoding);
const read = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString());

test('a spoiled state is never the one that was issued, and the same each time', () => {
  for (const state of ['', 'x', 'step-1', '!!!', 'ü', encoded({ a: 1 }), 'A'.repeat(100_000)]) {
    const spoiled = spoiledStates(state);
    expect(spoiled.length).toBeGreaterThan(1);
    expect(spoiled.map((each) => each.state)).not.toContain(state);
    expect(spoiledStates(state)).toEqual(spoiled);
  }
});

test('one character is changed well inside, where no bit of base64 is left over', () => {
  const state = encoded({ uri: 'demo://host/ask', step: 1 });
  const [{ state: changed } = { state: '' }] = spoiledStates(state);
  const differing = [...state].flatMap((character, at) => (character === changed[at] ? [] : [at]));
  expect(differing).toHaveLength(1);
  expect(differing[0]).toBeGreaterThan(10);
  expect(differing[0]).toBeLessThan(state.length - 4);
  expect(changed).toHaveLength(state.length);
});

test('a readable state is altered in one value at a time, in the form that it has', () => {
  const value = { user: 'ada', step: 1, done: false, answers: { team: 'red' }, none: null };
  const others = [
    { ...value, user: 'adb' },
    { ...value, step: 2 },
    { ...value, done: true },
    { ...value, answers: { team: 'ree' } },
  ];
  const sorted = (list: unknown[]) => list.map((each) => JSON.stringify(each)).sort();
  const plain = alteredStates(JSON.stringify(value)).map(({ state }) => JSON.parse(state));
  expect(sorted(plain)).toEqual(sorted(others));
  for (const encoding of ['base64', 'base64url'] as const)
    expect(sorted(alteredStates(encoded(value, encoding)).map(({ state }) => read(state)))).toEqual(sorted(others));
  expect(alteredStates(JSON.stringify(value))[0]?.words).toBe('with another answers.team');
});

test('of a signed state the readable part is altered and the rest kept', () => {
  const altered = alteredStates(`${encoded({ alg: 'HS256' })}.${encoded({ sub: 'ada' })}.c2ln`);
  expect(altered.map(({ state }) => state.split('.').at(-1))).toEqual(['c2ln', 'c2ln']);
  expect(altered.map(({ state }) => state.split('.').slice(0, 2).map(read))).toEqual([
    [{ alg: 'HS257' }, { sub: 'ada' }],
    [{ alg: 'HS256' }, { sub: 'adb' }],
  ]);
});

test.each(['', 'step-1', 'true', '"x"', '7', '{}', '[]', '{"a":', '....', 'AAAA', `{"a":"${'x'.repeat(20_000)}"}`])(
  'nothing is altered in %s',
  (state) => {
    expect(alteredStates(state)).toEqual([]);
  },
);

test('a deep state, or one with names of the language, is altered without harm', () => {
  const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`;
  expect(alteredStates(deep)).toEqual([]);
  const [{ state } = { state: '' }] = alteredStates('{"__proto__":{"x":"y"}}');
  expect(state).toBe('{"__proto__":{"x":"z"}}');
});
