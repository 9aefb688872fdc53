import { beforeAll, describe, expect, test } from 'vitest';
import { checkShape } from '../../harness/shape.ts';
import { type JsonObject, type Revision, revisions } from '../../harness/wire.ts';
import { definitionsOf } from '../../schemas/definitions.ts';
import {
  envelopeTypes,
  loadSchemas,
  requestTypeFor,
  resultTypeName,
  shapeFaults,
  typeFor,
} from '../../schemas/validate.ts';
import { examplesOf } from './examples.ts';

test('without loading there is no judging', () => {
  expect(() => shapeFaults('2024-11-05', 'Result', {})).toThrow("await loadSchemas('2024-11-05') first");
});

describe('loaded', () => {
  beforeAll(async () => {
    for (const revision of revisions) await loadSchemas(revision);
  });

  /** The faults of a page whose first resource has, or lacks, some members. */
  const resource = (revision: Revision, members: JsonObject) => {
    const { ListResourcesResult: page } = examplesOf(revision);
    const faults = shapeFaults(revision, 'ListResourcesResult', {
      ...page,
      resources: [{ name: 'a', uri: 'a:b', ...members }],
    });
    return faults.map(({ path, message }) => `${path}: ${message}`);
  };

  test.each(revisions)('%s accepts what its servers may send', (revision) => {
    for (const [type, value] of Object.entries(examplesOf(revision)))
      expect(shapeFaults(revision, type, value), type).toEqual([]);
    expect(resource(revision, { fromTheFuture: null, 'x/y': [1] })).toEqual([]);
  });

  test.each(revisions)('%s tells what is wrong and where', (revision) => {
    expect(resource(revision, { uri: undefined })).toEqual(['resources/0: required member uri is missing']);
    expect(resource(revision, { uri: null })).toEqual(['resources/0/uri: must be string, got null']);
    expect(resource(revision, { name: 7, size: '12' })).toEqual([
      'resources/0/name: must be string, got number',
      'resources/0/size: must be number, got string',
    ]);
    expect(resource(revision, { size: 1.5 })).toEqual([]);
    expect(resource(revision, { annotations: { priority: 1.1, audience: 'user' } })).toEqual([
      'resources/0/annotations/audience: must be array, got string',
      'resources/0/annotations/priority: must be <= 1, got 1.1',
    ]);
    expect(resource(revision, { annotations: { audience: ['robot', null] } })).toEqual([
      'resources/0/annotations/audience/0: must be one of "assistant", "user", got "robot"',
      'resources/0/annotations/audience/1: must be string, got null',
    ]);
    expect(shapeFaults(revision, 'ListResourcesResult', null)).toEqual([
      { path: '', member: '', message: 'must be object, got null' },
    ]);
  });

  test('each revision knows its own members and types', () => {
    for (const [member, since] of [
      ['title', '2025-06-18'],
      ['_meta', '2025-06-18'],
      ['icons', '2025-11-25'],
    ] as const)
      for (const revision of revisions)
        expect(resource(revision, { [member]: null }).length, `${member} ${revision}`).toBe(revision >= since ? 1 : 0);
    for (const revision of revisions) {
      const bare = shapeFaults(revision, 'ReadResourceResult', { contents: [] }).map(({ member }) => member);
      expect(bare).toEqual(revision >= '2026-07-28' ? ['cacheScope', 'resultType', 'ttlMs'] : []);
      const many = { ...examplesOf(revision).CompleteResult, completion: { values: Array(101).fill('a') } };
      expect(shapeFaults(revision, 'CompleteResult', many).map(({ message }) => message)).toEqual(
        revision >= '2026-07-28' ? ['must have at most 100 items, has 101'] : [],
      );
    }
    const ttl = { ...examplesOf('2026-07-28').ListResourcesResult, ttlMs: 1.5 };
    expect(shapeFaults('2026-07-28', 'ListResourcesResult', ttl)[0]?.message).toBe('must be integer, got 1.5');
  });

  test.each(revisions)('%s: one fault for contents that are neither text nor blob', (revision) => {
    const contents = (item: unknown) => {
      const { ReadResourceResult } = examplesOf(revision);
      const faults = shapeFaults(revision, 'ReadResourceResult', { ...ReadResourceResult, contents: [item] });
      return faults.map(({ member, message }) => `${member}: ${message}`);
    };
    const neither = 'contents/0/text: required member text or blob is missing';
    expect(contents({ uri: 'a:b' })).toEqual([neither]);
    expect(contents({})).toEqual([neither, 'contents/0/uri: required member uri is missing']);
    expect(contents({ uri: 'a:b', text: null })).toEqual(['contents/0/text: must be string, got null']);
    expect(contents({ uri: 'a:b', blob: {} })).toEqual(['contents/0/blob: must be string, got object']);
    expect(contents({ text: '' })).toEqual(['contents/0/uri: required member uri is missing']);
    expect(contents('text')).toEqual(['contents/0: must be object, got string']);
    expect(contents({ uri: 'a:b', text: 7, blob: '' })).toEqual([]);
  });

  test('an input request is judged by its method', () => {
    const faults = (request: unknown) =>
      shapeFaults('2026-07-28', 'InputRequiredResult', {
        resultType: 'input_required',
        inputRequests: { a: request },
      }).map(({ member, message }) => `${member.replace('inputRequests/a', '')}: ${message}`);
    expect(faults({ method: 'tools/call' })).toEqual([
      '/method: must be one of "sampling/createMessage", "roots/list", "elicitation/create", got "tools/call"',
    ]);
    expect(faults({})).toEqual(['/method: required member method is missing']);
    expect(faults({ method: 'elicitation/create', params: { message: 'x' } })).toEqual([
      '/params/requestedSchema: required member requestedSchema is missing',
    ]);
    expect(faults({ method: 'roots/list' })).toEqual([]);
  });

  test.each(revisions)('%s: an error response may lack its id or have null', (revision) => {
    const { error } = envelopeTypes(revision);
    const message = { jsonrpc: '2.0', error: { code: -32700, message: '' } };
    expect(shapeFaults(revision, error, message)).toEqual([]);
    for (const id of [null, 0, '']) expect(shapeFaults(revision, error, { ...message, id })).toEqual([]);
    expect(shapeFaults(revision, error, { ...message, id: true })).toHaveLength(1);
    expect(shapeFaults(revision, error, { ...message, error: { code: '1' } })).toHaveLength(2);
  });

  test('any JSON value may stand in a free capability of 2026-07-28', () => {
    const { DiscoverResult } = examplesOf('2026-07-28');
    const capabilities = { experimental: { a: { b: null, c: 1.5, d: [[null]] } }, logging: { x: null } };
    expect(shapeFaults('2026-07-28', 'DiscoverResult', { ...DiscoverResult, capabilities })).toEqual([]);
  });

  test('the result type decides the branch before the members do', () => {
    const pick = (method: string, result: unknown, revision: Revision = '2026-07-28') =>
      resultTypeName(revision, method, result);
    expect(pick('resources/read', { resultType: 'input_required' })).toBe('InputRequiredResult');
    for (const result of [{ resultType: 'complete' }, { resultType: 'new' }, { resultType: 7 }, {}, null, []])
      expect(pick('resources/read', result)).toBe('ReadResourceResult');
    expect(pick('resources/list', { resultType: 'input_required' })).toBe('ListResourcesResult');
    expect(pick('resources/read', { resultType: 'input_required' }, '2025-11-25')).toBe('ReadResourceResult');
    expect(pick('toString', {})).toBeUndefined();
  });

  test('methods have types in the revisions that know them, and each type is defined', () => {
    expect(typeFor('2025-11-25', 'resources/subscribe')).toBe('EmptyResult');
    expect(typeFor('2026-07-28', 'resources/subscribe')).toBeUndefined();
    expect(typeFor('2026-07-28', 'initialize')).toBeUndefined();
    expect(typeFor('2025-11-25', 'server/discover')).toBeUndefined();
    expect(typeFor('2024-11-05', 'notifications/resources/updated')).toBe('ResourceUpdatedNotification');
    expect(typeFor('2025-11-25', 'notifications/subscriptions/acknowledged')).toBeUndefined();
    expect(requestTypeFor('2026-07-28', 'subscriptions/listen')).toBe('SubscriptionsListenRequest');
    for (const revision of revisions)
      for (const type of Object.values(envelopeTypes(revision))) expect(definitionsOf(revision)).toHaveProperty(type);
  });

  test('a type that is none is our own mistake', () => {
    expect(() => shapeFaults('2024-11-05', 'DiscoverResult', {})).toThrow('no type DiscoverResult. Name one of: ');
    expect(() => shapeFaults('2024-11-05', 'toString', {})).toThrow('no type toString');
  });

  test('hostile values stay small in the words about them, and many faults are few', () => {
    const long = 'x'.repeat(65_536);
    const page = examplesOf('2026-07-28').ListResourcesResult!;
    for (const value of [
      { ...page, cacheScope: long },
      { ...page, resources: long },
      { resultType: 'input_required', inputRequests: { [long]: { method: long } } },
    ]) {
      for (const type of ['ListResourcesResult', 'InputRequiredResult']) {
        const faults = shapeFaults('2026-07-28', type, value);
        for (const { path, member, message } of faults) expect((path + member + message).length).toBeLessThan(600);
      }
    }
    const many = { ...page, resources: Array(500_000).fill(0) };
    expect(shapeFaults('2026-07-28', 'ListResourcesResult', many)).toHaveLength(20);
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [index, null]));
    expect(shapeFaults('2026-07-28', 'InputRequiredResult', { resultType: '', inputRequests: wide })).toHaveLength(20);
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level++) deep = [deep];
    expect(shapeFaults('2026-07-28', 'Result', { resultType: '', _meta: { deep } })).toEqual([]);
    expect(shapeFaults('2026-07-28', 'DiscoverResult', { capabilities: { logging: { deep } } }).length).toBeLessThan(9);
  });

  test.each(revisions)('%s: no type crashes on any kind of value', (revision) => {
    const odd = [
      null,
      true,
      0,
      Number.POSITIVE_INFINITY,
      '',
      [],
      [null],
      {},
      { method: null, params: 7, result: [], error: '' },
    ];
    for (const type of Object.keys(definitionsOf(revision)))
      for (const value of odd) expect(Array.isArray(shapeFaults(revision, type, value))).toBe(true);
  });

  describe('checkShape', () => {
    const page = (resources: unknown[]) => ({ resources });

    test('says what it is not, and why', () => {
      expect(() => checkShape(page([{ uri: 'a:b' }]), 'ListResourcesResult', '2025-06-18')).toThrow(
        'not a ListResourcesResult: resources/0: required member name is missing',
      );
      expect(() => checkShape({}, 'ListResourcesResult', '2025-06-18')).toThrow(
        'not a ListResourcesResult: required member resources is missing',
      );
      expect(() => checkShape([], 'InitializeResult', '2025-06-18')).toThrow('not an InitializeResult: must be object');
      checkShape(page([]), 'ListResourcesResult', '2025-06-18');
    });

    test('hands on the rule and the lines', () => {
      try {
        checkShape(null, 'Result', '2025-06-18', { rule: 'msg-result-object', lines: [3] });
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ name: 'Violation', grounds: { rule: 'msg-result-object', lines: [3] } });
      }
    });

    test('judges one member alone, however many others are wrong before it', () => {
      const bad = { uri: 'a:b', size: '1' };
      const uri = { only: 'resources[].uri' };
      checkShape(page(Array(1000).fill(bad)), 'ListResourcesResult', '2025-06-18', uri);
      expect(() =>
        checkShape(page([...Array(1000).fill(bad), { name: 'x' }]), 'ListResourcesResult', '2025-06-18', uri),
      ).toThrow('resources/1000: required member uri is missing');
      const contents = [...Array(1000).fill({ text: 1, uri: 'a:b' }), { text: '', uri: null }];
      expect(() => checkShape({ contents }, 'ReadResourceResult', '2025-06-18', { only: 'contents[].uri' })).toThrow(
        'contents/1000/uri: must be string, got null',
      );
      expect(() =>
        checkShape(page([7]), 'ListResourcesResult', '2025-06-18', { only: (member) => member === 'resources/0' }),
      ).toThrow('resources/0: must be object');
    });

    test('patterns reach names that hold points, slashes and digits', () => {
      const spoiled = { resultType: '', _meta: { 'io.modelcontextprotocol/serverInfo': { name: 1, version: '' } } };
      const only = '_meta.io.modelcontextprotocol/serverInfo.*';
      expect(() => checkShape(spoiled, 'Result', '2026-07-28', { only })).toThrow('name: must be string');
      const numbered = { resultType: 'input_required', inputRequests: { 0: null } };
      expect(() => checkShape(numbered, 'InputRequiredResult', '2026-07-28', { only: 'inputRequests.*' })).toThrow(
        'inputRequests/0: must be object',
      );
    });
  });
});
