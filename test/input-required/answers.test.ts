import { beforeAll, expect, test } from 'vitest';
import { answersTo } from '../../harness/input-required/answers.ts';
import { loadSchemas, shapeFaults } from '../../schemas/validate.ts';

const revision = '2026-07-28';
beforeAll(() => loadSchemas(revision));

const form = (properties: unknown) => ({
  q: { method: 'elicitation/create', params: { message: 'Which?', requestedSchema: { type: 'object', properties } } },
});
const filled = (properties: unknown) => answersTo(form(properties)).q.content;

test('a form is filled with values that fit its fields', () => {
  expect(
    filled({
      plain: { type: 'string' },
      long: { type: 'string', minLength: 9 },
      short: { type: 'string', maxLength: 2 },
      mail: { type: 'string', format: 'email' },
      choice: { type: 'string', enum: ['b', 'a'] },
      titled: { type: 'string', oneOf: [{ const: 'x', title: 'X' }] },
      several: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 2 },
      named: { type: 'array', items: { anyOf: [{ const: 'y', title: 'Y' }] } },
      count: { type: 'integer', minimum: 7 },
      few: { type: 'number', maximum: 0.5 },
      any: { type: 'number' },
      sure: { type: 'boolean' },
      given: { type: 'string', default: '' },
    }),
  ).toEqual({
    plain: 'reader',
    long: 'readerrrr',
    short: 're',
    mail: 'reader@example.com',
    choice: 'b',
    titled: 'x',
    several: ['a', 'b'],
    named: ['y'],
    count: 7,
    few: 0.5,
    any: 1,
    sure: true,
    given: '',
  });
});

test('each kind of question gets the result that the schema gives it, and none that is unknown', () => {
  const answers = answersTo({
    form: form({ a: { type: 'string' } }).q,
    link: { method: 'elicitation/create', params: { mode: 'url', message: 'Log in', url: 'https://example.com/' } },
    model: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
    roots: { method: 'roots/list' },
    other: { method: 'ping' },
    none: null,
  });
  expect(Object.keys(answers)).toEqual(['form', 'link', 'model', 'roots']);
  expect(answers.link).toEqual({ action: 'accept' });
  expect(shapeFaults(revision, 'InputResponses', answers)).toEqual([]);
});

test('the answers of the config come first', () => {
  const given = { q: { action: 'decline' } };
  expect(answersTo(form({}), given)).toEqual(given);
  expect(answersTo(form({}), { other: 1 }).q.action).toBe('accept');
});

test.each([undefined, null, 7, 'x', [], [{ method: 'roots/list' }]].map((value) => [value]))(
  'requests %j are taken as they are',
  (value) => {
    expect(() => answersTo(value)).not.toThrow();
  },
);

test.each([null, 7, [], { a: null }, { a: 7 }, { a: { enum: [] } }, { a: { type: 'array' } }, { a: { oneOf: [7] } }])(
  'fields %j do no harm',
  (properties) => {
    expect(filled(properties)).toBeTypeOf('object');
  },
);

test('a form without end is filled as far as is sensible', () => {
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, { minLength: 1e9 }]));
  const content = filled(fields);
  expect(Object.keys(content)).toHaveLength(100);
  expect(content.f0).toHaveLength(1000);
});
