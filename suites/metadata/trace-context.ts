import { isDeepStrictEqual } from 'node:util';
import { type Broken, defineCase } from '../../harness/case.ts';
import { sampleTrace, traceFault, traceKeys } from '../../harness/formats/trace-context.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { metadataIn, withMeta } from '../../harness/metadata.ts';
import { instead, onResult } from '../../harness/mutate.ts';
import type { Traffic } from '../../harness/traffic.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const tracing = (trace: JsonObject) => withMeta('resources/list', trace);
const wrong = (key: string, value: unknown, says: string): Broken => [
  tracing({ [key]: value }),
  `as ${key} in the _meta of the result of resources/list, got ${says}`,
];

/** The metadata of a request that carries a trace; undefined for any other request. */
function traced(request: JsonObject | undefined): JsonObject | undefined {
  const meta: unknown = request?.params?._meta;
  return isObject(meta) && 'traceparent' in meta ? meta : undefined;
}

/** A request without its id and without the metadata that may differ from one to the next. */
const bare = ({ method, params: { _meta, ...params } = {} }: JsonObject) => ({ method, params });

/** Judges that what is answered without a trace is answered with one. */
function judgeServed(traffic: Traffic): void {
  for (const { message, request, line, requestLine } of traffic.errors()) {
    if (!traced(request)) continue;
    const twin = traffic
      .results(request!.method)
      .find((each) => !traced(each.request) && isDeepStrictEqual(bare(each.request!), bare(request!)));
    const { code } = isObject(message.error) ? message.error : {};
    check(
      twin === undefined,
      `expected ${request!.method} to be served with a trace in its _meta as it is without, got error ${valueInWords(code)}`,
      { lines: [requestLine!, line] },
    );
  }
}

export default defineCase({
  title: 'Trace context in _meta follows the formats of the W3C',
  rules: [
    {
      id: 'meta-trace-context-format',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/index#_meta',
      find: 'When present, their values MUST follow',
    },
  ],
  harm: 'misleads',
  hint: 'Pass trace context on as it came, or leave it out; a traceparent has a version, a trace, a parent and flags.',

  watch(traffic) {
    judgeServed(traffic);
    let seen = false;
    for (const { meta, where, lines } of metadataIn(traffic))
      for (const key of traceKeys) {
        if (!(key in meta)) continue;
        seen = true;
        const fault = traceFault(key, meta[key]);
        const words = `expected the W3C format as ${key} in the _meta of ${where}, got ${valueInWords(meta[key])}: ${fault}`;
        check(fault === undefined, words, { lines });
      }
    if (!seen) notApplicable('the server sends no trace context');
  },

  allows: {
    'a trace of the server': tracing(sampleTrace),
    'the trace that came, passed on': onResult('resources/list', (result, request) => {
      const trace = traced(request);
      for (const key of traceKeys) if (trace && key in trace) result._meta[key] = trace[key];
    }),
    'a later version with more parts': tracing({
      traceparent: 'cc-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01-what-comes',
    }),
    'states with blanks, empty members and owners': tracing({
      tracestate: ' fw529a3039@dt=FfAz03CZ , ,\tcongo=ucfJifl5GOE,1a-_*/x=a b ',
      traceparent: sampleTrace.traceparent,
    }),
    'no state': tracing({ tracestate: '' }),
    'baggage with blanks, properties and no value': tracing({
      baggage: 'key1=value1;property1;property2=x, key2 = , key3=a=b ; propertyKey = propertyValue',
    }),
  },
  breaks: {
    'a name': wrong('traceparent', 'abc', '"abc": not version'),
    'capital letters': wrong('traceparent', sampleTrace.traceparent.toUpperCase(), '"00-4BF92'),
    'no flags': wrong('traceparent', sampleTrace.traceparent.slice(0, -3), '"00-4bf92'),
    'a trace of zeros': wrong(
      'traceparent',
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `"00-${'0'.repeat(32)}-00f067aa0ba902b7-01": a trace id of zeros`,
    ),
    'a parent of zeros': wrong('traceparent', `00-${'1'.repeat(32)}-${'0'.repeat(16)}-01`, '"00-1111'),
    'the version that is none': wrong('traceparent', `ff${sampleTrace.traceparent.slice(2)}`, '"ff-4bf92'),
    'more parts in version 00': wrong('traceparent', `${sampleTrace.traceparent}-x`, '"00-4bf92'),
    'an object': wrong('traceparent', { trace: 1 }, 'an object: no string'),
    'a state without a value': wrong('tracestate', 'congo', '"congo": a member without'),
    'a state with a capital letter': wrong('tracestate', 'Congo=1', '"Congo=1": a key'),
    'a state that comes twice': wrong('tracestate', 'a=1,a=2', '"a=1,a=2": a key that comes twice'),
    'too many states': wrong('tracestate', Array.from({ length: 33 }, (_, i) => `k${i}=1`).join(','), '"k0=1'),
    'baggage without a value': wrong('baggage', 'alice', '"alice": a member without'),
    'baggage with a space in a value': wrong('baggage', 'user=alice smith', '"user=alice smith": a value'),
    null: wrong('baggage', null, 'null: no string'),
    'in a notification': [
      withMeta('notifications/resources/list_changed', { traceparent: '1' }),
      'the _meta of the params of "notifications/resources/list_changed", got "1"',
    ],
    'a request with a trace is refused': [
      instead('resources/list', (request) =>
        traced(request) ? { error: { code: -32602, message: 'Unknown metadata' } } : undefined,
      ),
      'expected resources/list to be served with a trace in its _meta as it is without, got error -32602',
    ],
  },
});
