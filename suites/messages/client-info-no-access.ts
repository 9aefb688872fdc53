import { defineCase } from '../../harness/case.ts';
import { askedFor } from '../../harness/error-codes.ts';
import { check, untested } from '../../harness/judge.ts';
import { type Mutant, onReply, onRequest, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { inWords, isError, isResult, type Reply } from '../../harness/session/reply.ts';
import { toolName } from '../../harness/tool.ts';
import { type JsonObject, metaKey } from '../../harness/wire.ts';

const otherNames = ['another-client', 'trusted'];
const refusal = { error: { code: -32603, message: 'Not for you' } };
const nameIn = ({ params }: JsonObject): unknown => params?._meta?.[metaKey.clientInfo]?.name;
const refusing = (method: string, refused: (name: unknown, request: JsonObject) => boolean): Mutant =>
  onReply(method, (reply, request) => ('result' in reply && refused(nameIn(request), request) ? refusal : reply));

export default defineCase({
  title: 'What a client may list and read does not depend on the name that it gives itself',
  rules: [
    {
      id: 'meta-client-info-no-security',
      level: 'SHOULD NOT',
      since: '2026-07-28',
      at: 'basic/index#meta',
      find: 'rely on them for security decisions',
    },
  ],
  needs: ['resources'],
  harm: 'leaks',
  hint: 'Decide by credentials who may read what: anybody can claim any clientInfo.',

  // Whether access is given is compared, not what the answers hold: that is for the rule on behaviour.
  async run(probe) {
    const reads = (await probe.reads().catch(() => [])).map(({ reply }) => reply);
    const given = reads.filter(isResult).slice(0, 2);
    const refused = reads.filter(isError).slice(0, 2);
    for await (const { reply } of probe.pages('resources/list')) {
      await compare(probe, reply);
      break;
    }
    for (const reply of [...given, ...refused]) await compare(probe, reply);
    if (given.length + refused.length === 0)
      untested('nothing is listed to be read; name a resource with --read <uri>');
  },

  allows: {
    'a resource that nobody may read': refusing(
      'resources/read',
      (_, { params }) => params?.uri === 'demo://host/greeting',
    ),
    'contents that greet the client': onResult('resources/read', (result, request) => {
      for (const item of result.contents ?? []) if ('text' in item) item.text = `Hello ${nameIn(request)}`;
    }),
    'a name that the server forgets': onRequest('resources/read', (request) => {
      delete request.params?._meta?.[metaKey.clientInfo];
      return request;
    }),
  },
  breaks: {
    'reads for one name only': [
      refusing('resources/read', (name) => name !== 'trusted'),
      'gave error -32603 to the client "mcp-resource-conformance" and a result to "trusted"',
    ],
    'one resource for known names only': [
      refusing('resources/read', (name, { params }) => name !== toolName && params?.uri === 'demo://host/greeting'),
      'resources/read of "demo://host/greeting" gave a result',
    ],
    'the list for known names only': [
      refusing('resources/list', (name) => name === 'another-client'),
      'resources/list gave a result to the client "mcp-resource-conformance" and error -32603 to "another-client"',
    ],
  },
});

/** Asks again under other names; where the outcome differs, once more each, so that chance is not taken for a decision. */
async function compare(probe: Probe, first: Reply): Promise<void> {
  const { method, params } = first;
  const { _meta, ...own } = params ?? {};
  const what = askedFor({ method, params: own });
  const ask = (name: string) =>
    probe.send(method, own, name === toolName ? {} : { meta: { [metaKey.clientInfo]: { name, version: '1.0.0' } } });
  for (const name of otherNames) {
    const other = await ask(name);
    if (!answered(first) || !answered(other) || isResult(first) === isResult(other)) continue;
    const again = [await ask(toolName), await ask(name)] as const;
    if (isResult(again[0]) !== isResult(first) || isResult(again[1]) !== isResult(other))
      untested(`${what} is now answered, now refused, whoever asks`);
    check(false, `${what} gave ${inWords(first)} to the client "${toolName}" and ${inWords(other)} to "${name}"`, {
      lines: [...first.lines, ...other.lines],
    });
  }
}

const answered = (reply: Reply): boolean => isResult(reply) || isError(reply);
