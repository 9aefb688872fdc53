import { defineCase } from '../../harness/case.ts';
import { suggestions } from '../../harness/completion-mutants.ts';
import { asked, completing, listedVariables, noVariable, suggestionsIn } from '../../harness/completions.ts';
import { blockedBy, check, notApplicable } from '../../harness/judge.ts';
import { spread } from '../../harness/material.ts';
import { all, instead, onCapabilities, onResult } from '../../harness/mutate.ts';
import { inWords, isError, isResult } from '../../harness/session/reply.ts';

const method = 'completion/complete';
const mostVariables = 3;

const undeclared = onCapabilities((capabilities) => {
  delete capabilities.completions;
});
const answering = (reply: Record<string, unknown>) =>
  all(
    undeclared,
    instead(method, () => reply),
  );

export default defineCase({
  title: 'A server that completes the variables of its templates declares completions',
  rules: [
    {
      id: 'completion-capability',
      level: 'MUST',
      since: '2025-03-26',
      at: 'server/utilities/completion#capabilities',
      find: 'Servers that support completions **MUST** declare',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Add "completions": {} to the capabilities, or answer -32601 to completion/complete.',

  async run(probe) {
    if (probe.declares('completions')) notApplicable('the server declares completions');
    const variables = spread((await listedVariables(probe)).flat(), mostVariables);
    if (variables.length === 0) noVariable(probe);
    let answered = 0;
    for (const variable of variables) {
      const reply = await probe.complete(completing(variable, ''));
      if (isResult(reply) || isError(reply)) answered++;
      const { length } = suggestionsIn(reply);
      // An answer without suggestions is no support, only a courtesy of the framework; which error is due is for another case.
      check(
        length === 0,
        `${length} ${length === 1 ? 'suggestion' : 'suggestions'} came for ${asked({ ...variable, value: '' })}, though the server does not declare completions`,
      );
      if (answered === 0) blockedBy('messages/request-answered', `completion/complete got ${inWords(reply)}`);
    }
  },

  allows: {
    'not there': answering({ error: { code: -32601, message: 'Method not found' } }),
    'refused by another code': answering({ error: { code: -32602, message: 'Invalid params' } }),
    'no suggestions for anything': answering({ result: suggestions() }),
    'suggestions of another type': answering({ result: { ...suggestions(), completion: { values: 'ada' } } }),
  },
  breaks: {
    'completed without a word': [undeclared, 'though the server does not declare completions'],
    'declared as null': [
      onCapabilities((capabilities) => {
        capabilities.completions = null;
      }),
      'though the server does not declare completions',
    ],
    'one suggestion': [
      all(
        undeclared,
        onResult(method, ({ completion }) => {
          completion.values = completion.values.slice(0, 1);
        }),
      ),
      '1 suggestion came for the argument',
    ],
  },
});
