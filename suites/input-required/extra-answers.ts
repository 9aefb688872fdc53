import { defineCase } from '../../harness/case.ts';
import { answersFor, journeys, unanswered } from '../../harness/input-required/journey.ts';
import { askingBy, askingOnceMore, isRetry, withoutState } from '../../harness/input-required/mutants.ts';
import { begin, goodRetry, readDeclaring } from '../../harness/input-required/wish.ts';
import { check, untested } from '../../harness/judge.ts';
import { instead, onReply } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { isObject } from '../../harness/wire.ts';

const unasked = 'mcp-conformance-unasked';
const extra = { [unasked]: { action: 'accept', content: { [unasked]: 'x' } } };
const holdsExtra = (responses: unknown): boolean => isObject(responses) && Object.hasOwn(responses, unasked);
const refusal = { error: { code: -32602, message: 'Unknown key in inputResponses' } };

export default defineCase({
  title: 'Answers that nobody asked for are ignored',
  rules: [
    {
      id: 'mrtr-ignore-unexpected',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/patterns/mrtr#error-handling',
      find: 'additional, unexpected parameters are provided',
    },
  ],
  needs: ['resources'],
  harm: 'untidy',
  hint: 'Look up the answers that you asked for by their keys, and leave all others alone.',

  async run(probe) {
    const found = await journeys(probe);
    let judged = 0;
    for (const { uri, rounds, end } of found) {
      const [first, second] = rounds;
      judge(
        probe,
        await readDeclaring(probe, uri, { inputResponses: extra }),
        `reading ${quote(uri)} with an answer that nobody asked for`,
      );
      // The twin, without the extra answer, has to have been taken.
      if (first?.wish.inputRequests === undefined || !(second ?? isResult(end))) continue;
      const wish = await begin(probe, uri);
      const inputResponses = { ...answersFor(probe, wish), ...extra };
      const reply = await readDeclaring(probe, uri, { ...goodRetry(wish, {}), inputResponses });
      judge(probe, reply, `reading ${quote(uri)} with the answers, and one more that nobody asked for,`);
      judged++;
    }
    if (judged > 0) return;
    const failed = found.find(({ end }) => !isResult(end));
    if (failed) unanswered(failed);
    untested('no wish for input holds a question; name a resource that asks one in fixtures.inputRequired');
  },

  allows: {
    'the same question again': onReply('resources/read', (reply, request, { memory }) => {
      if (reply.result?.resultType === 'input_required') memory.set(request.params?.uri, reply);
      return holdsExtra(request.params?.inputResponses) ? (memory.get(request.params?.uri) ?? reply) : reply;
    }),
    'answers of a language model': askingBy('sampling'),
    'no state': withoutState,
    'one more question after the answers': [askingOnceMore, 'mrtr-may-repeat'],
  },
  breaks: {
    'unknown keys are refused': [
      instead('resources/read', (request) =>
        holdsExtra(request.params?.inputResponses) && request.params?.requestState !== undefined ? refusal : undefined,
      ),
      'and one more that nobody asked for, got error -32602',
    ],
    'answers without a question are refused': [
      instead('resources/read', (request) =>
        isRetry(request) && request.params?.requestState === undefined ? refusal : undefined,
      ),
      'with an answer that nobody asked for got error -32602',
    ],
  },
});

function judge(probe: Probe, reply: Reply, what: string): void {
  if (isWithheld(reply)) untested(`${what} got HTTP status ${reply.http!.status}; try again later`);
  check(isResult(reply), `${what} got ${inWords(reply)}`, { lines: [...probe.cited] });
}
