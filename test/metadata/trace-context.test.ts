import { describe, expect, it } from 'vitest';
import { sampleTrace, traceFault, traceKeys } from '../../harness/formats/trace-context.ts';

describe('trace context', () => {
  it.each(traceKeys)('takes a %s as clients send it', (key) =>
    expect(traceFault(key, sampleTrace[key])).toBeUndefined(),
  );

  it.each([
    ['traceparent', '01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff-more'],
    ['tracestate', ''],
    ['tracestate', 'a=1, b=2\t,,c= x'],
    ['tracestate', `${'k'.repeat(256)}=${'v'.repeat(256)}`],
    ['tracestate', Array.from({ length: 32 }, (_, i) => `k${i}=v`).join(',')],
    ['baggage', 'a='],
    ['baggage', 'a=1;p;q=2 , b = %20'],
    ['baggage', 'a=1,a=2'],
  ] as const)('takes a %s of %j', (key, value) => expect(traceFault(key, value)).toBeUndefined());

  it.each([
    ['traceparent', ''],
    ['traceparent', 'abc'],
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more'],
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n'],
    ['tracestate', 'a'],
    ['tracestate', '=1'],
    ['tracestate', 'a=1=2'],
    ['tracestate', 'a=é'],
    ['tracestate', `${'k'.repeat(257)}=v`],
    ['tracestate', `a=${'v'.repeat(257)}`],
    ['tracestate', Array.from({ length: 33 }, (_, i) => `k${i}=v`).join(',')],
    ['baggage', ''],
    ['baggage', 'a=1,'],
    ['baggage', 'a b=1'],
    ['baggage', 'a="1"'],
    ['baggage', 'a=1;;'],
    ['baggage', 'a=1;p=é'],
    ['baggage', ['a=1']],
    ['traceparent', null],
    ['tracestate', 7],
  ] as const)('finds the fault of a %s of %j', (key, value) =>
    expect(traceFault(key, value)).toEqual(expect.any(String)),
  );

  it('is quick with many blanks', () => {
    const blanks = ' '.repeat(2_000_000);
    expect(traceFault('tracestate', `a=1${blanks}x`)).toBeDefined();
    expect(traceFault('baggage', `a=1${blanks}x`)).toBeDefined();
  });
});
