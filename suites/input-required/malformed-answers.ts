import { defineCase } from '../../harness/case.ts';
import { contentsIn } from '../../harness/input-required/journey.ts';
import { knownRequests } from '../../harness/input-required/kinds.ts';
import { askingBy, isRetry, withoutState } from '../../harness/input-required/mutants.ts';
import { wishes } from '../../harness/input-required/survey.ts';
import { begin, goodRetry, readDeclaring, type SoundWish } from '../../harness/input-required/wish.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { all, type Mutant, onError, onReply, onRequest } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isError, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const mostAsked = 3;
const at = 'basic/patterns/mrtr#error-handling';
const protocol = 'mrtr-protocol-errors';

/** Answers that are none, for a question of each kind. */
const unreadable: Readonly<Record<string, readonly unknown[]>> = {
  'elicitation/create': [{ action: 'bogus' }],
  'sampling/createMessage': [
    { role: 'bogus', content: 7, model: 7 },
    {
      role: 'assistant',
      content: { type: 'text', text: 'Yes', annotations: { priority: 5, audience: 'nobody', lastModified: 7 } },
      model: 'a-model',
    },
  ],
  'roots/list': [{ roots: 'bogus' }],
};

/** Whether a read is answered malformedly, for mutants. */
const isMalformed = (responses: unknown): boolean =>
  responses !== undefined &&
  (!isObject(responses) ||
    Object.values(responses).some((each) => !isObject(each) || !['accept', 'decline'].includes(each.action)));

/** Takes malformed answers for good ones. */
const taking = (wrong: (responses: unknown) => boolean): Mutant =>
  onRequest('resources/read', (request) => {
    const { params } = request;
    if (!params || !isMalformed(params.inputResponses) || !wrong(params.inputResponses)) return request;
    params.inputResponses = Object.fromEntries(
      [['env', 'prod']].map(([key, value]) => [key, { action: 'accept', content: { [key!]: value } }]),
    );
    return request;
  });

export default defineCase({
  title: 'Answers that cannot be read are refused, or asked for again',
  rules: [
    {
      id: 'mrtr-validate-input-responses',
      level: 'SHOULD',
      since: '2026-07-28',
      at,
      find: 'validate that the data provided by',
    },
    { id: protocol, level: 'SHOULD', since: '2026-07-28', at, find: 'return a JSON-RPC error response with' },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Validate inputResponses before you use them, and answer what does not fit with error -32602.',

  async run(probe) {
    let judged = 0;
    for (const { uri } of (await wishes(probe)).slice(0, mostAsked)) {
      const wish = await begin(probe, uri);
      if (knownRequests(wish.inputRequests).length === 0) continue;
      // What is shown without an answer needs none, so a malformed one may be ignored.
      if (contentsIn(await readDeclaring(probe, uri, goodRetry(wish, {})))) continue;
      for (const responses of malformed(wish)) {
        judged++;
        await judge(probe, uri, responses);
      }
    }
    if (judged === 0) notApplicable('no resource needs an answer to be shown');
  },

  allows: {
    'a new question in place of an error': onReply('resources/read', (reply, { params }, { memory }) => {
      if (reply.result?.resultType === 'input_required') memory.set(params?.uri, reply);
      return reply.error?.code === -32602 && memory.has(params?.uri) ? memory.get(params?.uri) : reply;
    }),
    'another code and other words': onError('resources/read', (error, request) => ({
      error: error.code === -32602 && isRetry(request) ? { code: -32600, message: '' } : error,
    })),
    'answers of a language model': askingBy('sampling'),
    'roots for an answer': askingBy('roots'),
    'no state': withoutState,
  },
  breaks: {
    'answers that are no object': [
      taking((responses) => !isObject(responses)),
      'reading "demo://host/ask" with the inputResponses "x" gave contents',
    ],
    'numbers for answers': [
      taking((responses) => isObject(responses) && Object.values(responses).some((each) => !isObject(each))),
      'with the inputResponses {"env":42} gave contents',
    ],
    'actions that nobody knows': [
      taking((responses) => isObject(responses) && Object.values(responses).every(isObject)),
      '{"env":{"action":"bogus"}} gave contents',
    ],
    'annotations that are none': [
      all(
        // What the next mutant looks at is gone.
        askingBy('sampling'),
        onRequest('resources/read', (request) => {
          const responses: unknown = request.params?.inputResponses;
          for (const answer of Object.values<JsonObject>(isObject(responses) ? responses : {}))
            if (isObject(answer) && isObject(answer.content)) delete answer.content.annotations;
          return request;
        }),
      ),
      'gave contents',
    ],
    silence: [
      onReply('resources/read', (reply, { params }) => (isMalformed(params?.inputResponses) ? undefined : reply)),
      'with the inputResponses "x" got no answer within',
      { rule: protocol },
    ],
  },
});

/** What is sent in place of answers to a wish. */
function malformed({ inputRequests }: SoundWish): unknown[] {
  const [first] = knownRequests(inputRequests);
  const [key, { method }] = first!;
  return ['x', ...[42, ...unreadable[method]!].map((answer) => Object.fromEntries([[key, answer]]))];
}

async function judge(probe: Probe, uri: string, inputResponses: unknown): Promise<void> {
  // Each time with a state of its own: it may be good for one retry only.
  const wish = await begin(probe, uri);
  const retry = { ...goodRetry(wish, {}), inputResponses };
  const reply = await readDeclaring(probe, uri, retry);
  const what = `reading ${quote(uri)} with the inputResponses ${quote(inputResponses)}`;
  if (contentsIn(reply)) probe.flag(`${what} gave contents`);
  check(isAnswered(reply), `${what} got ${inWords(reply)}`, { rule: protocol });
}

const isAnswered = (reply: Reply): boolean => isResult(reply) || isError(reply) || isWithheld(reply);
