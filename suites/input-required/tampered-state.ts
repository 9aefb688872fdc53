import { isDeepStrictEqual } from 'node:util';
import { defineCase } from '../../harness/case.ts';
import { contentsIn, type Journey, journeys, type Round, unanswered } from '../../harness/input-required/journey.ts';
import { askingOnceMore, idleState, isRetry, onWish, stateOnly } from '../../harness/input-required/mutants.ts';
import { alteredStates, spoiledStates } from '../../harness/input-required/state.ts';
import { goodRetry, readDeclaring } from '../../harness/input-required/wish.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { all, fault, type Mutant, onReply, onRequest } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isError, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { isObject, type RpcRequest } from '../../harness/wire.ts';

const at = 'basic/patterns/mrtr#server-requirements-basic-workflow';
const integrity = 'mrtr-state-integrity';
const rejection = 'mrtr-state-reject-invalid';
const longestTaken = 16 * 1024;

/** The states that the server gave out, for mutants that look at them. */
const issuing = onWish((result, _request, { memory }) => {
  memory.set('issued', [...(memory.get('issued') ?? []), result.requestState]);
});
const isForged = ({ params }: RpcRequest, issued: string[] = []): boolean =>
  params?.requestState !== undefined && !issued.includes(params.requestState);
const text = (uri: unknown, words: string) => ({
  result: { resultType: 'complete', contents: [{ uri, text: words }], ttlMs: 0, cacheScope: 'private' },
});

/** Answers what comes with a state that was never given out in another way. */
const onForged = (change: (request: RpcRequest) => ReturnType<typeof text> | undefined): Mutant =>
  all(
    issuing,
    onReply('resources/read', (reply, request, { memory }) =>
      isForged(request, memory.get('issued')) ? change(request) : reply,
    ),
  );

export default defineCase({
  title: 'A requestState that was tampered with opens nothing, and does no harm',
  rules: [
    { id: 'mrtr-state-untrusted', level: 'MUST', since: '2026-07-28', at, find: 'as an attacker-controlled input' },
    {
      id: integrity,
      level: 'MUST',
      since: '2026-07-28',
      at,
      find: 'business logic, servers **MUST**',
      derived:
        'What a state is good for only the server knows; that a changed value changes what is read shows that it matters.',
    },
    {
      id: rejection,
      level: 'MUST',
      since: '2026-07-28',
      at,
      find: '**MUST** reject state that fails verification',
      derived: 'A state that needs no protection need not be verified, and which ones do only the server knows.',
    },
  ],
  needs: ['resources'],
  harm: 'leaks',
  hint: 'Sign requestState (HMAC) or encrypt it (AEAD), and answer error -32602 when it does not verify.',

  async run(probe) {
    const found = await journeys(probe);
    const stated = found.filter(({ rounds }) => rounds.some(hasState));
    if (stated.length === 0) notApplicable('no wish for input holds a requestState');
    const trials: Trial[] = [];
    for (const each of stated)
      for (const round of each.rounds.filter(hasState)) trials.push(await trial(probe, each, round));
    // A value that can be changed says more than a state that is not verified.
    for (const each of trials) await judgeAltered(probe, each);
    for (const each of trials) await judgeSpoiled(probe, each);
    const [first] = stated;
    if (probe.flags.length === 0 && stated.every(({ end }) => contentsIn(end) === undefined)) unanswered(first!);
  },

  allows: {
    'a fresh question in place of an error': onReply('resources/read', (reply, request, { memory }) => {
      if (!isRetry(request)) memory.set(request.params?.uri, reply);
      const known = memory.get(request.params?.uri);
      return reply.error?.code === -32602 && known ? known : reply;
    }),
    'a state that is the name of a step': [
      all(
        onWish((result, { params }, { memory }) => {
          const name = `step-${Object.keys(result.inputRequests).join()}-of-${params?.uri}`;
          memory.set(name, result.requestState);
          result.requestState = name;
        }),
        onRequest('resources/read', (request, { memory }) => {
          const { params } = request;
          if (params && typeof params.requestState === 'string')
            params.requestState = memory.get(params.requestState) ?? params.requestState;
          return request;
        }),
      ),
      'mrtr-state-integrity-optional',
    ],
    'a state that decides nothing': idleState,
    'a wait': stateOnly,
    'one more question after the answers': [askingOnceMore, 'mrtr-may-repeat'],
  },
  breaks: {
    'any state is as good as an answer': [
      onForged(({ params }) => text(params?.uri, 'env: prod\n')),
      'gave what is shown only to those who answer, without an answer',
    ],
    'a state that brings the server down': [onForged(() => undefined), 'got no answer within'],
    'readable answers in the state, unsigned': [
      fault('state-unsigned'),
      'with another answers.team gave other contents',
      { rule: integrity },
    ],
    'a state that is known by its beginning': [
      all(
        issuing,
        onRequest('resources/read', (request, { memory }) => {
          const { params } = request;
          const issued: string[] = memory.get('issued') ?? [];
          if (params && typeof params.requestState === 'string')
            params.requestState =
              issued.findLast((each) => each.slice(0, 40) === params.requestState.slice(0, 40)) ?? params.requestState;
          return request;
        }),
      ),
      'with one character changed was accepted',
      { rule: rejection },
    ],
  },
});

type Stated = Round & { wish: { requestState: string } };

const hasState = (round: Round): round is Stated => round.wish.requestState !== undefined;

/** The state of one round of a journey, and what it does when nobody tampers with it. */
interface Trial {
  /** As in `reading "demo://host/ask" with a requestState`. */
  what: string;
  state: string;
  /** What the answers lead to; undefined where only another question follows. */
  honest: unknown[] | undefined;
  /** Whether the contents are shown without an answer: then they are no secret. */
  open: boolean;
  /** Whether the state may be left out: then it decides nothing. */
  idle: boolean;
  /** Retries with a state and the answers, or the state alone. */
  answering: (requestState: string) => Promise<Reply>;
  silent: (requestState: string) => Promise<Reply>;
}

async function trial(probe: Probe, { uri, rounds, end }: Journey, round: Stated): Promise<Trial> {
  const { wish, answers } = round;
  const state = wish.requestState;
  const { requestState: _state, ...given } = goodRetry(wish, answers);
  const silent = (requestState: string) => readDeclaring(probe, uri, { requestState });
  const honest = round === rounds.at(-1) ? payload(end) : undefined;
  return {
    what: `reading ${quote(uri)} with a requestState`,
    state,
    honest,
    open: payload(await silent(state)) !== undefined,
    idle: honest !== undefined && isDeepStrictEqual(payload(await readDeclaring(probe, uri, given)), honest),
    answering: (requestState) => readDeclaring(probe, uri, { ...given, requestState }),
    silent,
  };
}

/** Looks whether a readable value in the state can be changed to another effect than a refusal. */
async function judgeAltered(probe: Probe, { what, state, honest, idle, answering }: Trial): Promise<void> {
  if (!honest || idle) return;
  for (const { words, state: altered } of alteredStates(state)) {
    const reply = await answering(altered);
    judgeSurvived(reply, `${what} ${words}`);
    const other = payload(reply);
    if (!other || isDeepStrictEqual(other, honest)) continue;
    // Contents that differ each time anyway tell nothing.
    if (!isDeepStrictEqual(payload(await answering(state)), honest)) return;
    probe.flag(`${what} ${words} gave other contents`, { rule: integrity, lines: reply.lines });
    return;
  }
}

/** Sends states that are spoiled, without and with the answers. */
async function judgeSpoiled(
  probe: Probe,
  { what, state, honest, open, idle, answering, silent }: Trial,
): Promise<void> {
  for (const { words, state: spoiled } of spoiledStates(state)) {
    const untold = await silent(spoiled);
    judgeSurvived(untold, `${what} ${words}`);
    if (honest && !open && isDeepStrictEqual(payload(untold), honest))
      check(false, `${what} ${words} gave what is shown only to those who answer, without an answer`);
    // With the answers only what may be taken for good is sent: the rest would ask the same once more.
    if (!honest || idle || spoiled.length > longestTaken) continue;
    const told = await answering(spoiled);
    judgeSurvived(told, `${what} ${words}`);
    if (payload(told)) probe.flag(`${what} ${words} was accepted`, { rule: rejection });
  }
}

/** Judges that the server took a state without harm. How it words its error is for another case. */
function judgeSurvived(reply: Reply, what: string): void {
  if (isResult(reply) || isError(reply) || isWithheld(reply)) return;
  const { status = 500 } = reply.http ?? {};
  check(reply.cause === 'http' && status < 500, `${what} got ${inWords(reply)}`, { lines: reply.lines });
}

/** The texts and bytes of a complete read; undefined where it gave none. */
const payload = (reply: Reply): unknown[] | undefined =>
  contentsIn(reply)?.map((item) => (isObject(item) ? [item.text, item.blob] : item));
