import { defineCase } from '../../harness/case.ts';
import { check } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';

export default defineCase({
  title: 'One endpoint takes every message',
  rules: [
    {
      id: 'http-single-endpoint',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#streamable-http',
      find: 'provide a single HTTP endpoint path',
    },
    {
      id: 'http-single-endpoint',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#',
      find: 'provide a single HTTP endpoint path',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Serve all methods by POST at the address at which the server is initialized or discovered.',

  // What a GET gets is judged by http/get-stream.
  watch(traffic) {
    const refused = new Map<string, number[]>();
    const served = new Set<string>();
    for (const { message, method: verb, head, status, sent, parts } of traffic.exchanges()) {
      const method: unknown = message?.method;
      if (verb !== 'POST' || typeof method !== 'string' || !method.startsWith('resources/') || !head) continue;
      // A method or a session that the server does not know may get such a status too, with an error that says so.
      const bare = (status === 404 || status === 405) && !parts.some((part) => part.message !== undefined);
      if (bare) refused.set(method, [...(refused.get(method) ?? []), sent.n, head.n]);
      else served.add(method);
    }
    for (const [method, lines] of refused)
      check(served.has(method), `expected POST of ${method} to be served at the endpoint, got 404 or 405 each time`, {
        lines: lines.slice(0, 4),
      });
  },

  allows: {
    'no session id': [fault('http-session-id-absent'), { until: '2025-11-25', rule: 'session-id-assigned' }],
    'sessions end after a while': [
      fault('http-session-ends'),
      { until: '2025-11-25', rule: 'session-server-may-terminate' },
    ],
    'sessions cannot be ended': [fault('http-delete-405'), { until: '2025-11-25', rule: 'session-delete-405' }],
    'answers come as event streams': fault('http-sse-always'),
  },
  breaks: {
    'resources have a path of their own': [fault('http-other-path'), 'got 404 or 405 each time'],
  },
});
