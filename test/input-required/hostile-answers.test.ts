// Whatever a server says in place of a question, these cases end in a verdict, in bounded time.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Case } from '../../harness/case.ts';
import { declaredIn, isRetry } from '../../harness/input-required/mutants.ts';
import { LegRun } from '../../harness/leg.ts';
import { all, fault, instead, type Mutant, onReply, onResult } from '../../harness/mutate.ts';
import { Crash } from '../../harness/reference/failure.ts';
import { openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { Result } from '../../harness/report.ts';

const suite = new URL('../../suites/input-required/', import.meta.url);
const planned = await Promise.all(
  readdirSync(suite)
    .filter((file) => file !== 'index.ts')
    .map(async (file) => ({
      id: `input-required/${file.slice(0, -3)}`,
      definition: (await import(new URL(file, suite).href)).default as Case,
    })),
);

let ground: ProvingGround;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** The results of the whole suite on a mutant, and how many messages were sent for them. */
async function judged(mutant: Mutant, fixtures = {}): Promise<{ results: Map<string, Result>; requests: number }> {
  const served = await ground.serve(mutant, '2026-07-28', 'memory');
  try {
    const options = { ...ground.limits, timeout: 100, fixtures: { ...served.fixtures, ...fixtures } };
    const leg = new LegRun(served.connector, '2026-07-28', options);
    await leg.start();
    const { results, transcript } = await leg.run(planned);
    const named = new Map(results.map((result) => [result.case.slice('input-required/'.length), result]));
    return { results: named, requests: transcript.filter(({ direction }) => direction === 'out').length };
  } finally {
    await served.close();
  }
}

const wish = (members: object) => ({ resultType: 'input_required', ...members });
const roots = { inputRequests: { r: { method: 'roots/list' } } };

test.each<[string, unknown]>([
  ['nothing', {}],
  ['nulls', { inputRequests: null, requestState: null }],
  ['an array', { inputRequests: [{ method: 'roots/list' }], requestState: 7 }],
  ['no requests', { inputRequests: { a: null, b: 7, c: [], d: 'x', e: {} } }],
  ['a method that is none', { inputRequests: { a: { method: null }, b: { method: {} }, c: { method: 'toString' } } }],
  ['params that are none', { inputRequests: { a: { method: 'elicitation/create', params: null } } }],
  ['a form of nonsense', { inputRequests: { a: { method: 'elicitation/create', params: { requestedSchema: 7 } } } }],
  ['names of the language', { inputRequests: JSON.parse('{"__proto__":{"method":"roots/list"}}'), requestState: '' }],
  ['a huge state', { ...roots, requestState: '{"a":'.repeat(20_000) }],
  ['a state of half a character', { ...roots, requestState: '\ud83d'.repeat(9) }],
  ['contents as well', { ...roots, contents: [null, { text: 7 }] }],
  ['a long key', { inputRequests: { ['k'.repeat(10_000)]: { method: 'x'.repeat(10_000) } } }],
])('a wish of %s ends in a verdict of few words', async (_, members) => {
  const { results, requests } = await judged(
    onReply('resources/read', (reply) => ('error' in reply ? reply : { result: wish(members as object) })),
  );
  for (const { case: id, verdict, reason } of results.values()) {
    expect([id, verdict, reason]).not.toContain('error');
    expect(reason.length).toBeLessThan(400);
  }
  expect(requests).toBeLessThan(600);
});

test('results that are no object, or errors that are none, end in a verdict', async () => {
  for (const value of [null, 7, 'text', [], true])
    for (const member of ['result', 'error']) {
      const { results } = await judged(onReply('resources/read', () => ({ [member]: value })));
      expect([...results.values()].filter(({ verdict }) => verdict === 'error')).toEqual([]);
    }
});

test('a server that asks without end is left after some rounds', async () => {
  const { results, requests } = await judged(
    instead('resources/read', (request) => {
      const able = 'roots' in declaredIn(request);
      if (!able) return { error: { code: -32021, message: 'Roots', data: { requiredCapabilities: { roots: {} } } } };
      return { result: wish({ ...roots, requestState: 'more' }) };
    }),
  );
  expect(requests).toBeLessThan(400);
  expect([...results.values()].filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
  expect(results.get('shape')?.verdict).toBe('pass');
  expect(results.get('extra-answers')?.verdict).toBe('pass');
  expect(results.get('tampered-state')?.reason).toContain('was still asking after 3 answers');
});

test('what is not known to ask leaves nothing to judge, and says why', async () => {
  const quiet = all(
    onResult('resources/list', (result) => {
      result.resources = result.resources.filter(({ uri }: { uri: string }) => !/\/ask/.test(uri));
    }),
    onResult('resources/templates/list', (result) => {
      result.resourceTemplates = [];
    }),
  );
  const none = await judged(quiet, { inputRequired: undefined });
  expect(none.results.get('shape')?.verdict).toBe('not-applicable');
  expect(none.results.get('unsupported-requests')?.verdict).toBe('pass');
  const named = await judged(quiet, { inputRequired: { uri: 'demo://host/greeting', inputResponses: {} } });
  expect(named.results.get('shape')).toMatchObject({ verdict: 'untested' });
  expect(named.results.get('shape')?.reason).toContain('fixtures.inputRequired names "demo://host/greeting"');
});

test('a template that leads nowhere known leaves it open, names each remedy, and the config may close it', async () => {
  const open = all(
    onResult('resources/list', (result) => {
      result.resources = result.resources.filter(({ uri }: { uri: string }) => !/\/ask/.test(uri));
    }),
    onResult('resources/templates/list', (result) => {
      result.resourceTemplates = [{ name: 'any', uriTemplate: 'demo://host/any/{id}' }];
    }),
  );
  const unsaid = await judged(open, { inputRequired: undefined });
  expect(unsaid.results.get('shape')).toMatchObject({ verdict: 'untested' });
  for (const remedy of ['fixtures.inputRequired', 'fixtures.templates', '"inputRequired": false', 'any/{id}'])
    expect(unsaid.results.get('shape')?.reason).toContain(remedy);
  const closed = await judged(open, { inputRequired: false });
  expect(closed.results.get('shape')).toMatchObject({
    verdict: 'not-applicable',
    reason: expect.stringContaining('the config says that no resource asks for input'),
  });
});

test('what asks for input is judged, whatever the config says', async () => {
  const { results } = await judged({}, { inputRequired: false });
  expect(results.get('shape')?.verdict).toBe('pass');
  const broken = onResult('resources/read', (result) => {
    if (result.resultType === 'input_required') result.inputRequests = 7;
  });
  expect((await judged(broken, { inputRequired: false })).results.get('shape')?.verdict).toBe('fail');
});

test('templates that could not be listed are no sign that nothing asks', async () => {
  const { results } = await judged(
    all(
      onResult('resources/list', (result) => {
        result.resources = result.resources.filter(({ uri }: { uri: string }) => !/\/ask/.test(uri));
      }),
      onResult('resources/templates/list', () => ({ resourceTemplates: 7 })),
    ),
    { inputRequired: undefined },
  );
  expect(results.get('shape')).toMatchObject({
    verdict: 'untested',
    reason: expect.stringContaining('the templates could not be listed'),
  });
});

test('answers that do not suit leave the judgement open, and name the remedy', async () => {
  const { results } = await judged(
    instead('resources/read', (request) =>
      isRetry(request) ? { error: { code: -32602, message: 'No such answer' } } : undefined,
    ),
  );
  for (const id of ['tampered-state', 'foreign-state'])
    expect(results.get(id)).toMatchObject({ verdict: 'untested', reason: expect.stringContaining('inputRequired') });
});

test('a resource that is held up is blamed on the case that holds it up, and on no other', async () => {
  const { results } = await judged(fault('asking-locks'));
  const red = [...results.values()].filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict));
  expect(red.map(({ case: id }) => id)).toEqual(['input-required/no-retry']);
});

test('a server that a foreign state brings down is blamed once, and judged on', async () => {
  const { results } = await judged({
    incoming(message) {
      if (message.params?.requestState === 'x') throw new Crash('Unexpected token');
      return [message];
    },
  });
  const red = [...results.values()].filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict));
  expect(red.map(({ case: id, verdict }) => [id, verdict])).toEqual([['input-required/tampered-state', 'fail']]);
  expect(red[0]).toMatchObject({
    harm: 'breaks',
    reason: expect.stringMatching(/^the server crashed: .* on resources\/read/),
  });
  expect(results.get('unsupported-requests')?.verdict).toBe('pass');
});
