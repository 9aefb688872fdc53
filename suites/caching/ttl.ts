import { cacheableResults } from '../../harness/caching.ts';
import { defineCase } from '../../harness/case.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { shapeMutants } from '../../harness/shape-mutants.ts';

const page = 'server/utilities/caching';
const member = 'ttlMs';

const lasting = (method: string, ttlMs: unknown) =>
  onResult(method, (result) => {
    if (member in result) result.ttlMs = ttlMs;
  });

export default defineCase({
  title: 'ttlMs is an integer number of milliseconds, and not negative',
  rules: [
    {
      id: 'cache-ttl-integer',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: `${page}#cacheable-model`,
      find: 'is an integer value in milliseconds',
    },
    {
      id: 'cache-ttl-non-negative',
      level: 'MUST',
      since: '2026-07-28',
      at: `${page}#time-to-live-ttl-field`,
      find: 'Servers **MUST** provide a `ttlMs`',
    },
  ],
  harm: 'misleads',
  hint: 'Give ttlMs as a whole number of milliseconds; 0 says that the result is stale at once, there is no -1.',

  watch(traffic) {
    let judged = 0;
    for (const { result, what, lines } of cacheableResults(traffic)) {
      // That it is missing is for another case.
      if (!(member in result)) continue;
      judged++;
      const { ttlMs } = result;
      check(Number.isInteger(ttlMs), `expected an integer as ttlMs in ${what}, got ${quote(ttlMs)}`, { lines });
      check(ttlMs >= 0, `expected ttlMs to be 0 or more in ${what}, got ${ttlMs}`, {
        rule: 'cache-ttl-non-negative',
        lines,
      });
    }
    if (judged === 0) blockedBy('caching/hints', 'no result that may be cached has a ttlMs');
  },

  allows: {
    'another time on each page': [
      onResult('resources/list', (result, { params }) => {
        result.ttlMs = params?.cursor === undefined ? 86_400_000 : 1;
      }),
      'cache-ttl-may-differ-per-page',
    ],
    'a time for what does not stay the same': [
      onResult('resources/read', (result, { params }, { memory }) => {
        if (params?.uri !== 'demo://host/greeting') return;
        const count = (memory.get('reads') ?? 0) + 1;
        memory.set('reads', count);
        result.ttlMs = 60_000;
        for (const item of result.contents) item.text = `${count % 10}${item.text.slice(1)}`;
      }),
      'cache-may-change-before-ttl',
    ],
    'zero everywhere': onResult('*', (result) => {
      if (member in result) result.ttlMs = 0;
    }),
    'a thousand years': lasting('server/discover', 31_556_952_000_000),
    // Judged by another case.
    'reads without one': onResult('resources/read', (result) => {
      delete result.ttlMs;
    }),
  },
  breaks: (revision) => {
    const {
      'ttlMs is missing': _missing,
      'ttlMs is too small': tooSmall,
      ...ofType
    } = shapeMutants('resources/read', 'ReadResourceResult', revision, { member, says: 'ttlMs' });
    return {
      ...ofType,
      'ttlMs is too small': [tooSmall![0], 'expected ttlMs to be 0 or more', { rule: 'cache-ttl-non-negative' }],
      'a time in quotes': [lasting('resources/list', '60000'), 'in the result of resources/list, got "60000"'],
      'a fraction for templates': [lasting('resources/templates/list', 0.5), 'got 0.5'],
      '-1 for "never"': [
        lasting('resources/templates/list', -1),
        'in the result of resources/templates/list, got -1',
        { rule: 'cache-ttl-non-negative' },
      ],
      'a negative time in server/discover': [
        lasting('server/discover', -3_600_000),
        'in the result of server/discover, got -3600000',
        { rule: 'cache-ttl-non-negative' },
      ],
      'a negative time on later pages': [
        onResult('resources/list', (result, { params }) => {
          if (params?.cursor !== undefined) result.ttlMs = -1;
        }),
        'in the result of resources/list, got -1',
        { rule: 'cache-ttl-non-negative' },
      ],
    };
  },
});
