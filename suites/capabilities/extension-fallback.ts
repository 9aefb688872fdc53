import { defineCase } from '../../harness/case.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { all, instead, type Mutant, onCapabilities, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isObject, type JsonObject, metaKey } from '../../harness/wire.ts';

const core: readonly unknown[] = ['complete', 'input_required'];
const tasks: Mutant = onCapabilities((capabilities) => {
  capabilities.extensions = { 'io.modelcontextprotocol/tasks': {} };
});
const handle: JsonObject = { resultType: 'task', taskId: 'task-1', status: 'working', ttlMs: 60_000 };

export default defineCase({
  title: 'A client that supports no extension gets results of the core protocol, or errors',
  rules: [
    {
      id: 'version-extension-fallback',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/versioning#extension-negotiation',
      find: 'either revert to core protocol behavior',
    },
  ],
  harm: 'breaks',
  hint: 'Look at extensions in the clientCapabilities of each request before you answer in the way of an extension.',

  watch(traffic) {
    const { extensions } = traffic.capabilities;
    // Whoever advertises none has none to fall back from; an unknown type of result is then for messages/result-type.
    if (!isObject(extensions) || Object.keys(extensions).length === 0)
      notApplicable('the server advertises no extensions');
    let judged = 0;
    for (const { result, request, line, requestLine } of traffic.results()) {
      const declared: unknown = request?.params?._meta?.[metaKey.clientCapabilities];
      if (!isObject(declared) || 'extensions' in declared || !isObject(result)) continue;
      judged++;
      const { resultType: type } = result;
      // Without a type, or with one that is no string, it is none of an extension.
      check(
        typeof type !== 'string' || core.includes(type),
        `expected a core result of ${request!.method} for a client without extensions, got one of type ${quote(type)}`,
        { lines: [requestLine!, line] },
      );
    }
    if (judged === 0) untested('no request of a client without extensions was answered with a result');
  },

  allows: {
    'an extension that changes nothing': tasks,
    'an error that names the extension': all(
      tasks,
      instead('resources/templates/list', () => ({
        error: {
          code: -32021,
          message: 'Only as a task',
          data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
        },
      })),
    ),
  },
  breaks: {
    'the handle of a task': [
      all(
        tasks,
        onResult('resources/read', () => ({ ...handle })),
      ),
      'expected a core result of resources/read for a client without extensions, got one of type "task"',
    ],
    'a task beside the contents': [
      all(
        tasks,
        onResult('resources/read', (result) => ({ ...result, ...handle })),
      ),
      'resources/read for a client without extensions, got one of type "task"',
    ],
    'lists of a type of its own': [
      onResult('resources/list', (result) => {
        result.resultType = 'shelves';
      }),
      'core result of resources/list for a client without extensions, got one of type "shelves"',
    ],
  },
});
