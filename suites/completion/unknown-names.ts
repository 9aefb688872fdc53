import { defineCase } from '../../harness/case.ts';
import { suggestingWhen, suggestions } from '../../harness/completion-mutants.ts';
import { asked, completed, completions, suggestionsIn } from '../../harness/completions.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { type Mutant, onError } from '../../harness/mutate.ts';
import { inWords, isError, isResult } from '../../harness/session/reply.ts';
import type { JsonObject } from '../../harness/wire.ts';

const method = 'completion/complete';
const unknown = ['unknown-argument', 'unknown-reference'];
const isAbsent = (text: unknown) => String(text).startsWith('mcp-conformance-absent');
const isUnknown = ({ ref, argument }: JsonObject) => isAbsent(ref?.uri) || isAbsent(argument?.name);
const onUnknown = (change: (error: JsonObject) => JsonObject): Mutant =>
  onError(method, (error, { params }) => (isUnknown(params ?? {}) ? change(error) : { error }));

export default defineCase({
  title: 'Nothing is suggested for an argument or a template that does not exist',
  rules: [
    {
      id: 'completion-validate-should',
      level: 'SHOULD',
      since: '2024-11-05',
      at: 'server/utilities/completion#implementation-considerations',
      find: 'Validate all inputs',
    },
  ],
  needs: ['resources', 'completions'],
  harm: 'misleads',
  hint: 'Look ref.uri up among your templates and argument.name among its variables; answer an error or an empty array where they are unknown.',

  // Which error it is, or whether it is one, no text says.
  async run(probe) {
    await completed(probe);
    let judged = 0;
    let last = '';
    for (const each of await completions(probe)) {
      if (!unknown.includes(each.kind)) continue;
      const { reply } = each;
      probe.cite(reply);
      if (isResult(reply) || isError(reply)) judged++;
      last = inWords(reply);
      const { length } = suggestionsIn(reply);
      check(length === 0, `expected an error or no values for ${asked(each)}, which does not exist, got ${length}`);
    }
    if (judged === 0) blockedBy('messages/request-answered', `completion/complete for unknown names got ${last}`);
  },

  allows: {
    'empty values': suggestingWhen(isUnknown),
    'another code': onUnknown((error) => ({ error: { ...error, code: -32603 } })),
    // Judged by another case.
    'a result without values': onUnknown(() => ({ result: { ...suggestions(), completion: {} } })),
  },
  breaks: {
    'the name of the argument is not looked at': [
      suggestingWhen(({ argument }) => isAbsent(argument?.name), 'ada'),
      'for the argument "mcp-conformance-absent',
    ],
    'the template is not looked at': [
      suggestingWhen(({ ref }) => isAbsent(ref?.uri), 'ada', 'grace'),
      'of "mcp-conformance-absent:///{name}" with the value "", which does not exist, got 2',
    ],
    'the same for every template': [
      suggestingWhen(({ argument }) => typeof argument?.value === 'string', 'ada', 'grace'),
      'which does not exist, got 2',
    ],
  },
});
