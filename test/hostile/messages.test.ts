import { revisions } from '../../harness/wire.ts';
import type { ExpectedResult, Misbehaviour } from './misbehaviour.ts';
import { judged } from './table.ts';

const wide = 'list/*,read/*,pagination/*,stdio/only-messages,messages/*';
const narrow = 'list/*,stdio/only-messages,messages/request-answered';
// Limits that no honest answer reaches on a busy machine; a row that is about silence has shorter ones.
const row = (
  name: string,
  expect: Misbehaviour['expect'],
  {
    only = wide,
    detail,
    timeout = 8000,
    startTimeout = 40_000,
    revision = '2025-11-25',
    maxPages,
    ...rest
  }: Partial<Misbehaviour> & {
    only?: string;
    detail?: string;
    timeout?: number;
    startTimeout?: number;
    revision?: string;
    maxPages?: string;
  } = {},
): Misbehaviour => ({
  name: detail === undefined ? name : `${name}: ${detail}`,
  server: ['messages.mjs', name, ...(detail === undefined ? [] : [detail])],
  options: [
    ...['--revision', revision, '--only', only],
    ...[
      '--timeout',
      `${timeout}`,
      '--start-timeout',
      `${startTimeout}`,
      ...(maxPages ? ['--max-pages', maxPages] : []),
    ],
  ],
  within: 60,
  memory: 250,
  expect,
  ...rest,
});

const fails = (...results: [id: string, says: RegExp][]): Misbehaviour['expect'] => ({
  exit: 1,
  headline: 'not conformant',
  results: results.map(([id, says]): ExpectedResult => ({ case: id, verdict: 'fail', says })),
});
const good: Misbehaviour['expect'] = {
  exit: 0,
  headline: 'conformant',
  results: [{ case: 'list/shape', verdict: 'pass' }],
  noVerdict: ['fail'],
};
const partly = (...results: ExpectedResult[]): Misbehaviour['expect'] => ({
  exit: 0,
  headline: 'partly tested',
  results,
  noVerdict: ['fail'],
});
const noise = (what: RegExp) =>
  fails(
    ['stdio/only-messages', what],
    ['messages/request-answered', /expected a response to resources\/list, got none/],
  );
/** What is no message for its size, and hides nothing of what comes behind it. */
const oversized = (what: RegExp): Misbehaviour['expect'] => ({
  ...fails(['stdio/only-messages', what]),
  results: [
    { case: 'stdio/only-messages', verdict: 'fail', says: what },
    { case: 'list/shape', verdict: 'pass' },
    { case: 'messages/request-answered', verdict: 'pass' },
  ],
});
const huge = { within: 100, only: narrow, timeout: 20_000 };
const silent = { only: narrow, timeout: 1000 };

judged('size', [
  row('a notification of 100 MB', oversized(/a line above 64 MiB/), { ...huge, memory: 450 }),
  row('a line of 40 MB', good, { ...huge, memory: 450 }),
  row(
    'another 60 MB of noise each time',
    fails(['stdio/only-messages', /not JSON \(the first 16 KiB of 57\.2 MiB\)/]),
    {
      ...huge,
      memory: 500,
    },
  ),
  row('another 30 MB each time', good, { ...huge, only: 'list/*,messages/request-answered,pagination/*', memory: 700 }),
  row('ten million values', oversized(/JSON of more than 8000000 values/), { ...huge, memory: 400 }),
  row(
    '100,000 resources on a page',
    { exit: 0, results: [{ case: 'list/shape', verdict: 'pass' }] },
    { ...huge, memory: 400 },
  ),
  row('a URI of 1 MB', { exit: 0, results: [{ case: 'list/uri-format', verdict: 'pass' }], noVerdict: ['fail'] }),
  row('a text of 30 MB', good, { ...huge, only: 'list/*,read/*', memory: 600 }),
  row('a blob that is none', fails(['read/base64', /is not base64/]), { only: 'list/*,read/*', memory: 350 }),
  row('a cursor of 1 MB', partly(), { only: 'list/*,pagination/*', memory: 300 }),
]);

judged('JSON', [
  row('nested 200,000 levels', noise(/nested deeper than 1000 levels/), silent),
  row('nested 900 levels', good, { only: narrow }),
  row('unclosed brackets', noise(/nested deeper than 1000 levels/), silent),
  row('__proto__', good),
  row('a __proto__ that decides', fails(['messages/result-or-error', /a response with neither/])),
  row('constructor', good),
  row('duplicate keys', good),
  row('duplicate ids', {
    exit: 0,
    results: [{ case: 'messages/request-answered', verdict: 'pass' }],
    noVerdict: ['fail'],
  }),
  row('lone surrogates', good),
  row('lone surrogates in URIs', fails(['list/uri-format', /half a character/])),
  row('surrogates as bytes', fails(['messages/utf-8', /bytes that are none/])),
  row('control characters', good),
  row('NaN', noise(/not JSON/), silent),
  row('Infinity', noise(/not JSON/), silent),
  row('numbers beyond 2^53', {
    ...good,
    results: [{ case: 'list/size-accurate', verdict: 'warn', says: /expected the size 19/ }],
  }),
  row('a number of a million digits', {
    ...good,
    results: [{ case: 'list/size', verdict: 'warn', says: /expected a whole number/ }],
  }),
  row('a byte order mark and CRLF', fails(['stdio/only-messages', /a byte order mark/])),
  row('UTF-16', { exit: 3, headline: 'could not run', stderr: /looks like UTF-16/ }, { startTimeout: 2000 }),
  row(
    'scalars between',
    fails(['stdio/only-messages', /a JSON value that is no object/], ['messages/json-rpc', /an array/]),
  ),
]);

judged('answers', [
  row('one id for all', fails(['messages/request-answered', /expected one response to initialize, got \d+/]), silent),
  row(
    'ids as objects',
    { exit: 3, headline: 'could not run', stderr: /initialize got no answer/ },
    { startTimeout: 2000 },
  ),
  row('answers to requests never sent', fails(['messages/json-rpc', /a result without an id/])),
  row('two answers', fails(['messages/request-answered', /expected one response to initialize, got 2/])),
  row('two different answers', fails(['messages/request-answered', /expected one response to initialize, got 2/])),
  row('a result and an error', fails(['messages/json-rpc', /a response with both a result and an error/])),
  row('out of order', good),
  row('late answers', fails(['messages/request-answered', /got none/]), { ...silent, detail: '1500' }),
  row('wrong types everywhere', fails(['list/shape', /must be object, got null/])),
  row('wrong types everywhere', fails(['list/shape', /resources: must be array, got object/]), {
    detail: '{"resources":{"length":1e9},"contents":{"length":-1},"nextCursor":{}}',
  }),
  row('errors of wrong types', fails(['messages/error-shape', /expected an object as the error, got null/]), {
    detail: 'null',
  }),
  row(
    'wrong types in the handshake',
    { exit: 0, headline: 'nothing to judge' },
    {
      detail: '{"capabilities":[],"serverInfo":7}',
      only: 'list/*',
    },
  ),
  row('an array for each answer', fails(['messages/json-rpc', /batches belong to 2025-03-26/])),
  row('an array of 100,000', fails(['messages/json-rpc', /batches belong to 2025-03-26/]), {
    only: 'list/*,messages/json-rpc',
    memory: 400,
  }),
  row('a byte a time', good, { only: narrow }),
]);

judged('floods', [
  row('a flood of notifications', good, { detail: '2000', only: narrow, memory: 400 }),
  row('notifications without end', fails(['messages/request-answered', /got none/]), { ...silent, memory: 400 }),
  row(
    'notifications without end',
    { exit: 3, headline: 'could not run', stderr: /no answer/ },
    {
      detail: 'from the start',
      revision: revisions.join(','),
      startTimeout: 2000,
      memory: 400,
    },
  ),
  row('a flood of requests', fails(['messages/server-request-ids', /an id that is new/]), {
    detail: '1000',
    only: 'list/*,messages/server-request-ids',
    memory: 400,
  }),
  row('requests with the ids of ours', { exit: 1, results: [{ case: 'messages/request-answered', verdict: 'pass' }] }),
  row('notifications of everything', fails(['messages/json-rpc', /a method that is no string/])),
  row('endless pages', partly({ case: 'pagination/walk', verdict: 'untested' }), {
    only: 'list/*,pagination/*',
    maxPages: '200',
  }),
  row('endless empty pages', partly({ case: 'pagination/walk', verdict: 'untested' }), {
    only: 'list/*,pagination/*',
    maxPages: '200',
  }),
  row('endless pages, as many as are followed by default', partly({ case: 'pagination/walk', verdict: 'untested' }), {
    server: ['messages.mjs', 'endless pages'],
    only: 'pagination/walk,list/shape',
    memory: 400,
  }),
  row('one cursor for ever', partly({ case: 'pagination/walk', verdict: 'warn', says: /never ends/ })),
]);
