import { describe, expect, it } from 'vitest';
import { Crash } from '../../harness/reference/failure.ts';
import type { FaultName } from '../../harness/reference/faults.ts';
import { Reference } from '../../harness/reference/reference.ts';
import type { JsonObject } from '../../harness/wire.ts';

function connected(...faults: FaultName[]) {
  const reference = new Reference({ faults });
  const received: JsonObject[] = [];
  const connection = reference.connect({ over: 'stdio', send: (message) => received.push(message as JsonObject) });
  const ask = (method: string, params: JsonObject = {}) =>
    connection.receive({ jsonrpc: '2.0', id: method, method, params });
  return { reference, received, connection, ask };
}

const whole = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const { clientInfo: _, ...nameless } = whole;

describe('faults of the handshake', () => {
  it.each<[FaultName, string, JsonObject]>([
    ['early-request-exits', 'ping', {}],
    ['malformed-initialize-exits', 'initialize', nameless],
  ])('%s', (fault, method, params) => {
    const { ask, received, reference } = connected(fault);
    expect(() => ask(method, params)).toThrow(Crash);
    ask('initialize', whole);
    expect(received).toEqual([]);
    expect([...reference.used]).toEqual([fault]);
  });

  it('malformed-initialize-hangs', () => {
    const { ask, received } = connected('malformed-initialize-hangs');
    ask('initialize', nameless);
    ask('initialize', whole);
    expect(received).toEqual([]);
  });

  it('initialized-exits', () => {
    const { ask, received, connection } = connected('initialized-exits');
    ask('initialize', whole);
    expect(received).toHaveLength(1);
    expect(() => connection.receive({ jsonrpc: '2.0', method: 'notifications/initialized' })).toThrow(Crash);
  });

  it('initialize-refused-exits', () => {
    const { ask, received } = connected('initialize-refused-exits');
    expect(() => ask('initialize', whole)).toThrow(Crash);
    expect(received.map(({ error }) => error.message)).toEqual(['Only 2026-07-28 is spoken here']);
  });

  it('speaks-first', async () => {
    const { received } = connected('speaks-first');
    await Promise.resolve();
    expect(received).toEqual([{ jsonrpc: '2.0', method: 'notifications/resources/list_changed' }]);
  });

  it('none of them touches a client that begins as it has to', () => {
    for (const fault of ['early-request-exits', 'malformed-initialize-exits', 'malformed-initialize-hangs'] as const) {
      const { ask, received, reference } = connected(fault);
      for (const method of ['initialize', 'ping', 'resources/list']) ask(method, whole);
      expect(received.map(({ result }) => typeof result)).toEqual(['object', 'object', 'object']);
      expect(reference.used.size).toBe(0);
    }
  });
});
