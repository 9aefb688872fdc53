import { defineCase } from '../../harness/case.ts';
import { everyWish } from '../../harness/input-required/every-wish.ts';
import { askingBy, onWish } from '../../harness/input-required/mutants.ts';
import { isOfUnknownKind } from '../../harness/input-required/wish.ts';
import { check } from '../../harness/judge.ts';
import { quote } from '../../harness/quote.ts';
import { isObject } from '../../harness/wire.ts';

const asking = (request: unknown) =>
  onWish((result) => {
    result.inputRequests.more = request;
  });

export default defineCase({
  title: 'Input is asked for by elicitation/create, sampling/createMessage and roots/list only',
  rules: [
    {
      id: 'mrtr-request-kinds',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/mrtr#server-requirements-basic-workflow',
      find: 'are request objects that **MUST**',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Ask by a form (elicitation/create), a language model (sampling/createMessage) or the roots (roots/list); nothing else can be asked.',

  // A request that is no object, or has no method at all, breaks the schema instead.
  async run(probe) {
    for await (const { uri, result } of everyWish(probe)) {
      const { inputRequests } = result;
      for (const [key, request] of Object.entries(isObject(inputRequests) ? inputRequests : {})) {
        const kind = quote(isObject(request) ? request.method : undefined);
        const words = `expected one of the three kinds of requests as ${quote(key)} of ${quote(uri)}, got ${kind}`;
        check(!isOfUnknownKind(request), words);
      }
    }
  },

  allows: {
    sampling: askingBy('sampling'),
    roots: askingBy('roots'),
    // Judged by another case.
    'no method': asking({ params: {} }),
    'no request at all': asking(null),
  },
  breaks: {
    'a ping': [asking({ method: 'ping' }), 'as "more" of "demo://host/ask", got "ping"'],
    'a kind of its own': [asking({ method: 'demo/ask', params: {} }), 'got "demo/ask"'],
    'letters of another case': [asking({ method: 'Roots/List' }), 'got "Roots/List"'],
    'an empty method': [asking({ method: '' }), 'got ""'],
  },
});
