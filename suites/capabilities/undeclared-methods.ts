import { defineCase } from '../../harness/case.ts';
import { notApplicable, untested } from '../../harness/judge.ts';
import { all, instead, onCapabilities, onResult } from '../../harness/mutate.ts';
import { codeOf, inWords, isError, isResult, type Reply } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

/** Methods behind a capability each. What one gives is the member by which the missing declaration is judged elsewhere. */
const behind = [
  {
    capability: 'resources',
    method: 'resources/list',
    params: {},
    given: ({ resources }: JsonObject): unknown => resources,
  },
  {
    capability: 'completions',
    method: 'completion/complete',
    params: {
      ref: { type: 'ref/resource', uri: 'mcp-conformance-absent:///{name}' },
      argument: { name: 'name', value: '' },
    },
    given: ({ completion }: JsonObject): unknown => completion?.values,
  },
] as const;

/** A server that gives something has the feature: that it does not declare it is the fault, and a case of its own reports it. */
function gives(reply: Reply, given: (result: JsonObject) => unknown): boolean {
  const items: unknown = isResult(reply) && isObject(reply.result) ? given(reply.result) : undefined;
  return Array.isArray(items) && items.length > 0;
}

const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const without = (name: string) =>
  onCapabilities((capabilities) => {
    delete capabilities[name];
  });
const noCompletions = without('completions');

export default defineCase({
  title: 'A method behind a capability that the server does not declare is answered with -32601',
  rules: [
    {
      id: 'cap-undeclared-method-not-found',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'schema#MethodNotFoundError',
      derived: 'a comment of the schema describes the error; no keyword demands it',
    },
  ],
  harm: 'misleads',
  hint: 'Answer -32601 to the methods of every feature that you do not declare, or declare the feature.',

  async run(probe) {
    let open = 0;
    let judged = 0;
    for (const { capability, method, params, given } of behind) {
      if (capability in probe.capabilities) continue;
      open++;
      const reply = await probe.send(method, params);
      if (!(isResult(reply) || isError(reply)) || gives(reply, given)) continue;
      judged++;
      if (codeOf(reply) !== -32601)
        probe.flag(`expected error -32601 for ${method} without the capability ${capability}, got ${inWords(reply)}`);
    }
    if (open === 0) notApplicable('the server declares both resources and completions');
    if (judged === 0)
      untested('no method behind an undeclared capability was answered, or each of them gave something');
  },

  allows: {
    'completions neither declared nor served': all(
      noCompletions,
      instead('completion/complete', () => ({ error: { code: -32601, message: 'Nothing of the kind' } })),
    ),
  },
  breaks: {
    'an empty completion, undeclared': [
      all(
        noCompletions,
        onResult('completion/complete', () => ({ ...hints, completion: { values: [] } })),
        instead('completion/complete', () => ({ result: { ...hints, completion: { values: [] } } })),
      ),
      'completion/complete without the capability completions, got a result',
    ],
    'another code': [
      all(
        noCompletions,
        instead('completion/complete', () => ({ error: { code: -32602, message: 'Invalid params' } })),
      ),
      'got error -32602',
    ],
    'an empty list of resources, undeclared': [
      all(
        without('resources'),
        instead('resources/list', () => ({ result: { ...hints, resources: [] } })),
      ),
      'resources/list without the capability resources, got a result',
    ],
  },
});
