import { defineCase } from '../../harness/case.ts';
import { isLoopback } from '../../harness/formats/loopback.ts';
import { statusOf } from '../../harness/http-streams.ts';
import { check, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import type { Exchange } from '../../harness/session/exchange.ts';

const foreign = 'http://mcp-conformance-7f3a9c1e.invalid';

export default defineCase({
  title: 'A foreign Origin is refused',
  rules: [
    {
      id: 'http-origin-validated',
      level: 'MUST',
      since: '2024-11-05',
      until: '2025-11-25',
      at: 'basic/transports#security-warning',
      find: 'validate the `Origin` header on all',
    },
    {
      id: 'http-origin-validated',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#security--endpoint',
      find: 'validate the `Origin` header on all',
    },
    {
      id: 'http-origin-403',
      level: 'MUST',
      since: '2025-11-25',
      until: '2025-11-25',
      at: 'basic/transports#security-warning',
      find: 'header is present and invalid, servers',
    },
    {
      id: 'http-origin-403',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#security--endpoint',
      find: 'header is present and invalid, servers',
    },
  ],
  transports: ['http', 'sse'],
  harm: 'leaks',
  hint: 'Answer 403 to a request whose Origin is none of your own pages; SDKs have a switch for it that is often off.',

  async run(probe, { binds }) {
    // The twin: the same request without an Origin, as all of our traffic is.
    const plain = await statusOf(probe, ask(probe), 'a request without an Origin');
    if (plain >= 400) untested(`a request without an Origin was answered with HTTP status ${plain}`);
    for (const [what, open] of Object.entries(requests(probe))) {
      let { status, streamed } = await answered(probe, open(), what);
      // Refused for the stream that this session has already: one without a stream shows what the Origin does.
      if (what === 'GET' && status === 409)
        ({ status, streamed } = await answered(probe, requests(probe, await probe.second()).GET!(), what));
      if (status === 401 || status === 429) untested(`${what} with a foreign Origin was answered with ${status}`);
      // A page, or nothing at all, in place of a stream: a case of its own judges that, and no message goes to a foreign page.
      if (what === 'GET' && status < 300 && !streamed) continue;
      // Who may come from where is the server's choice; on loopback there is no choice that a foreign page could be part of.
      const local = isLoopback(probe.session.channel.transport.address?.url.hostname ?? '');
      check(status >= 400, `expected ${what} from ${foreign} to be refused, got HTTP status ${status}`, {
        warn: !local,
      });
      const forbidden = status === 403 || !binds('http-origin-403');
      // No stream is offered, or there is one in spite of all: refused whatever the Origin.
      if (what === 'GET' && (status === 405 || status === 409)) continue;
      check(forbidden, `expected ${what} from ${foreign} to be answered with 403, got ${status}`, {
        rule: 'http-origin-403',
      });
    }
  },

  allows: {
    'a bare 403': [fault('http-origin-bare'), { since: '2025-11-25', rule: 'http-origin-403-body' }],
    'a bare status': [fault('http-origin-bare'), { until: '2025-06-18' }],
    'another refusal': [fault('http-origin-400'), { until: '2025-06-18' }],
    'a GET is answered with a page, whatever the Origin': [
      fault('http-origin-unchecked-get', 'http-get-html'),
      { since: '2025-03-26', until: '2025-11-25' },
    ],
  },
  breaks: {
    'any Origin is served': [fault('http-origin-unchecked'), 'to be refused, got HTTP status 20'],
    'a GET of any Origin is served': [fault('http-origin-unchecked-get'), 'expected GET from', { until: '2025-11-25' }],
    'the start of any Origin is served': [
      fault('http-origin-unchecked-start'),
      'to be refused',
      { since: '2025-03-26', until: '2025-11-25' },
    ],
    'an Origin is a bad request': [
      fault('http-origin-400'),
      'to be answered with 403, got 400',
      { since: '2025-11-25', rule: 'http-origin-403' },
    ],
  },
});

/** The request that all servers answer. */
function ask(probe: Probe, origin?: string): Exchange {
  const { channel, era } = probe.session;
  const message = { jsonrpc: '2.0', id: probe.session.nextId(), method: era.sanity, params: era.dress({}, {}) };
  const own = probe.http ? era.headers(message) : {};
  return channel.open(message, { headers: { ...own, ...(origin !== undefined && { Origin: origin }) } });
}

/** What a foreign page would send: a request in a session, the start of one, and where there are streams, the opening of one. */
function requests(probe: Probe, session = probe.session): Record<string, () => Exchange> {
  const { channel, era, revision, introduction } = session;
  const Origin = foreign;
  const stream = { ...(probe.http ? era.headers({}) : {}), Accept: 'text/event-stream', 'Content-Type': undefined };
  const { params } = introduction.reply;
  const start = { jsonrpc: '2.0', id: session.nextId(), method: 'initialize', params };
  return {
    POST: () => ask(probe, foreign),
    ...(!probe.modern &&
      revision >= '2025-03-26' && { 'POST of initialize': () => channel.open(start, { headers: { Origin } }) }),
    ...(!probe.modern && { GET: () => channel.raw('', { method: 'GET', headers: { ...stream, Origin } }) }),
  };
}

/** The status with which a request of a foreign page was answered, and whether an event stream came with it. */
async function answered(probe: Probe, exchange: Exchange, what: string) {
  const status = await statusOf(probe, exchange, `${what} with a foreign Origin`);
  await ended(probe, exchange);
  return { status, streamed: exchange.streamed };
}

/** Leaves nothing open behind: neither a stream nor a session that was given to a foreign page. */
async function ended(probe: Probe, exchange: Exchange): Promise<void> {
  const { channel, timeout } = probe.session;
  if (exchange.sent.method !== '') await exchange.until(() => exchange.settled, timeout);
  exchange.abort();
  const id = exchange.http?.headers['mcp-session-id'];
  if (id === undefined || exchange.sent.method !== 'initialize') return;
  const headers = { 'Mcp-Session-Id': id, 'Content-Type': undefined };
  const farewell = channel.raw('', { method: 'DELETE', headers });
  await farewell.until(() => farewell.over, timeout);
}
