import { defineCase } from '../../harness/case.ts';
import { everyWish } from '../../harness/input-required/every-wish.ts';
import { askingBy, onWish } from '../../harness/input-required/mutants.ts';
import { check } from '../../harness/judge.ts';
import { quote } from '../../harness/quote.ts';

const hints = ['ttlMs', 'cacheScope'];

export default defineCase({
  title: 'A result that asks for input first carries no caching hints',
  rules: [
    {
      id: 'cache-not-on-input-required',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'server/utilities/caching#cacheable-results',
      find: 'and carry no caching hints',
      derived: 'the page states it as a fact, without a keyword, and the schema lets further members be',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Add ttlMs and cacheScope to complete results only: a question that a cache repeats to others carries the state of one conversation.',

  async run(probe) {
    for await (const { uri, result } of everyWish(probe)) {
      // A null hints at nothing.
      const [given] = hints.filter((name) => result[name] !== undefined && result[name] !== null);
      check(
        given === undefined,
        `expected no caching hints in the wish for input of ${quote(uri)}, got ${given} ${quote(result[given!])}`,
      );
    }
  },

  allows: {
    'a question for a language model': askingBy('sampling'),
    'a null in place of a hint': onWish((result) => {
      result.ttlMs = null;
    }),
    'a word of it in the metadata': onWish((result) => {
      result._meta = { ...result._meta, 'org.example.catalog/ttlMs': 0 };
    }),
  },
  breaks: {
    'a time': [
      onWish((result) => {
        result.ttlMs = 0;
      }),
      'got ttlMs 0',
    ],
    'a scope': [
      onWish((result) => {
        result.cacheScope = 'private';
      }),
      'got cacheScope "private"',
    ],
    both: [
      onWish((result) => {
        Object.assign(result, { ttlMs: 60_000, cacheScope: 'public' });
      }),
      'got ttlMs 60000',
    ],
  },
});
