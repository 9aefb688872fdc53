import { defineCase } from '../../harness/case.ts';
import { answersFor } from '../../harness/input-required/journey.ts';
import { knownRequests } from '../../harness/input-required/kinds.ts';
import { isRetry, onWish, withoutState } from '../../harness/input-required/mutants.ts';
import { wishes } from '../../harness/input-required/survey.ts';
import { begin, goodRetry, readDeclaring, type SoundWish, wishIn } from '../../harness/input-required/wish.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { instead, onReply } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isResult, isWithheld } from '../../harness/session/reply.ts';
import { isObject, type JsonObject, type RpcRequest } from '../../harness/wire.ts';

const mostAsked = 3;
const refusal = { error: { code: -32602, message: 'Answers are missing' } };

const answersIn = ({ params }: RpcRequest): string[] =>
  isObject(params?.inputResponses) ? Object.keys(params.inputResponses) : [];

/** One more question, whose answer the server only pretends to need. */
const asksMore = onWish(({ inputRequests }) => {
  inputRequests.also = Object.values(inputRequests)[0];
});

export default defineCase({
  title: 'Where answers are missing they are asked for again',
  rules: [
    {
      id: 'mrtr-missing-info-asked-again',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/patterns/mrtr#error-handling',
      find: 'requesting the missing information again, rather',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Answer a retry that lacks an answer with another input_required result, as you did the first time.',

  async run(probe) {
    let judged = 0;
    for (const { uri } of (await wishes(probe)).slice(0, mostAsked)) {
      const wish = await begin(probe, uri);
      const questions = knownRequests(wish.inputRequests);
      if (questions.length === 0) continue;
      if (await judge(probe, wish, {}, 'no answer')) judged++;
      if (questions.length < 2) continue;
      const [[left]] = questions as [[string, unknown]];
      const again = await begin(probe, uri);
      const { [left]: _, ...others } = answersFor(probe, again);
      if (await judge(probe, again, others, `all answers but ${quote(left)}`)) judged++;
    }
    if (judged === 0) notApplicable('no resource needs an answer to be shown');
  },

  allows: {
    'no state': withoutState,
    'other questions the second time': onWish((result, request) => {
      if (!isRetry(request)) return;
      for (const each of Object.values<JsonObject>(result.inputRequests)) each.params.message = 'Once more, please';
    }),
    'questions of which one may be left out': asksMore,
    'one resource that needs no answer': onReply('resources/read', (reply, request) =>
      request.params?.uri === 'demo://host/ask' && isRetry(request)
        ? { result: { resultType: 'complete', contents: [], ttlMs: 0, cacheScope: 'private' } }
        : reply,
    ),
  },
  breaks: {
    'an error for no answer': [
      instead('resources/read', (request) =>
        isRetry(request) && answersIn(request).length === 0 ? refusal : undefined,
      ),
      'reading "demo://host/ask" with no answer got error -32602',
    ],
    'an error for some of the answers': [
      {
        ...asksMore,
        incoming(message, { send }) {
          const answers = answersIn(message as RpcRequest);
          if (!answers.includes('also') || answers.length > 1) return [message];
          send({ jsonrpc: '2.0', id: message.id, ...refusal });
          return [];
        },
      },
      'with all answers but "env" got error -32602',
    ],
  },
});

/** Judges a retry that lacks answers; tells whether they were needed. */
async function judge(probe: Probe, wish: SoundWish, answers: JsonObject, words: string): Promise<boolean> {
  const { uri } = wish;
  const reply = await readDeclaring(probe, uri, goodRetry(wish, answers));
  const what = `reading ${quote(uri)} with ${words}`;
  if (isWithheld(reply)) untested(`${what} got HTTP status ${reply.http!.status}; try again later`);
  check(isResult(reply), `expected to be asked again: ${what} got ${inWords(reply)}`, { lines: reply.lines });
  return wishIn(reply, uri) !== undefined;
}
