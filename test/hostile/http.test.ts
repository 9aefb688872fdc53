import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broken, cannot, good, httpRow } from './http-rows.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { runHostile } from './run-hostile.ts';
import { judged } from './table.ts';

const on = (method: string) => (name: string, behaviour: string, ends: Misbehaviour['expect'], more?: object) =>
  httpRow(`${name}, on ${method}`, ['http.mjs', behaviour, method], ends, more);
const atFirst = on('initialize');
const onList = on('resources/list');

const unanswered = broken('messages/request-answered', /expected a response to resources\/list, got none/);
const unread = (says: RegExp) => broken('http/response-type', says);

judged('responses that never end', [
  atFirst('no answer', 'silent', cannot(/no answer within 2500 ms/)),
  onList('no answer', 'silent', unanswered),
  onList('a byte a second', 'drip', unanswered),
  atFirst('a byte a second', 'drip', cannot(/no answer within 2500 ms/)),
  atFirst(
    'an event without an end',
    'sse-no-newline',
    cannot(/an event stream without a message in them|above 64 MiB|no answer within/),
    {
      memory: 450,
    },
  ),
  onList('an event without an end', 'sse-no-newline', { exit: 1 }, { memory: 450 }),
  atFirst(
    'comments without an end',
    'sse-comments',
    cannot(/of an event stream without a message in them|no answer within/),
  ),
  onList('comments without an end', 'sse-comments', { exit: 1 }),
  onList('empty events without an end', 'sse-events', { exit: 1 }),
  onList('messages without an end', 'sse-messages', { exit: 1 }, { memory: 500 }),
  atFirst('a body without an end', 'big-body', cannot(/a body above 64 MiB|no answer within/), { memory: 450 }),
]);

judged('what stands in front of a server', [
  atFirst(
    '401 with a challenge',
    'unauthorised',
    cannot(/answered 401: it wants credentials \(Bearer realm="x"\); give them with --header/),
  ),
  atFirst(
    '401 without a challenge',
    'unauthorised-bare',
    cannot(/answered 401: it wants credentials; give them with --header/),
  ),
  atFirst('403', 'forbidden', cannot(/answered 403: it lets us not in/)),
  atFirst('404', 'not-found', cannot(/answered 404: nothing is served there; mend the path/)),
  atFirst(
    '405 for every POST',
    'get-only',
    cannot(/answered 405: no POST is taken there \(it allows GET\); mend the path, or use --sse/),
  ),
  atFirst('429', 'too-many', cannot(/answered 429: it got too many requests, and asks to come again after 3600 s/)),
  atFirst('503', 'unavailable', cannot(/answered 503: it fails.*asks to come again after 120 s/)),
  atFirst('a page for people', 'html', cannot(/a body of type text\/html; MCP wants application\/json/)),
  onList('a page for people', 'html', unread(/got "text\/html"/)),
  onList('401 in between', 'unauthorised', { exit: 0, headline: 'nothing to judge', noVerdict: ['fail'] }),
  onList('429 in between', 'too-many', { exit: 0, headline: 'nothing to judge', noVerdict: ['fail'] }),
  httpRow('429 that asks to come again soon, on initialize', ['http.mjs', 'too-many-once', 'initialize', '1'], good),
  httpRow(
    '429 that asks to come again soon, on resources/list',
    ['http.mjs', 'too-many-once', 'resources/list', '1'],
    good,
  ),
  httpRow('429 that asks to come again at once, always', ['http.mjs', 'too-many-always', 'resources/list', '0'], {
    exit: 0,
    headline: 'nothing to judge',
    noVerdict: ['fail'],
  }),
  onList('502 now and then', 'unavailable-between', good),
  onList('204', 'no-content', unread(/got no Content-Type/)),
  atFirst('a bomb of gzip', 'gzip-bomb', cannot(/content encoding gzip, which the request did not offer to accept/)),
  onList('a bomb of gzip', 'gzip-bomb', unread(/content encoding gzip/)),
]);

judged('connections and sessions', [
  onList('an event stream that is reset', 'sse-reset', broken('http/event-stream-framing', /ended inside an event/)),
  onList('kept connections that are closed', 'keep-alive-closed', good),
  atFirst('a session id of 12 KB', 'long-session', good),
  atFirst('a session id beyond ASCII', 'session-latin', { exit: 0, noVerdict: ['fail'] }),
  httpRow('nothing at the address', ['http.mjs', 'closed'], cannot(/connection refused: nothing listens at http/), {
    over: 'url',
  }),
  httpRow('nothing at the address of --sse', ['http.mjs', 'closed'], cannot(/connection refused: nothing listens at/), {
    over: 'sse',
    options: ['--revision', '2024-11-05'],
  }),
  httpRow(
    'no event stream at the address of --sse',
    ['http.mjs', 'get-only'],
    cannot(/status 405.*mend the path of --sse, or use --url/),
    {
      over: 'sse',
      options: ['--revision', '2024-11-05'],
    },
  ),
  httpRow('IPv6 alone, launched', ['http.mjs', 'ipv6'], good),
  httpRow('IPv6 alone, by its address', ['http.mjs', 'ipv6'], good, { over: 'url' }),
]);

describe('a redirect', () => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void elsewhere.close());
  const there = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/mcp`;

  it.each(['initialize', 'resources/list'])('to another origin is not followed, on %s', async (method) => {
    const row = httpRow(
      'elsewhere',
      ['http.mjs', 'redirect', method, there()],
      { exit: 0 },
      {
        options: ['--header', 'Authorization: Bearer letmein'],
      },
    );
    const { exit, stderr, report } = await runHostile(row);
    expect(asked).toEqual([]);
    expect(exit, stderr).toBe(method === 'initialize' ? 3 : 0);
    if (method === 'initialize') expect(stderr).toContain(`give the URL that it names: ${there()}`);
    else expect(report!.headline).toBe('nothing to judge');
  });

  it.each(['initialize', 'resources/list'])('to itself is not followed for ever, on %s', async (method) => {
    const { exit, stderr, seconds } = await runHostile(
      httpRow('itself', ['http.mjs', 'redirect', method], { exit: 0 }),
    );
    expect(exit, stderr).toBe(method === 'initialize' ? 3 : 0);
    expect(seconds).toBeLessThan(60);
  });

  it('by the endpoint event of HTTP+SSE is not followed', async () => {
    const row = httpRow('endpoint', ['http.mjs', 'endpoint', 'initialize', there()], { exit: 3 }, { over: 'sse' });
    const { exit, stderr } = await runHostile(row);
    expect(asked).toEqual([]);
    expect(stderr).toMatch(/the endpoint event names another origin, http:\/\/127\.0\.0\.1:\d+, which is not followed/);
    expect(exit).toBe(3);
  });
});
