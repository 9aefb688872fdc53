import { defineCase } from '../../harness/case.ts';
import { suggestingWhen } from '../../harness/completion-mutants.ts';
import { asked, type Completion, completed, completing, completions } from '../../harness/completions.ts';
import { forbiddenBy } from '../../harness/error-codes.ts';
import { blockedBy, untested } from '../../harness/judge.ts';
import { instead, type Mutant, onReply, onResult } from '../../harness/mutate.ts';
import { codeOf, inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';

const method = 'completion/complete';

const refusing = (template: string, code: number): Mutant =>
  onReply(method, (reply, { params }) =>
    params?.ref?.uri === template ? { error: { code, message: 'Nothing to suggest for it' } } : reply,
  );

export default defineCase({
  title: 'Suggestions may be asked for by each listed template and each of its variables',
  rules: [
    {
      id: 'completion-ref-resource-accepted',
      level: 'SCHEMA',
      since: '2024-11-05',
      at: 'server/utilities/completion#reference-types',
      find: 'The protocol supports two types of',
    },
  ],
  needs: ['resources', 'completions'],
  harm: 'misleads',
  hint: 'Answer completion/complete where you declare completions: take ref/resource with the uriTemplate exactly as it is listed; answer an empty array of values for a variable without suggestions, no error.',

  async run(probe) {
    const questions = (await completions(probe)).filter(({ kind, value }) => kind === 'variable' && value === '');
    const refused = questions.filter(isRefused);
    const accepted = questions.find(({ reply }) => isResult(reply));
    const [first] = refused;
    if (!first) {
      await completed(probe);
      return;
    }
    // Where the whole method is unknown in a revision without the capability, this ends the case.
    if (probe.revision === '2024-11-05' && codeOf(first.reply) === -32601) await completed(probe);
    if (accepted) {
      const again = await probe.send(method, completing(accepted, accepted.value));
      if (!isResult(again))
        untested(
          `suggestions that came at first are refused by now (${inWords(again)}), as by a limit on their rate; run this case alone`,
        );
    }
    probe.cite(first.reply);
    const forbidden = forbiddenBy(codeOf(first.reply), probe.revision);
    if (forbidden) blockedBy(forbidden, `completion/complete was answered with ${inWords(first.reply)}`);
    // Who declares completions says that there are some; who has them for prompts alone knows the method all the same.
    const unheardOf = !accepted && refused.every(({ reply }) => codeOf(reply) === -32601);
    const others = refused.length > 1 ? `; ${refused.length} of ${questions.length} such questions were refused` : '';
    probe.flag(
      `expected suggestions, if only none, for ${asked(first)}, got ${inWords(first.reply)}${others}`,
      // That a server completes every template is not said.
      unheardOf ? {} : { warn: true },
    );
  },

  allows: {
    'nothing to suggest': onResult(method, ({ completion }) => {
      Object.assign(completion, { values: [], total: 0, hasMore: false });
    }),
    'a plain resource is refused': refusing('demo://host/greeting', -32602),
    'templates that nobody lists have no suggestions': suggestingWhen(({ ref }) =>
      String(ref?.uri).startsWith('mcp-conformance-absent'),
    ),
  },
  breaks: {
    'prompts alone are completed': [
      onReply(method, (reply, { params }) =>
        params?.ref?.type === 'ref/resource' ? { error: { code: -32602, message: 'Unknown reference' } } : reply,
      ),
      'got error -32602; ',
      { warn: true },
    ],
    'declared, and not there': [
      instead(method, () => ({ error: { code: -32601, message: 'Method not found' } })),
      'got error -32601; ',
      { since: '2025-03-26' },
    ],
    'no suggestions for one of the templates': [
      refusing('demo://host/people/{name}', -32602),
      'for the argument "name" of "demo://host/people/{name}" with the value "", got error -32602',
      { warn: true },
    ],
    'an internal error for one of the variables': [
      onReply(method, (reply, { params }) =>
        params?.argument?.name === 'year' ? { error: { code: -32603, message: 'Internal error' } } : reply,
      ),
      'got error -32603',
      { warn: true },
    ],
  },
});

/** Refused by the server itself: not for want of credentials, of a client capability or of patience. */
const isRefused = ({ reply }: Completion): boolean => isError(reply) && !isWithheld(reply) && codeOf(reply) !== -32021;
