import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { type Mutant, onCapabilities, onMissing, onReply } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { Heard, Traffic } from '../../harness/traffic.ts';
import { isObject, type JsonObject } from '../../harness/wire.ts';

const onAny = (change: (message: JsonObject) => JsonObject): Mutant => ({ outgoing: (message) => [change(message)] });
const onTemplates = (change: (message: JsonObject) => JsonObject): Mutant => ({
  outgoing: (message, { request }) => [request?.method === 'resources/templates/list' ? change(message) : message],
});
const without = (member: string, message: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(message).filter(([name]) => name !== member));

export default defineCase({
  title: 'Every message of the server is a message of JSON-RPC 2.0',
  rules: [
    {
      id: 'msg-jsonrpc-2',
      level: 'MUST',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#',
      find: 'All messages in MCP **MUST** follow',
    },
    {
      id: 'msg-jsonrpc-2',
      level: 'MUST',
      since: '2025-03-26',
      at: 'basic/index#messages',
      find: 'between MCP clients and servers **MUST**',
    },
  ],
  harm: 'breaks',
  hint: 'Let each message have "jsonrpc": "2.0", and either a method or, with the id of the request, one of result and error.',

  // What lacks every mark of a message is judged where it does harm: as foreign matter on stdout, or as an HTTP response without an answer.
  watch(traffic) {
    const { revision } = traffic;
    for (const { n, direction, message } of traffic.lines) {
      if (direction !== 'in' || !Array.isArray(message) || revision === '2025-03-26') continue;
      check(sentArrays(traffic), 'expected one message, got an array: batches belong to 2025-03-26', { lines: [n] });
    }
    for (const heard of traffic.messages) {
      const { message } = heard;
      if (!isMarked(message, traffic.http)) continue;
      const fault = faultOf(message, revision >= '2025-11-25');
      check(fault === undefined, `expected a message of JSON-RPC 2.0, got ${fault}`, { lines: linesOf(heard) });
    }
  },

  allows: {
    'further members': onAny((message) => ({ ...message, traceId: 'a1', debug: null })),
    'a server without resources': [
      onCapabilities((capabilities) => {
        for (const name of Object.keys(capabilities)) delete capabilities[name];
      }),
      { rule: 'msg-other-components-optional', inapplicable: true },
    ],
    // Judged by the cases of other rules.
    'an error of a wrong shape': onMissing(() => ({ error: 'no' })),
    'a response of nothing': onReply('resources/templates/list', () => ({})),
    'an error without an id': {
      outgoing: (message, { request }) => [
        String(request?.params?.uri).startsWith('mcp-conformance-absent:') ? without('id', message) : message,
      ],
    },
    'a log on the same channel': { outgoing: (message) => [{ level: 30, msg: 'answering' }, message] },
  },
  breaks: {
    'no version in notifications': [
      onAny((message) => ('method' in message ? without('jsonrpc', message) : message)),
      'without "jsonrpc"',
    ],
    'no version in results': [
      onAny((message) => ('result' in message ? without('jsonrpc', message) : message)),
      'without "jsonrpc"',
    ],
    'the version as a number': [onAny((message) => ({ ...message, jsonrpc: 2 })), 'with 2 as "jsonrpc"'],
    'another version': [
      onAny((message) => ('error' in message ? { ...message, jsonrpc: '1.0' } : message)),
      'with "1.0" as "jsonrpc"',
    ],
    'a method that is no string': [
      onAny((message) => ('method' in message ? { ...message, method: 7 } : message)),
      'a method that is no string',
    ],
    'a method beside a result': [
      onTemplates((message) => ({ ...message, method: 'reply' })),
      'with both a method and a result',
    ],
    'a result without an id': [onTemplates((message) => without('id', message)), 'a result without an id'],
    'nothing but the version': [onTemplates(({ jsonrpc }) => ({ jsonrpc })), 'one without a method, a result and'],
    'a batch': [
      { outgoing: (message) => ('method' in message ? [[message]] : [message]) },
      'got an array',
      { until: '2024-11-05' },
    ],
    'a batch in a later revision': [
      { outgoing: (message) => ('error' in message ? [[message]] : [message]) },
      'got an array',
      { since: '2025-06-18' },
    ],
    'null as the error beside a result': [
      onTemplates((message) => ('result' in message ? { ...message, error: null } : message)),
      'a response with both a result and an error',
      { since: '2025-11-25' },
    ],
  },
});

/** Whether an object is a message, be it a broken one. The body of an HTTP error may well have an `error` without being one. */
const isMarked = (message: JsonObject, http: boolean): boolean =>
  ['jsonrpc', 'method', ...(http ? [] : ['id', 'result', 'error'])].some((name) => name in message) ||
  ('id' in message && ('result' in message || 'error' in message));

/** What keeps a message from being one of JSON-RPC 2.0; undefined where nothing does. */
function faultOf(message: JsonObject, strictly: boolean): string | undefined {
  const { jsonrpc, method } = message;
  if (jsonrpc !== '2.0')
    return jsonrpc === undefined ? 'one without "jsonrpc"' : `one with ${quote(jsonrpc)} as "jsonrpc"`;
  const [outcome, other] = ['result', 'error'].filter((name) => name in message);
  if ('method' in message) {
    if (outcome !== undefined) return `one with both a method and a${outcome === 'error' ? 'n' : ''} ${outcome}`;
    return typeof method === 'string' ? undefined : 'one with a method that is no string';
  }
  if (outcome === 'result' && !('id' in message)) return 'a result without an id';
  // Earlier revisions forbid both in words of their own, and a response with neither in every revision.
  if (other !== undefined && strictly) return 'a response with both a result and an error';
  if (outcome === undefined && !('id' in message)) return 'one without a method, a result and an error';
  return undefined;
}

/** Whether a batch was sent, which an array may answer by the rules of JSON-RPC itself. */
const sentArrays = ({ lines }: Traffic): boolean =>
  lines.some(
    ({ direction, message, text }) => direction === 'out' && (Array.isArray(message) || text?.startsWith('[')),
  );

const linesOf = ({ line, requestLine, message }: Heard): number[] =>
  requestLine !== undefined && !isObject(message.method) ? [requestLine, line] : [line];
