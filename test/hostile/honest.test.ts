import { judged } from './table.ts';

// The yardstick: on it the frame itself must have nothing to complain of.
judged('an honest server', [
  {
    name: 'behaves',
    server: ['honest.mjs'],
    options: ['--revision', '2025-11-25', '--only', 'list/*,read/*', '--timeout', '2000'],
    expect: { exit: 0, results: [{ case: 'list/shape', verdict: 'pass' }], noVerdict: ['fail'] },
    within: 30,
    memory: 200,
  },
]);
