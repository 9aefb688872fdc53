import { defineCase } from '../../harness/case.ts';
import { parseTemplate, variablesOf } from '../../harness/formats/uri-template.ts';
import { everyCapability } from '../../harness/input-required/kinds.ts';
import { declaredIn } from '../../harness/input-required/mutants.ts';
import { check } from '../../harness/judge.ts';
import { openListen } from '../../harness/listen.ts';
import { type Mutant, onResult } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { isResult, type Reply } from '../../harness/session/reply.ts';
import { isObject, type JsonObject, metaKey } from '../../harness/wire.ts';

const meta = { [metaKey.clientCapabilities]: everyCapability };
const wish = {
  resultType: 'input_required',
  inputRequests: { roots: { method: 'roots/list' } },
  requestState: 'later',
};
const asking = (method: string, when: (declared: JsonObject) => boolean): Mutant =>
  onResult(method, (result, request) => (when(declaredIn(request)) ? wish : result));
const hasRoots = (declared: JsonObject) => 'roots' in declared;

export default defineCase({
  title: 'Lists, discovery, completion and subscriptions are answered without asking for input',
  rules: [
    {
      id: 'mrtr-unsupported-requests',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/patterns/mrtr#supported-requests',
      find: 'responses on any other client requests',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Ask for input on resources/read, prompts/get and tools/call only; what a list needs to know has to come in another way.',

  async run(probe) {
    for (const method of ['resources/list', 'resources/templates/list', 'server/discover'])
      judge(await probe.send(method, {}, { meta }));
    const first = await probe.pages('resources/list').next();
    if (first.value) judge(first.value.reply);
    judge(probe.session.introduction.reply);
    if (probe.declares('completions')) {
      const params = await completion(probe);
      if (params) judge(await probe.send('completion/complete', params, { meta }));
    }
    if (!probe.declares('resources.listChanged') && !probe.declares('resources.subscribe')) return;
    const listen = await openListen(probe, { resourcesListChanged: true }, { meta }).opened();
    // An open stream that is not answered is as it has to be.
    if (listen.exchange.settled) judge(await listen.reply());
    await listen.cancel();
  },

  allows: {
    'no templates': onResult('resources/templates/list', (result) => {
      result.resourceTemplates = [];
      delete result.nextCursor;
    }),
    'members of a wish in a complete result': onResult('resources/list', (result) => {
      result.requestState = 'x';
    }),
  },
  breaks: {
    'the list asks for roots': [asking('resources/list', hasRoots), 'resources/list asked for input'],
    'the list asks everyone': [asking('resources/list', (declared) => !hasRoots(declared)), 'resources/list asked'],
    'templates ask for roots': [asking('resources/templates/list', hasRoots), 'resources/templates/list asked'],
    'discovery asks for roots': [asking('server/discover', hasRoots), 'server/discover asked for input'],
    'completion asks for a model': [asking('completion/complete', hasRoots), 'completion/complete asked for input'],
    'a subscription asks': [
      {
        outgoing: (message) =>
          message.method === 'notifications/subscriptions/acknowledged'
            ? [
                message,
                {
                  jsonrpc: '2.0',
                  id: message.params._meta[metaKey.subscriptionId],
                  result: { ...wish, _meta: message.params._meta },
                },
              ]
            : [message],
      },
      'subscriptions/listen asked for input',
    ],
  },
});

function judge(reply: Reply): void {
  const asked = isResult(reply) && isObject(reply.result) && reply.result.resultType === 'input_required';
  check(!asked, `${reply.method} asked for input`, { lines: reply.lines });
}

/** The parameters of a completion for the first listed template that has a variable. */
async function completion(probe: Probe): Promise<JsonObject | undefined> {
  for (const { uriTemplate } of await probe.templates().catch(() => [])) {
    const template = parseTemplate(uriTemplate);
    const [name] = 'parts' in template ? variablesOf(template) : [];
    if (name !== undefined) return { ref: { type: 'ref/resource', uri: uriTemplate }, argument: { name, value: '' } };
  }
  return undefined;
}
