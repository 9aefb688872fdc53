import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LegRun } from '../../harness/leg.ts';
import { all, later, type Mutant, onReply } from '../../harness/mutate.ts';
import { plan } from '../../harness/plan.ts';
import { type Over, openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { JsonObject, Revision } from '../../harness/wire.ts';
import { cases } from '../../suites/index.ts';

/** Answers of which no case may make more than a judgement. */
const answers: Record<string, JsonObject> = {
  null: { result: null },
  'a number': { result: 7 },
  'a list': { result: [[], null] },
  'an empty object': { result: {} },
  'null everywhere': {
    result: { resourceTemplates: null, resources: null, completion: null, ttlMs: null, cacheScope: null },
  },
  'suggestions as a text': { result: { completion: { values: 'ada', total: 'many', hasMore: 7 } } },
  'suggestions of anything': {
    result: {
      resultType: 'complete',
      completion: { values: [null, 7, '', '\ud800', {}, []], total: -0.5, hasMore: null },
    },
  },
  'a list in place of suggestions': { result: { completion: [['ada']] } },
  'hints of odd types': { result: { resultType: 'complete', ttlMs: [], cacheScope: { public: true }, contents: 7 } },
  'a type that is an object': { result: { resultType: {}, ttlMs: {}, cacheScope: [] } },
  'templates of anything': {
    result: {
      resources: [null, { uri: 7 }, { uri: '\ud800' }],
      resourceTemplates: [null, 7, {}, { uriTemplate: 7 }, { uriTemplate: '{' }, { uriTemplate: 'x:{a}{\u0000}' }],
      cacheScope: 'public',
      ttlMs: -1e308,
    },
  },
  'a wish for input': { result: { resultType: 'input_required', ttlMs: {}, cacheScope: null, inputRequests: 7 } },
  'an error that is null': { error: null },
  'an error of odd types': { error: { code: '7', message: { text: 'no' }, data: 7 } },
  'neither result nor error': {},
};

const methods = ['resources/list', 'resources/templates/list', 'resources/read', 'completion/complete'];
const own = plan(cases, ['caching/*', 'completion/*']);

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

async function expectJudgements(mutant: Mutant, revision: Revision, over: Over = 'memory'): Promise<void> {
  const server = await ground.serve(mutant, revision, over);
  try {
    const leg = new LegRun(server.connector, revision, { ...ground.limits, fixtures: server.fixtures });
    await leg.start();
    for (const { case: id, verdict, reason } of (await leg.run(own)).results) {
      expect(verdict, `${id}: ${reason}`).not.toBe('error');
      expect(reason.length, id).toBeLessThan(600);
    }
  } finally {
    await server.close();
  }
}

describe.each(['2024-11-05', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  describe.each(Object.entries(answers))('%s', (_, answer) => {
    it.each(methods)('as the answer to %s ends in a judgement', (method) =>
      expectJudgements(
        onReply(method, () => structuredClone(answer)),
        revision,
      ),
    );
  });
});

describe.each(Object.entries(answers))('%s', (_, answer) => {
  it('as a later answer to server/discover ends in a judgement', () =>
    expectJudgements(
      later(
        'server/discover',
        onReply('server/discover', () => structuredClone(answer)),
      ),
      '2026-07-28',
    ));

  it('to callers without credentials ends in a judgement', () =>
    expectJudgements(
      all(
        { faults: ['http-unauthenticated'] },
        onReply('resources/read', (reply, _request, { memory }) => {
          const odd = memory.has('asked');
          memory.set('asked', true);
          return odd ? structuredClone(answer) : reply;
        }),
      ),
      '2026-07-28',
      'http',
    ));
});
