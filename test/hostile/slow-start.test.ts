import { judged } from './table.ts';

// In a file of its own, so that the other rows need not wait for it.
judged('a slow start', [
  {
    name: 'needs 30 s to start',
    server: ['processes.mjs', 'starts after a while', '30000'],
    options: ['--revision', '2025-11-25', '--only', 'list/shape,pagination/walk', '--timeout', '8000'],
    expect: { exit: 0, headline: 'conformant', results: [{ case: 'list/shape', verdict: 'pass' }] },
    within: 100,
    memory: 200,
  },
]);
