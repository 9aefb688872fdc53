import { defineCase } from '../../harness/case.ts';
import { everyWish } from '../../harness/input-required/every-wish.ts';
import { contentsIn } from '../../harness/input-required/journey.ts';
import { askingBy, linking, onWish, sameState, stateOnly, withoutState } from '../../harness/input-required/mutants.ts';
import { holdsWish, survey, wishes } from '../../harness/input-required/survey.ts';
import { isOfUnknownKind } from '../../harness/input-required/wish.ts';
import { check } from '../../harness/judge.ts';
import { all, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { checkShape } from '../../harness/shape.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';
import { pathKey } from '../../schemas/faults.ts';

const type = 'InputRequiredResult';
// A result that is no object at all is for the case on responses.
const members = ['inputRequests', 'inputRequests.*', 'requestState'];

/** The members that this case judges: what every result may have, and the kinds of requests, have cases of their own. */
function judged(result: JsonObject): (member: string) => boolean {
  const { inputRequests } = result;
  const unknown = Object.entries(isObject(inputRequests) ? inputRequests : {})
    .filter(([, request]) => isOfUnknownKind(request))
    .map(([key]) => `inputRequests/${pathKey(key)}`);
  return (member) =>
    !/^(_meta|resultType)(\/|$)/.test(member) && !unknown.some((place) => `${member}/`.startsWith(`${place}/`));
}

const asking = (request: unknown) =>
  onWish((result) => {
    for (const key of Object.keys(result.inputRequests)) result.inputRequests[key] = request;
  });

export default defineCase({
  title: 'A wish for input comes in the form that the schema gives it',
  rules: [{ id: 'mrtr-result-shape', level: 'SCHEMA', since: '2026-07-28', at: `schema#${type}` }],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Give inputRequests as an object of requests by key, each with the method and params of its kind, and requestState as a string.',

  async run(probe) {
    for (const { uri, full } of (await survey(probe)).asked) {
      const { result } = full;
      if (!isObject(result) || !holdsWish(result)) continue;
      probe.cite(full);
      const words = `expected resultType "input_required" beside the inputRequests of ${quote(uri)}, got ${quote(result.resultType)}`;
      // With contents it is a complete result, and a member that nobody knows is allowed there: odd, though.
      if (contentsIn(full)) probe.flag(words, { warn: true });
      else check(false, words);
    }
    if (probe.flags.length > 0 && (await survey(probe)).wishes.length === 0) return;
    await wishes(probe);
    for await (const { result } of everyWish(probe)) checkShape(result, type, probe.revision, { only: judged(result) });
  },

  allows: {
    'a question for a language model': askingBy('sampling'),
    'a question for roots, without params': askingBy('roots'),
    'no state': [withoutState, 'mrtr-fields-optional'],
    'no questions': [stateOnly, 'mrtr-fields-optional'],
    'one resource more that asks': [stateOnly, 'mrtr-supported-requests-may'],
    'a link to be opened': linking,
    'a form without mode, and members that nobody knows': onWish((result) => {
      for (const request of Object.values<JsonObject>(result.inputRequests)) {
        delete request.params.mode;
        Object.assign(request, { jsonrpc: '2.0', id: 7 });
      }
      result.ttlMs = null;
    }),
    'an empty state': sameState(''),
    // Judged by another case.
    'a request of another kind': asking({ method: 'ping', params: 7 }),
    'server information of a wrong type': onWish((result) => {
      result._meta = 7;
    }),
  },
  breaks: (revision) => {
    const { 'inputRequests.*.method has another value': _kind, ...mutants } = shapeMutants(
      'resources/read',
      type,
      revision,
      { member: [...members, 'inputRequests.*.*'] },
    );
    return {
      ...mutants,
      'another type of result': [
        onResult('resources/read', (result) => {
          if ('inputRequests' in result) result.resultType = 'complete';
        }),
        'expected resultType "input_required" beside',
      ],
      'questions beside contents': [
        onResult('resources/read', (result) => {
          if (!('inputRequests' in result)) return;
          Object.assign(result, { resultType: 'complete', contents: [], ttlMs: 0, cacheScope: 'private' });
        }),
        'got "complete"',
        { warn: true },
      ],
      'a form without a schema': [
        asking({ method: 'elicitation/create', params: { mode: 'form', message: 'Which one?' } }),
        'requestedSchema',
      ],
      'a form of nested fields': [
        asking({
          method: 'elicitation/create',
          params: { message: 'Where?', requestedSchema: { type: 'object', properties: { place: { type: 'object' } } } },
        }),
        'inputRequests/',
      ],
      'a question for a language model without a limit': [
        all(
          askingBy('sampling'),
          onWish(({ inputRequests }) => {
            for (const key of Object.keys(inputRequests))
              inputRequests[key] = { ...inputRequests[key], params: { messages: [] } };
          }),
        ),
        'maxTokens is missing',
      ],
    };
  },
});
