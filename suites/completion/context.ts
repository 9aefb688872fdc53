import { defineCase } from '../../harness/case.ts';
import { asked, completing, listedVariables, noVariable, suggestionsIn } from '../../harness/completions.ts';
import { blockedBy, check, notApplicable } from '../../harness/judge.ts';
import { spread } from '../../harness/material.ts';
import { onReply, onRequest } from '../../harness/mutate.ts';
import { inWords, isError, isResult } from '../../harness/session/reply.ts';

const method = 'completion/complete';
const mostTemplates = 5;
const longestValue = 1000;

const refusing = (when: (context: any) => boolean, code: number) =>
  onReply(method, (reply, { params }) =>
    params?.context !== undefined && when(params.context) ? { error: { code, message: 'Invalid params' } } : reply,
  );

export default defineCase({
  title: 'Suggestions may be asked for with the values of other variables as context',
  rules: [
    {
      id: 'completion-context-accepted',
      level: 'SCHEMA',
      since: '2025-06-18',
      at: 'server/utilities/completion#completerequest',
      find: 'A mapping of already-resolved argument names',
    },
  ],
  needs: ['resources', 'completions'],
  harm: 'breaks',
  hint: 'Let params.context.arguments be: an object of strings; use it or not, but do not refuse a request that has it.',

  // Whether suggestions depend on the context is up to the server.
  async run(probe) {
    const templates = await listedVariables(probe);
    if (templates.length === 0) noVariable(probe);
    const several = templates.filter((variables) => variables.length > 1);
    if (several.length === 0) {
      if (probe.walk('resources/templates/list').stopped !== 'end') noVariable(probe);
      notApplicable('no template with several variables is listed');
    }
    let judged = 0;
    let refusal: string | undefined;
    for (const variables of spread(several, mostTemplates)) {
      const [first, second] = variables as [(typeof variables)[0], (typeof variables)[0]];
      const settled = suggestionsIn(await probe.complete(completing(first, ''))).find(isUsable);
      const params = completing(second, '');
      const without = await probe.complete(params);
      // What is refused without a context as well is for another case.
      if (!isResult(without)) {
        refusal ??= inWords(without);
        continue;
      }
      // A value of which the server has never heard it may refuse: where it suggests none, none is given.
      const values = settled === undefined ? {} : { [first.name]: settled };
      const reply = await probe.complete(completing(second, '', values));
      if (isResult(reply)) {
        judged++;
        continue;
      }
      const again = await probe.send(method, params);
      if (!isError(reply) || !isResult(again)) {
        refusal ??= inWords(isError(reply) ? again : reply);
        continue;
      }
      probe.cite(reply);
      const known = settled === undefined ? 'an empty context' : `a context that settles "${first.name}"`;
      check(false, `expected suggestions for ${asked({ ...second, value: '' })} with ${known}, got ${inWords(reply)}`);
    }
    if (judged === 0)
      blockedBy('completion/template-references', `completion/complete was answered with ${refusal ?? 'no result'}`);
  },

  allows: {
    'the context is not looked at': onRequest(method, ({ params, ...request }) => {
      const { context: _context, ...rest } = params ?? {};
      return { ...request, params: rest };
    }),
    'nothing to suggest': onReply(method, (reply) =>
      'result' in reply ? { result: { ...reply.result, completion: { values: [] } } } : reply,
    ),
  },
  breaks: {
    'an unknown member': [refusing(() => true, -32602), 'with a context that settles "name", got error -32602'],
    'an internal error over any context': [refusing(() => true, -32603), 'got error -32603'],
    'a context without suggestions': [
      {
        outgoing(message, { request }) {
          if (request?.method !== method || !('result' in message)) return [message];
          const error = { code: -32602, message: 'Unknown member context' };
          if (request.params?.context !== undefined) return [{ jsonrpc: '2.0', id: message.id, error }];
          return [{ ...message, result: { ...message.result, completion: { values: [] } } }];
        },
      },
      'with an empty context, got error -32602',
    ],
  },
});

const isUsable = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestValue && !/\p{Surrogate}/u.test(value);
