import { defineCase } from '../../harness/case.ts';
import { givenCredentials } from '../../harness/credentials.ts';
import { statusOf } from '../../harness/http-streams.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import type { RequestHeaders } from '../../harness/transport/transport.ts';

export default defineCase({
  title: 'A server that takes credentials refuses requests without them',
  rules: [
    {
      id: 'http-authentication',
      level: 'SHOULD',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/transports#security-warning',
      find: 'implement proper authentication for all connections',
    },
    {
      id: 'http-authentication',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#security--endpoint',
      find: 'implement proper authentication for all connections',
    },
  ],
  transports: ['http', 'sse'],
  harm: 'leaks',
  hint: 'Check the credentials of every request, not only of the first one; answer 401 where they are missing.',

  // Public servers exist, and a server for one user on his own machine needs no lock: only who hands out keys is asked to lock.
  async run(probe) {
    const given = givenCredentials(probe);
    if (given.length === 0) notApplicable('no credentials were given for this server; it may be open to all by design');
    const withThem = await statusOf(probe, ask(probe, {}), 'a request with credentials');
    if (withThem >= 400) untested(`a request with the credentials that were given was answered with ${withThem}`);
    const without = Object.fromEntries(given.map((name) => [name, undefined]));
    const status = await statusOf(probe, ask(probe, without), 'a request without credentials');
    check(status >= 400, `expected a request without credentials to be refused, got ${status}`);
  },

  allows: {
    'answers come as event streams': [fault('http-sse-always'), { since: '2025-03-26' }],
    'accepted messages get 200': [fault('sse-post-200'), { until: '2024-11-05' }],
  },
  breaks: {
    'anybody is served': [fault('http-unauthenticated'), 'to be refused, got 20'],
  },
});

/** The request that all servers answer. */
function ask(probe: Probe, more: RequestHeaders) {
  const { channel, era } = probe.session;
  const message = { jsonrpc: '2.0', id: probe.session.nextId(), method: era.sanity, params: era.dress({}, {}) };
  return channel.open(message, { headers: { ...(probe.http ? era.headers(message) : {}), ...more } });
}
