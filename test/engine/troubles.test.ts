import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LegRun } from '../../harness/leg.ts';
import { all, type Mutant, onRequest, onResult } from '../../harness/mutate.ts';
import { plan } from '../../harness/plan.ts';
import { Crash } from '../../harness/reference/failure.ts';
import { type Over, openGround, type ProvingGround } from '../../harness/reference/proving-ground.ts';
import type { Result } from '../../harness/report.ts';
import { requestInWords } from '../../harness/troubles.ts';
import type { Revision, RpcRequest } from '../../harness/wire.ts';
import { cases } from '../../suites/index.ts';

let ground: ProvingGround;

beforeAll(async () => {
  ground = await openGround();
});

afterAll(() => ground.close());

/** Requests of a method to which the server replies by ending, or not at all; counts them. */
function trouble(method: string, end: boolean, meant: (request: RpcRequest) => boolean = () => true) {
  const seen: RpcRequest[] = [];
  const mutant = onRequest(method, (request) => {
    if (!meant(request)) return request;
    seen.push(request);
    if (end) throw new Crash('boom');
    return undefined;
  });
  return { mutant, seen };
}

async function judged(mutant: Mutant, revision: Revision, over: Over, only?: string[]): Promise<Result[]> {
  const server = await ground.serve(mutant, revision, over);
  try {
    const leg = new LegRun(server.connector, revision, { ...ground.limits, fixtures: server.fixtures });
    await leg.start();
    return (await leg.run(plan(cases, only))).results;
  } finally {
    await server.close();
  }
}

const red = (results: Result[]) => results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
/** The cases that stand in the way of others. */
const blockers = (results: Result[]) => [
  ...new Set(
    results.flatMap(({ verdict, reason }) =>
      verdict === 'untested' ? (/^blocked by (\S+):/.exec(reason)?.[1] ?? []) : [],
    ),
  ),
];

describe.each([
  ['resources/read', '2025-11-25', 'stdio'],
  ['resources/read', '2026-07-28', 'stdio'],
  ['resources/list', '2024-11-05', 'stdio'],
  ['resources/list', '2026-07-28', 'stdio'],
  ['completion/complete', '2025-11-25', 'stdio'],
] as const)('%s in %s over %s', (method, revision, over) => {
  it('that ends the server is one failure, worded by the request, and blocks the rest', async () => {
    const { mutant, seen } = trouble(method, true);
    const results = await judged(mutant, revision, over);
    const [first, ...others] = red(results);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ harm: 'breaks', reason: expect.stringMatching(/^the server .+ on \w+\//) });
    expect(first!.reason).toContain(` on ${method}`);
    expect(first!.hint).toContain('no request may end the server');
    expect(blockers(results)).toEqual([first!.case]);
    expect(seen.length).toBeLessThanOrEqual(8);
  });

  it('that is never answered is one failure, and is not asked again and again', async () => {
    const { mutant, seen } = trouble(method, false);
    const results = await judged(mutant, revision, over);
    expect(red(results).map(({ case: id }) => id)).toEqual(['messages/request-answered']);
    expect(blockers(results)).toEqual(['messages/request-answered']);
    expect(seen.length).toBeLessThanOrEqual(12);
  });
});

it('silence is held against the case that met it where no other reports it', async () => {
  const { mutant } = trouble('resources/read', false);
  const results = await judged(mutant, '2025-11-25', 'stdio', ['read', 'templates/readable', 'traversal']);
  const [first, ...others] = red(results);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    harm: 'breaks',
    reason: 'expected an answer, but resources/read {"uri":"demo://host/greeting"} got no answer within 250 ms',
  });
  expect(blockers(results)).toEqual([first!.case]);
});

it('what is unknown may be asked for where what is known is answered, and the crash is one failure', async () => {
  const { mutant, seen } = trouble('resources/read', true, ({ params }) => /absent/.test(String(params?.uri)));
  const results = await judged(mutant, '2025-11-25', 'stdio');
  expect(red(results).map(({ case: id }) => id)).toEqual(['not-found/code']);
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(80);
  expect(seen.length).toBeLessThanOrEqual(8);
});

it('a violation that was found before the server ended stays one', async () => {
  const { mutant } = trouble('completion/complete', true);
  const broken = onResult('resources/list', (result) => {
    for (const entry of result.resources) entry.name = 7;
  });
  const results = await judged(all(broken, mutant), '2025-11-25', 'stdio', ['list', 'completion']);
  expect(red(results)).toContainEqual(expect.objectContaining({ case: 'list/name', harm: 'breaks' }));
  expect(red(results).filter(({ reason }) => reason.includes('on completion/complete'))).toHaveLength(1);
});

describe('a request in words', () => {
  it.each([
    ['resources/list', {}, 'resources/list'],
    ['resources/read', { uri: 'a:b' }, 'resources/read {"uri":"a:b"}'],
    ['resources/read', { _meta: {}, uri: 'a:b', requestState: 'x' }, 'resources/read {"uri":"a:b"} with requestState'],
    ['completion/complete', { ref: { name: 'a' } }, 'completion/complete {"ref":{"name":"a"}}'],
    [
      'resources/read',
      { uri: 'file:///tmp/mcp-conformance-Xy12/canary.txt' },
      'resources/read of a path out of bounds',
    ],
    ['resources/read', { uri: 'file:///%6dcp-conformance-Xy12' }, 'resources/read of a path out of bounds'],
    ['resources/read', { uri: 'mcp-conformance-absent:///%' }, 'resources/read {"uri":"mcp-conformance-absent:///%"}'],
    ['', {}, 'a message'],
  ])('%s %j', (method, params, words) => {
    expect(requestInWords(method, params)).toBe(words);
  });

  it('is short, whatever was sent', () => {
    expect(requestInWords('resources/read', { uri: 'x'.repeat(1e5) }).length).toBeLessThan(120);
  });
});
