import { type Asked, askedIn, owedIn } from '../../harness/asked.ts';
import { defineCase } from '../../harness/case.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { fault, type Mutant, onReply } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { Heard, Traffic } from '../../harness/traffic.ts';
import { framing } from '../../harness/transport/framing.ts';
import { isModern, isObject } from '../../harness/wire.ts';

const twice = (method: string): Mutant => ({
  outgoing: (message, { request }) => (request?.method === method ? [message, { ...message }] : [message]),
});

export default defineCase({
  title: 'Each request gets one response',
  rules: [
    {
      id: 'msg-request-answered',
      level: 'MUST',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#',
      find: 'All messages in MCP **MUST** follow',
    },
    {
      id: 'msg-request-answered',
      level: 'MUST',
      since: '2025-03-26',
      at: 'basic/index#messages',
      find: 'between MCP clients and servers **MUST**',
    },
  ],
  harm: 'breaks',
  hint: 'Answer each request once, also when a handler fails: with a result or an error, under the id of the request.',
  reportsSilence: true,

  watch(traffic) {
    const asked = askedIn(traffic);
    for (const { request, line, answers } of asked)
      check(answers.length < 2, `expected one response to ${what(request)}, got ${answers.length}`, {
        lines: [line, ...answers],
      });
    for (const each of owedIn(traffic, asked)) {
      const { line, session, request } = each;
      if (isGarbled(each, traffic)) blockedBy('messages/utf-8', `${what(request)} got bytes that are no UTF-8`);
      const strays = traffic.messages.filter(
        (other) =>
          other.session === session &&
          other.line > line &&
          isStray(other) &&
          !isOfMalformed(other, each, traffic) &&
          mayAnswer(each, other, traffic),
      );
      if (strays.some(({ message }) => 'method' in message || !('result' in message || 'error' in message)))
        blockedBy(
          'messages/json-rpc',
          `${what(request)} may have got the message that is neither response nor request`,
        );
      if (strays.length > 0)
        blockedBy('messages/response-id', `${what(request)} may have got the response whose id belongs to no request`);
      check(false, `expected a response to ${what(request)}, got none`, { lines: [line] });
    }
    // Where a stateless server answers no list, list/responds tells.
    if (isModern(traffic.revision)) return;
    const statuses = bareStatuses('resources/list', traffic);
    const [first] = statuses;
    check(!first, `expected a response to resources/list, got HTTP status ${first?.status} each time, and no message`, {
      lines: statuses.slice(0, 2).flatMap(({ lines }) => lines),
    });
  },

  allows: {
    'a late answer': {
      outgoing(message, { request, memory, send }) {
        if (request?.method === 'resources/list' && !memory.has('kept'))
          memory.set('kept', setTimeout(send, 1, message));
        else return [message];
        return [];
      },
    },
    'notifications before the answer': [
      { outgoing: (message) => [...('method' in message ? [] : [told]), message] },
      { until: '2025-11-25' },
    ],
  },
  breaks: {
    'two responses to one read': [twice('resources/read'), 'expected one response to resources/read of'],
    'two different responses': [
      {
        outgoing: (message, { request }) =>
          request?.method === 'resources/templates/list'
            ? [message, { jsonrpc: '2.0', id: message.id, error: { code: -32603, message: 'Too late' } }]
            : [message],
      },
      'expected one response to resources/templates/list, got 2',
    ],
    'a status alone for each list': [
      fault('http-list-500'),
      'expected a response to resources/list, got HTTP status 500 each time',
      { since: '2025-03-26', until: '2025-11-25' },
    ],
    'silence on a list': [
      onReply('resources/templates/list', () => undefined),
      'expected a response to resources/templates/list, got none',
    ],
    'silence where a read fails': [
      onReply('resources/read', (reply, { params }) =>
        'error' in reply && String(params?.uri).startsWith('mcp-conformance-absent:') ? undefined : reply,
      ),
      'expected a response to resources/read of "mcp-conformance-absent:',
    ],
    'silence to one resource': [
      onReply('resources/read', (reply, { params }) => (params?.uri === 'demo://host/empty.txt' ? undefined : reply)),
      'expected a response to resources/read of "demo://host/empty.txt", got none',
    ],
  },
});

/** The refusals of a method that got nothing else: those that no other case judges, and that are not for want of credentials or time. */
function bareStatuses(method: string, traffic: Traffic): { status: number; lines: number[] }[] {
  const refused = [];
  for (const { message, method: verb, head, status = 0, sent, parts } of traffic.exchanges()) {
    if (verb !== 'POST' || message?.method !== method || !head) continue;
    if (status < 400 || parts.some((part) => part.message !== undefined)) return [];
    const judged = [401, 403, 404, 405, 429].includes(status) || (status >= 502 && status <= 504);
    if (!judged) refused.push({ status, lines: [sent.n, head.n] });
  }
  return refused;
}

const told = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

/** Whether a message is no request and no notification, and answers nothing that we asked. */
const isStray = ({ message, request }: Pick<Heard, 'message' | 'request'>): boolean =>
  request === undefined && (typeof message.method !== 'string' || 'result' in message || 'error' in message);

/** Whether bytes that are no UTF-8 may have been the response to a request: only from 2025-03-26 on does a rule forbid them. */
const isGarbled = ({ line, session }: Asked, { http, lines, revision, transcript }: Traffic): boolean =>
  revision >= '2025-03-26' &&
  lines
    .slice(line)
    .some(
      ({ n, noise, session: of }) =>
        noise?.startsWith(framing.utf8) && (http ? transcript.partOf.get(n) === line : of === session),
    );

/** Whether a message came after one that no client may send, which it may answer as well. */
const isOfMalformed = ({ line, session }: Heard, asked: Asked, { lines }: Traffic): boolean =>
  lines
    .slice(asked.line, line)
    .some(
      ({ direction, session: of, text, message }) =>
        direction === 'out' && of === session && (text !== undefined || !isSound(message)),
    );

/** Whether a message of ours is one whose answer has to carry its id. */
const isSound = (message: unknown): boolean => isObject(message) && message.id !== null;

/** Whether a message may have been meant for a request: over HTTP not what was answered to another POST. */
function mayAnswer({ line }: Asked, stray: Heard, { http, lines, transcript }: Traffic): boolean {
  const origin = transcript.partOf.get(stray.line);
  return !http || origin === undefined || origin === line || lines[origin - 1]?.http?.method === 'GET';
}

const what = ({ method, params }: Asked['request']): string =>
  typeof params?.uri === 'string' ? `${method} of ${quote(params.uri)}` : String(method);
