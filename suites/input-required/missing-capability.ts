import { defineCase } from '../../harness/case.ts';
import { forbiddenBy } from '../../harness/error-codes.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { capabilitiesFor, undeclared } from '../../harness/input-required/kinds.ts';
import { askingBy, declaredIn, stateOnly } from '../../harness/input-required/mutants.ts';
import { wishes } from '../../harness/input-required/survey.ts';
import { wishIn } from '../../harness/input-required/wish.ts';
import { blockedBy, check, notApplicable, untested } from '../../harness/judge.ts';
import { type Mutant, onError, onReply } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import { codeOf, inWords, isError, isResult, isWithheld, type Reply } from '../../harness/session/reply.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';
import { shapeFaults } from '../../schemas/validate.ts';

const missingCapability = -32021;

/** Changes the error for a client that declares no capability. */
const refusing = (change: (error: JsonObject) => JsonObject): Mutant =>
  onError('resources/read', (error, request) => ({
    error: error.code === missingCapability && Object.keys(declaredIn(request)).length === 0 ? change(error) : error,
  }));
const naming = (requiredCapabilities: unknown): Mutant =>
  refusing((error) => ({ ...error, data: { requiredCapabilities } }));

export default defineCase({
  title: 'A read that needs an undeclared client capability is answered with error -32021, which names it',
  rules: [
    {
      id: 'meta-missing-capability-32021',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/index#meta',
      find: 'processing a request requires a capability',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Answer error -32021 with data.requiredCapabilities, an object such as { "elicitation": {} }, so that a client knows what to declare.',

  async run(probe) {
    let judged = 0;
    const found = await wishes(probe);
    for (const { uri, plain, result } of found) {
      const needed = capabilitiesFor(result.inputRequests);
      probe.cite(plain);
      // What can be read without input does not require the capability, and no question is no demand.
      if (needed.length === 0 || (isResult(plain) && !wishIn(plain, uri))) continue;
      if (judge(probe, uri, plain, needed)) judged++;
    }
    if (judged === 0)
      notApplicable(`each of the ${found.length} resources that ask for input also does without a client capability`);
  },

  allows: {
    'more than one capability': naming({ elicitation: { form: {} }, sampling: {} }),
    'sampling, where that is what is needed': askingBy('sampling'),
    'other words, and data of its own': refusing(({ code, data }) => ({
      code,
      message: '',
      data: { ...data, hint: 'Declare more' },
    })),
    'no question, but a wait': stateOnly,
    'one resource that does without': onReply('resources/read', (reply, { params }) =>
      reply.error?.code === missingCapability && params?.uri === 'demo://host/ask'
        ? {
            result: {
              resultType: 'complete',
              contents: [{ uri: params?.uri, text: '' }],
              ttlMs: 0,
              cacheScope: 'private',
            },
          }
        : reply,
    ),
  },
  breaks: {
    'invalid parameters': [
      refusing(() => ({ code: -32602, message: 'Elicitation is not supported' })),
      'expected error -32021, got error -32602',
    ],
    'an internal error': [refusing((error) => ({ ...error, code: -32603 })), 'expected error -32021, got error -32603'],
    'no data': [refusing(({ code, message }) => ({ code, message })), 'to name elicitation, got none'],
    'data of another name': [refusing((error) => ({ ...error, data: { missing: {} } })), 'got none'],
    'a list of names': [naming(['elicitation']), 'got an array'],
    'nothing in particular': [naming({}), 'to name elicitation, got no name'],
    'another capability': [naming({ roots: {} }), 'to name elicitation, got roots'],
    'a flag in place of an object': [naming({ elicitation: true }), 'elicitation: must be object'],
    null: [naming(null), 'got null'],
  },
});

/** Judges one refusal; tells whether there was one. */
function judge(probe: Probe, uri: string, plain: Reply, needed: readonly string[]): boolean {
  const shown = `reading ${quote(uri)} without client capabilities`;
  const wish = wishIn(plain, uri);
  if (wish) {
    if (undeclared(wish.result.inputRequests, {}) === undefined) return false;
    blockedBy('input-required/declared-kinds', `${shown} asked for what was not declared`);
  }
  const code = codeOf(plain);
  if (isWithheld(plain) && !isError(plain)) untested(`${shown} got HTTP status ${plain.http!.status}; try again later`);
  if (!isError(plain)) blockedBy('messages/request-answered', `${shown} got ${inWords(plain)}`);
  const forbidden = forbiddenBy(code, probe.revision);
  if (forbidden) blockedBy(forbidden, `${shown} got ${inWords(plain)}`);
  check(code === missingCapability, `${shown}: expected error -32021, got ${inWords(plain)}`);
  const { data } = plain.error;
  const required: unknown = isObject(data) ? data.requiredCapabilities : undefined;
  const expected = `${shown}: expected data.requiredCapabilities to name ${needed.join(' and ')}, got`;
  check(isObject(required), `${expected} ${valueInWords(required)}`);
  const named = Object.keys(required);
  const told = named.length > 0 ? quote(named.join(', ')).slice(1, -1) : 'no name';
  check(
    needed.some((name) => Object.hasOwn(required, name)),
    `${expected} ${told}`,
  );
  // Each of several may be wanted or just welcome.
  if (!needed.every((name) => Object.hasOwn(required, name))) probe.flag(`${expected} ${told}`, { warn: true });
  const [fault] = shapeFaults(probe.revision, 'ClientCapabilities', required);
  check(
    fault === undefined,
    `${shown}: data.requiredCapabilities are no capabilities: ${fault?.path}: ${fault?.message}`,
  );
  return true;
}
