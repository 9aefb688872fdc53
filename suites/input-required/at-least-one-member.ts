import { defineCase } from '../../harness/case.ts';
import { everyWish } from '../../harness/input-required/every-wish.ts';
import { onWish, stateOnly, withoutState } from '../../harness/input-required/mutants.ts';
import { check } from '../../harness/judge.ts';
import { quote } from '../../harness/quote.ts';
import { isObject } from '../../harness/wire.ts';

const isPresent = (value: unknown): boolean => value !== undefined;

export default defineCase({
  title: 'A wish for input holds questions, or a state to come back with',
  rules: [
    {
      id: 'mrtr-at-least-one',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/patterns/mrtr#server-requirements-basic-workflow',
      find: '**MUST** include at least one of',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Say in inputRequests what you want to know; where the client is only to come back later, give it a requestState.',

  async run(probe) {
    for await (const { uri, result } of everyWish(probe)) {
      const { inputRequests, requestState } = result;
      const got = `expected inputRequests or requestState in the wish for input on ${quote(uri)}, got`;
      check(isPresent(inputRequests) || isPresent(requestState), `${got} neither`);
      // The member is there, but asks for nothing: the client cannot do anything new.
      const empty = isObject(inputRequests) && Object.keys(inputRequests).length === 0;
      if (empty && !isPresent(requestState)) probe.flag(`${got} no question and no state`, { warn: true });
    }
  },

  allows: {
    'questions alone': [withoutState, 'mrtr-fields-optional'],
    'a state alone': [stateOnly, 'mrtr-fields-optional'],
    'no questions, but a state': onWish((result) => {
      result.inputRequests = {};
    }),
    // Judged by another case.
    'members of wrong types': onWish((result) => {
      Object.assign(result, { inputRequests: null, requestState: 7 });
    }),
  },
  breaks: {
    neither: [onWish(({ inputRequests, requestState, ...result }) => result), 'got neither'],
    'no question and no state': [
      onWish(({ requestState, ...result }) => ({ ...result, inputRequests: {} })),
      'got no question and no state',
      { warn: true },
    ],
  },
});
