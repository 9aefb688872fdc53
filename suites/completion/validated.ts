import { defineCase } from '../../harness/case.ts';
import { suggestingWhen } from '../../harness/completion-mutants.ts';
import { completed, completing, suggestionsIn } from '../../harness/completions.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { fault, onReply } from '../../harness/mutate.ts';
import { inWords, isUnanswered, isWithheld } from '../../harness/session/reply.ts';
import type { JsonObject } from '../../harness/wire.ts';

const method = 'completion/complete';
const longValue = 64 * 1024;

/** Params that break the schema of the request, made of good ones; and one that only looks like a mistake. */
const spoiled: readonly [words: string, spoil: (ref: JsonObject, argument: JsonObject) => JsonObject][] = [
  ['without ref', (_ref, argument) => ({ argument })],
  ['with "ref/other" as ref.type', (ref, argument) => ({ ref: { ...ref, type: 'ref/other' }, argument })],
  ['with the number 42 as ref.uri', (ref, argument) => ({ ref: { ...ref, uri: 42 }, argument })],
  ['without argument', (ref) => ({ ref })],
  ['with the number 42 as argument.name', (ref, argument) => ({ ref, argument: { ...argument, name: 42 } })],
  ['with null as argument.value', (ref, argument) => ({ ref, argument: { ...argument, value: null } })],
];

const careless = (when: (params: JsonObject) => boolean) => suggestingWhen(when, 'ada', 'grace');

export default defineCase({
  title: 'Requests for suggestions are validated: one that breaks the schema gets none, and does no harm',
  rules: [
    {
      id: 'completion-validate-must',
      level: 'MUST',
      since: '2024-11-05',
      at: 'server/utilities/completion#security',
      find: 'Validate all completion inputs',
    },
  ],
  needs: ['resources', 'completions'],
  harm: 'breaks',
  hint: 'Check ref.type, ref.uri, argument.name and argument.value for presence and type before anything else; answer -32602 otherwise.',
  // No client may send such requests: what comes of them stays in a session of its own.
  fresh: true,

  async run(probe) {
    const good = (await completed(probe)).filter(({ kind }) => kind === 'variable');
    // By a variable with suggestions it shows best that nothing was checked.
    const best = good.find(({ reply }) => suggestionsIn(reply).length > 0) ?? good[0]!;
    const { ref, argument } = completing(best, '') as { ref: JsonObject; argument: JsonObject };
    const ask = async (words: string, params: JsonObject) => {
      const reply = await probe.send(method, params);
      if (isWithheld(reply))
        untested(`completion/complete was refused with HTTP ${reply.http?.status}; give credentials with --header`);
      if (isUnanswered(reply)) blockedBy('messages/request-answered', `${method} ${words} got ${inWords(reply)}`);
      check(reply.cause !== 'exit', `expected an answer to ${method} ${words}, got ${inWords(reply)}`);
      return reply;
    };
    for (const [words, spoil] of spoiled) {
      const { length } = suggestionsIn(await ask(words, spoil(ref, argument)));
      check(length === 0, `expected an error for ${method} ${words}, got a result with ${length} values`);
    }
    // However long a text is, it is one: any answer will do.
    await ask(`with ${longValue} characters as argument.value`, {
      ref,
      argument: { ...argument, value: 'a'.repeat(longValue) },
    });
  },

  allows: {
    'other codes': onReply(method, (reply) => ('error' in reply ? { error: { code: -32603, message: 'No' } } : reply)),
    'no values, in place of an error': suggestingWhen(({ ref }) => ref?.type === 'ref/other' || ref?.uri === 42),
    'nothing matches a long text': suggestingWhen(({ argument }) => argument?.value?.length > 5000),
  },
  breaks: {
    'a default template': [careless(({ ref }) => ref === undefined), 'without ref, got a result with 2 values'],
    'the type of the reference is not looked at': [
      careless(({ ref }) => ref?.type === 'ref/other'),
      'with "ref/other" as ref.type, got a result with 2 values',
    ],
    'any uri': [careless(({ ref }) => ref?.uri === 42), 'with the number 42 as ref.uri, got a result'],
    'a default argument': [careless(({ argument }) => argument === undefined), 'without argument, got a result'],
    'any name': [
      careless(({ argument }) => argument?.name === 42),
      'with the number 42 as argument.name, got a result',
    ],
    'null is the empty text': [
      careless(({ argument }) => argument?.value === null),
      'with null as argument.value, got a result',
    ],
    'the server ends over a missing argument': [
      fault('exit-on-malformed-completion'),
      'expected an answer to completion/complete',
    ],
    'the server ends over a long value': [fault('exit-on-long-completion'), 'with 65536 characters as argument.value'],
  },
});
