import { describe, expect, it } from 'vitest';
import type { FaultName } from '../../harness/reference/faults.ts';
import { pair } from './client.ts';

const batch = [
  { jsonrpc: '2.0', id: 'a', method: 'ping' },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'none' } },
  { jsonrpc: '2.0', id: 2, method: 'nothing/known' },
];
const [pong, unknown] = [
  { jsonrpc: '2.0', id: 'a', result: {} },
  { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'Method not found' } },
];
const refusal = { jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } };

/** What is sent for a batch. */
function sentFor(messages: unknown[], faults: FaultName[] = [], revision: '2025-03-26' | '2025-06-18' = '2025-03-26') {
  const { client, reference } = pair(revision, { faults });
  const from = client.received.length;
  client.connection.receive(messages);
  expect([...reference.used]).toEqual(faults);
  return client.received.slice(from);
}

describe('a batch', () => {
  it('is answered by one array, without anything for its notifications', () => {
    expect(sentFor(batch)).toEqual([[pong, unknown]]);
  });

  it('of notifications alone is not answered', () => {
    expect(sentFor([batch[1]])).toEqual([]);
  });

  it('is refused in later revisions', () => {
    expect(sentFor(batch, [], '2025-06-18')).toEqual([refusal]);
  });

  it.each([
    ['batch-refused', [refusal]],
    ['batch-ignored', []],
    ['batch-partly', [[pong]]],
    ['batch-answered-singly', [pong, unknown]],
    ['batch-reversed', [[unknown, pong]]],
    ['batch-mixed', [[pong, unknown, { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]]],
  ] as const)('under %s gets what the fault names', (fault, sent) => {
    expect(sentFor(batch, [fault])).toEqual(sent);
  });
});
