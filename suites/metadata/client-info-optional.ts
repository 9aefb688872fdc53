import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { instead, type Mutant, onRequest, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { inWords, isResult, isWithheld } from '../../harness/session/reply.ts';
import { isObject, type JsonObject, metaKey } from '../../harness/wire.ts';

const isUnnamed = ({ params }: JsonObject): boolean =>
  isObject(params?._meta) && metaKey.protocolVersion in params._meta && !(metaKey.clientInfo in params._meta);
const refusing = (method: string): Mutant =>
  instead(method, (request) =>
    isUnnamed(request) ? { error: { code: -32602, message: 'Missing clientInfo' } } : undefined,
  );

export default defineCase({
  title: 'A request without clientInfo is served',
  rules: [{ id: 'meta-client-info-optional', level: 'SCHEMA', since: '2026-07-28', at: 'schema#RequestMetaObject' }],
  harm: 'breaks',
  hint: 'Require the version and the capabilities in the _meta of a request, and no more: a client need not name itself.',

  async run(probe) {
    await compare(probe, 'server/discover', {});
    if (!probe.declares('resources')) return;
    // This gives up where the list is refused.
    await probe.resources();
    await compare(probe, 'resources/list', {});
    const uri = (await probe.reads()).find(({ reply, wantsInput }) => isResult(reply) && !wantsInput)?.uri;
    if (uri !== undefined) await compare(probe, 'resources/read', { uri });
  },

  allows: {
    'a name that the server gives to whoever has none': onRequest('resources/list', (request) => {
      if (isUnnamed(request)) request.params!._meta[metaKey.clientInfo] = { name: '', version: '' };
      return request;
    }),
    'a greeting without a name': onResult('server/discover', (result, request) => {
      result.instructions = isUnnamed(request) ? 'Hello' : 'Hello, you there';
    }),
  },
  breaks: {
    'lists for named clients': [
      refusing('resources/list'),
      'expected resources/list without clientInfo to be served, got error -32602',
    ],
    'reads for named clients': [
      refusing('resources/read'),
      'expected resources/read without clientInfo to be served, got error -32602',
    ],
    'discover for named clients': [
      refusing('server/discover'),
      'expected server/discover without clientInfo to be served, got error -32602',
    ],
    silence: [
      onRequest('resources/list', (request) => (isUnnamed(request) ? undefined : request)),
      'got no answer within',
    ],
  },
});

/** Asks without the member; where that is refused, with it, so that another cause is not taken for this one. */
async function compare(probe: Probe, method: string, params: JsonObject): Promise<void> {
  const unnamed = await probe.send(method, params, { meta: { [metaKey.clientInfo]: undefined } });
  if (isResult(unnamed)) return;
  const named = await probe.send(method, params);
  if (isWithheld(unnamed) || !isResult(named)) untested(`${method} is now answered, now refused, whoever asks`);
  check(false, `expected ${method} without clientInfo to be served, got ${inWords(unnamed)}`, {
    lines: [...named.lines, ...unnamed.lines],
  });
}
