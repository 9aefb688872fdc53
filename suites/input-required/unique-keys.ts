import { defineCase } from '../../harness/case.ts';
import { repeatedNames } from '../../harness/formats/json-names.ts';
import { everyWish } from '../../harness/input-required/every-wish.ts';
import { onWish } from '../../harness/input-required/mutants.ts';
import { check, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';

export default defineCase({
  title: 'No two questions of one wish for input have the same key',
  rules: [
    {
      id: 'mrtr-keys-unique',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/mrtr#server-requirements-basic-workflow',
      find: 'are server assigned identifiers and **MUST**',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Give each question a key of its own: of two members with one name a client sees only one.',

  // A parser hides it, so the text itself is looked at; the same key in a later round is another question's right.
  async run(probe) {
    const { texts } = probe.session.channel.transcript;
    let judged = 0;
    for await (const { uri, reply } of everyWish(probe)) {
      const text = texts.get(reply.lines.at(-1) ?? 0);
      if (text === undefined) continue;
      judged++;
      const [key] = repeatedNames(text, ['result', 'inputRequests']);
      check(key === undefined, `expected unique keys in the inputRequests of ${quote(uri)}, got ${quote(key)} twice`);
    }
    if (judged === 0) untested('the wishes for input were too long to be looked through for repeated keys');
  },

  allows: {
    'keys that differ in the case of letters': onWish(({ inputRequests }) => {
      for (const [key, request] of Object.entries(inputRequests)) inputRequests[key.toUpperCase()] = request;
    }),
    'one name in two questions': onWish(({ inputRequests }) => {
      const [request] = Object.values(inputRequests);
      Object.assign(inputRequests, { method: request, result: request, 'a "quoted" one': request });
    }),
  },
  breaks: {
    'one key twice': [fault('input-requests-repeated'), 'of "demo://host/ask", got "env" twice'],
  },
});
