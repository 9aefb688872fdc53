import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { after, beforeFirst, type Mutant } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { Heard } from '../../harness/traffic.ts';
import { isObject, type JsonObject, type RpcRequest } from '../../harness/wire.ts';

const method = 'notifications/cancelled';
const cancelling = (params: JsonObject | undefined): JsonObject => ({ jsonrpc: '2.0', method, params });
const ping = (id: unknown): JsonObject => ({ jsonrpc: '2.0', id, method: 'ping' });
/** Says something before the first page of templates. */
const saying = (messages: (request: RpcRequest) => JsonObject[]): Mutant =>
  beforeFirst('resources/templates/list', messages);

export default defineCase({
  title: 'The server cancels only requests that it sent itself',
  rules: [
    {
      id: 'cancel-server-sent-valid-legacy',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/utilities/cancellation#behavior-requirements',
      find: 'notifications **MUST** only reference requests that',
    },
  ],
  harm: 'misleads',
  hint: 'Send notifications/cancelled for open requests of the server alone; a request of the client is answered with an error.',

  // Whether the request was still open cannot be told: our answer may have been on its way. So only whose it was counts, and when
  // it was answered so long ago that the server must have known.
  watch(traffic) {
    const asked = new Map<string, Heard>();
    let seen = false;
    for (const heard of traffic.messages) {
      const { message, session, line } = heard;
      const key = (id: unknown) => `${session} ${JSON.stringify(id)}`;
      if ('id' in message && typeof message.method === 'string') asked.set(key(message.id), heard);
      if (message.method !== method) continue;
      seen = true;
      const id: unknown = isObject(message.params) ? message.params.requestId : undefined;
      const lines = [line];
      check(
        typeof id === 'string' || Number.isInteger(id),
        `expected the id of a request of the server in ${method}, got ${quote(id)}`,
        { lines },
      );
      const request = asked.get(key(id));
      check(request !== undefined, `expected the id of a request of the server in ${method}, got ${quote(id)}`, {
        lines,
      });
      const answer = traffic.lines.find(
        (each) =>
          each.n > request.line && each.direction === 'out' && each.session === session && answers(each.message, id),
      );
      const settled = answer !== undefined && traffic.lines[line - 1]!.ms - answer.ms > overlap;
      check(!settled, `the request ${quote(id)} was cancelled more than a second after its answer`, {
        lines: [request.line, answer?.n ?? line, line],
      });
    }
    if (!seen) notApplicable('the server cancelled nothing');
  },

  allows: {
    'its own request': saying(() => [ping('s-1'), cancelling({ requestId: 's-1' })]),
    'with a reason, and 0 as the id': saying(() => [ping(0), cancelling({ requestId: 0, reason: 'no longer needed' })]),
  },
  breaks: {
    'the request of the client': [
      saying(({ id }) => [cancelling({ requestId: id })]),
      'expected the id of a request of the server',
    ],
    'an answered request of the client': [
      after('resources/read', ({ id }) => [cancelling({ requestId: id })]),
      'expected the id of a request of the server',
    ],
    'an id that nobody used': [saying(() => [cancelling({ requestId: 'none' })]), 'got "none"'],
    'an id of another type': [saying(() => [ping(7), cancelling({ requestId: '7' })]), 'got "7"'],
    'no id': [saying(() => [cancelling({})]), 'got undefined'],
    'no params': [saying(() => [cancelling(undefined)]), 'got undefined'],
  },
});

/** Milliseconds after an answer during which a cancellation may have crossed it. */
const overlap = 1000;

const answers = (message: unknown, id: unknown): boolean =>
  isObject(message) && !('method' in message) && JSON.stringify(message.id) === JSON.stringify(id);
