import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { beforeFirst, type Mutant } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { JsonObject } from '../../harness/wire.ts';

const asking = (...members: JsonObject[]): Mutant =>
  beforeFirst('resources/templates/list', () => members.map((each) => ({ jsonrpc: '2.0', method: 'ping', ...each })));
const requests = ['ping', 'roots/list', 'sampling/createMessage', 'elicitation/create'];

export default defineCase({
  title: 'Requests of the server have ids that are strings or integers, each used once',
  rules: [
    {
      id: 'msg-server-request-id',
      level: 'MUST',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#requests',
      find: '**MUST** include a string or integer',
    },
    {
      id: 'msg-server-request-id',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/index#requests',
      find: '**MUST** include a string or integer',
    },
    {
      id: 'msg-server-request-id-not-null',
      level: 'MUST NOT',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#requests',
      find: 'the ID **MUST NOT** be `null`',
    },
    {
      id: 'msg-server-request-id-not-null',
      level: 'MUST NOT',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/index#requests',
      find: 'the ID **MUST NOT** be `null`',
    },
    {
      id: 'msg-server-request-id-unique',
      level: 'MUST NOT',
      since: '2024-11-05',
      until: '2024-11-05',
      at: 'basic/messages#requests',
      find: 'The request ID **MUST NOT** have',
    },
    {
      id: 'msg-server-request-id-unique',
      level: 'MUST NOT',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/index#requests',
      find: 'The request ID **MUST NOT** have',
    },
  ],
  harm: 'breaks',
  hint: 'Count the requests of each session, and let none go out without the next number (or a fresh string) as its id.',

  watch(traffic) {
    const used = new Set<string>();
    let seen = false;
    for (const { line, session, message } of traffic.messages) {
      const { method, id } = message;
      if (typeof method !== 'string' || method.startsWith('notifications/')) continue;
      // A response with a method is judged as that.
      if ('result' in message || 'error' in message) continue;
      // By the name of its method, a message without an id is a request all the same.
      if (!('id' in message) && !requests.includes(method)) continue;
      seen = true;
      const lines = [line];
      const what = `expected a string or an integer as the id of the request ${quote(method)}`;
      check(id !== null, `${what}, got null`, { rule: 'msg-server-request-id-not-null', lines });
      check('id' in message, `${what}, got none`, { lines });
      check(typeof id === 'string' || Number.isInteger(id), `${what}, got ${quote(id)}`, { lines });
      const key = `${session} ${JSON.stringify(id)}`;
      check(!used.has(key), `expected an id that is new in the session for ${quote(method)}, got ${quote(id)} again`, {
        rule: 'msg-server-request-id-unique',
        lines,
      });
      used.add(key);
    }
    if (!seen) notApplicable('the server sent no request');
  },

  allows: {
    'a number': asking({ id: 0 }),
    'a negative number': asking({ id: -1 }),
    'an empty text': asking({ id: '' }),
    'one id as number and as text': asking({ id: 7 }, { id: '7' }),
    // Each side counts for itself.
    'the id of our own request': beforeFirst('resources/templates/list', ({ id }) => [
      { jsonrpc: '2.0', id, method: 'ping' },
    ]),
  },
  breaks: {
    'a fraction': [asking({ id: 1.5 }), 'got 1.5'],
    'true or false': [asking({ id: true }), 'got true'],
    'an object': [asking({ id: { n: 1 } }), 'got {"n":1}'],
    'no id': [asking({ method: 'roots/list' }), 'of the request "roots/list", got none'],
    null: [asking({ id: null }), 'got null', { rule: 'msg-server-request-id-not-null' }],
    'the same id twice': [asking({ id: 1 }, { id: 1 }), 'got 1 again', { rule: 'msg-server-request-id-unique' }],
    'the same text for different methods': [
      asking({ id: 'a' }, { id: 'a', method: 'roots/list' }),
      'for "roots/list", got "a" again',
      { rule: 'msg-server-request-id-unique' },
    ],
  },
});
