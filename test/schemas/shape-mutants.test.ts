import { beforeAll, describe, expect, test } from 'vitest';
import type { Broken } from '../../harness/case.ts';
import { Violation } from '../../harness/judge.ts';
import { checkShape } from '../../harness/shape.ts';
import { notificationMutants, shapeMutants } from '../../harness/shape-mutants.ts';
import { type JsonObject, type Revision, revisions } from '../../harness/wire.ts';
import { loadSchemas, typeFor } from '../../schemas/validate.ts';
import { examplesOf } from './examples.ts';

const resultMethods = [
  'initialize',
  'ping',
  'server/discover',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'subscriptions/listen',
  'completion/complete',
];
const notificationMethods = [
  'notifications/cancelled',
  'notifications/progress',
  'notifications/message',
  'notifications/resources/updated',
  'notifications/resources/list_changed',
  'notifications/subscriptions/acknowledged',
];

/** What a mutant makes of a message. */
function mutated([mutant]: Broken, message: JsonObject, revision: Revision, method: string): JsonObject {
  const request = 'method' in message ? undefined : { jsonrpc: '2.0' as const, id: 'a', method };
  const context = { revision, request, connection: 0, memory: new Map(), send() {} };
  return mutant.outgoing!(structuredClone(message), context)[0]!;
}

/** The words of the violation that a case sees. */
function reason(value: unknown, type: string, revision: Revision, only?: string): string {
  try {
    checkShape(value, type, revision, only === undefined ? {} : { only });
    return 'valid';
  } catch (error) {
    expect(error).toBeInstanceOf(Violation);
    return (error as Error).message;
  }
}

beforeAll(async () => {
  for (const revision of revisions) await loadSchemas(revision);
});

describe.each(revisions)('%s', (revision) => {
  const examples = examplesOf(revision);

  test('every mutant of every result is a violation, told in the words it announces', () => {
    let count = 0;
    for (const method of resultMethods) {
      const own = typeFor(revision, method);
      for (const type of own === 'ReadResourceResult' ? [own, 'InputRequiredResult'] : [own]) {
        if (type === undefined || !examples[type]) continue;
        const message = { jsonrpc: '2.0', id: 'a', result: examples[type] };
        expect(reason(examples[type], type, revision)).toBe('valid');
        for (const [name, broken] of Object.entries(shapeMutants(method, type, revision))) {
          const { result } = mutated(broken, message, revision, method);
          expect(reason(result, type, revision), `${type}: ${name}`).toContain(broken[1]);
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(200);
  });

  test('every mutant of every notification is a violation, told in the words it announces', () => {
    for (const method of notificationMethods) {
      const type = typeFor(revision, method);
      if (type === undefined) continue;
      expect(reason(examples[type], type, revision)).toBe('valid');
      const mutants = Object.entries(notificationMutants(method, type, revision));
      expect(mutants.length).toBeGreaterThan(3);
      for (const [name, broken] of mutants)
        expect(reason(mutated(broken, examples[type]!, revision, method), type, revision), name).toContain(broken[1]);
    }
  });

  test('the mutants of one member are seen by a case that judges this member alone', () => {
    const message = { jsonrpc: '2.0', id: 'a', result: examples.ListResourcesResult };
    for (const member of ['resources[].uri', 'resources[].annotations.audience*', 'nextCursor']) {
      const mutants = Object.entries(shapeMutants('resources/list', 'ListResourcesResult', revision, { member }));
      expect(mutants.length).toBeGreaterThan(3);
      for (const [name, broken] of mutants) {
        const { result } = mutated(broken, message, revision, 'resources/list');
        expect(reason(result, 'ListResourcesResult', revision, member), name).toContain(broken[1]);
        expect(reason(result, 'ListResourcesResult', revision, 'resources[].name')).toBe('valid');
      }
    }
  });
});

test('all items are changed, and only those of the branch that has the member', () => {
  const { ReadResourceResult } = examplesOf('2025-11-25');
  const mutants = shapeMutants('resources/read', 'ReadResourceResult', '2025-11-25');
  const message = { jsonrpc: '2.0', id: 'a', result: ReadResourceResult };
  const spoiled = (name: string) => mutated(mutants[name]!, message, '2025-11-25', 'resources/read').result.contents;
  expect(spoiled('contents[].text is a number')).toEqual([
    { uri: 'doc://guide', mimeType: 'text/plain', text: 7 },
    { uri: 'doc://image', blob: '' },
  ]);
  expect(spoiled('contents[].uri is null').map(({ uri }: JsonObject) => uri)).toEqual([null, null]);
});

test('a result of another type is left alone', () => {
  const { InputRequiredResult, ReadResourceResult } = examplesOf('2026-07-28');
  for (const [type, result] of [
    ['ReadResourceResult', InputRequiredResult],
    ['InputRequiredResult', ReadResourceResult],
  ] as const) {
    const message = { jsonrpc: '2.0', id: 'a', result };
    for (const broken of Object.values(shapeMutants('resources/read', type, '2026-07-28')))
      expect(mutated(broken, message, '2026-07-28', 'resources/read')).toEqual(message);
  }
});

test('options name the words and the rule, and leave members out', () => {
  const mutants = shapeMutants('resources/list', 'ListResourcesResult', '2025-06-18', {
    says: 'own words',
    rule: 'list-result-shape',
    except: { '*': 'judged elsewhere' },
  });
  expect(mutants).toEqual({});
  const uri = shapeMutants('resources/list', 'ListResourcesResult', '2025-06-18', {
    member: 'resources[].uri',
    says: 'own words',
    rule: 'resource-uri-required',
  });
  expect(Object.keys(uri)).toContain('resources[].uri is missing');
  for (const [, says, scope] of Object.values(uri)) {
    expect(says).toBe('own words');
    expect(scope).toEqual({ rule: 'resource-uri-required' });
  }
});

test('a member that a revision lacks makes no mutant, one that none has is an error', () => {
  const title = { member: 'resources[].title' };
  expect(shapeMutants('resources/list', 'ListResourcesResult', '2024-11-05', title)).toEqual({});
  expect(Object.keys(shapeMutants('resources/list', 'ListResourcesResult', '2025-06-18', title))).not.toEqual([]);
  expect(shapeMutants('server/discover', 'DiscoverResult', '2024-11-05')).toEqual({});
  expect(() =>
    shapeMutants('resources/list', 'ListResourcesResult', '2024-11-05', { member: 'resources[].url' }),
  ).toThrow('No revision has the member resources[].url');
});
