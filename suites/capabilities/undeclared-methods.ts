import { defineCase } from '../../harness/case.ts';
import { blockedBy, notApplicable, untested } from '../../harness/judge.ts';
import { all, instead, onCapabilities, onResult } from '../../harness/mutate.ts';
import { codeOf, inWords, isError, isResult, type Reply } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

/** A method behind a capability, and where its result holds what it gives. */
interface Gated {
  method: string;
  params: JsonObject;
  given(result: JsonObject): unknown;
}

const gated: Readonly<Record<string, readonly Gated[]>> = {
  resources: [
    { method: 'resources/list', params: {}, given: ({ resources }) => resources },
    { method: 'resources/templates/list', params: {}, given: ({ resourceTemplates }) => resourceTemplates },
  ],
  completions: [
    {
      method: 'completion/complete',
      params: {
        ref: { type: 'ref/resource', uri: 'mcp-conformance-absent:///{name}' },
        argument: { name: 'name', value: '' },
      },
      given: ({ completion }) => completion?.values,
    },
  ],
};

function gives(reply: Reply, { given }: Gated): boolean {
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
  anyServer: true,
  harm: 'misleads',
  hint: 'Answer -32601 to the methods of every feature that you do not declare, or declare the feature.',

  async run(probe) {
    if (!isObject(probe.session.introduction.reply.result?.capabilities))
      blockedBy('capabilities/discover-shape', 'server/discover gave no capabilities');
    const open = Object.entries(gated).filter(([capability]) => !(capability in probe.capabilities));
    if (open.length === 0) notApplicable('the server declares both resources and completions');
    let judged = 0;
    for (const [capability, methods] of open) {
      const replies: Reply[] = [];
      let has = false;
      for (const each of methods) {
        const reply = await probe.send(each.method, each.params);
        replies.push(reply);
        has ||= gives(reply, each);
      }
      // Who gives something has the feature: that it is not declared is the fault, which other cases report.
      if (has) continue;
      const answered = replies.filter((reply) => isResult(reply) || isError(reply));
      judged += answered.length;
      const other = answered.find((reply) => codeOf(reply) !== -32601);
      if (!other) continue;
      probe.cite(other);
      probe.flag(
        `expected error -32601 for ${other.method} without the capability ${capability}, got ${inWords(other)}`,
      );
    }
    if (judged === 0) untested('every method behind an undeclared capability gave something or was not answered');
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
        instead('resources/templates/list', () => ({ error: { code: -32601, message: 'Method not found' } })),
      ),
      'resources/list without the capability resources, got a result',
    ],
  },
});
