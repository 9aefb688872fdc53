import { expect, test } from 'vitest';
import type { FaultName } from '../../harness/reference/faults.ts';
import { FaultSet } from '../../harness/reference/faults.ts';
import { jsonText } from '../../harness/reference/json-text.ts';
import { Site } from './http-client.ts';

const question = { method: 'roots/list' };
const message = { jsonrpc: '2.0', id: 1, result: { inputRequests: { 'a "b"': question, c: question } } };

test('a question stands twice in the text, and once in what a parser makes of it', () => {
  const faults = new FaultSet(['input-requests-repeated']);
  const text = jsonText(message, faults);
  expect(text.split('"a \\"b\\""')).toHaveLength(3);
  expect(JSON.parse(text)).toEqual(message);
  expect([...faults.used]).toEqual(['input-requests-repeated']);
});

test('other messages are written as they are', () => {
  const faults = new FaultSet(['input-requests-repeated']);
  for (const other of [{ result: { inputRequests: {} } }, { result: null }, [message], { id: 1 }])
    expect(jsonText(other, faults)).toBe(JSON.stringify(other));
  expect(jsonText(message, new FaultSet())).toBe(JSON.stringify(message));
  expect([...faults.used]).toEqual([]);
});

test.each<[FaultName[], number]>([
  [[], 400],
  [['http-missing-capability-200'], 200],
  [['http-missing-capability-403'], 403],
])('with %j a missing capability has status %i', async (faults, status) => {
  const site = await Site.open(faults);
  try {
    const uri = 'demo://host/ask';
    const answer = await site.modern('resources/read', { uri }, { 'Mcp-Name': uri });
    expect([answer.status, answer.json.error.code]).toEqual([status, -32021]);
  } finally {
    await site.close();
  }
});
