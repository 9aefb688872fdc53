import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { instead, onReply, onResult } from '../../harness/mutate.ts';
import { inWords, isResult, isWithheld } from '../../harness/session/reply.ts';

const method = 'resources/templates/list';

export default defineCase({
  title: 'A server of resources answers the request for its templates with a result',
  rules: [
    {
      id: 'templates-method-answered',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'server/resources#resource-templates',
      find: 'Resource templates allow servers to expose',
      derived:
        'The method belongs to the feature, but no keyword obliges a server without templates to know it: an empty list is ' +
        'what clients expect, and an error is tolerated.',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Answer resources/templates/list with an empty resourceTemplates array where there is no template.',

  async run(probe) {
    for await (const { reply } of probe.pages(method)) {
      if (isWithheld(reply))
        untested(`${method} was refused with HTTP ${reply.http?.status}; give credentials with --header`);
      if (reply.cause === 'malformed')
        blockedBy('messages/result-or-error', `${method} was answered with ${inWords(reply)}`);
      if (reply.cause === 'timeout') blockedBy('messages/request-answered', `${method} got ${inWords(reply)}`);
      check(isResult(reply), `expected a result of ${method}, got ${inWords(reply)}`);
      // A cursor that is refused is for pagination/walk to judge.
      return;
    }
  },

  allows: {
    'no template': onResult(method, (result) => {
      result.resourceTemplates = [];
      delete result.nextCursor;
    }),
    'members that no schema knows': onResult(method, (result) => {
      result['x-total'] = 3;
    }),
  },
  breaks: {
    'method not found': [
      instead(method, () => ({ error: { code: -32601, message: 'Method not found' } })),
      'expected a result of resources/templates/list, got error -32601',
    ],
    'an internal error': [
      onReply(method, () => ({ error: { code: -32603, message: 'Internal error' } })),
      'got error -32603',
    ],
  },
});
