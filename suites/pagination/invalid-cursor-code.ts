import { isDeepStrictEqual } from 'node:util';
import { defineCase } from '../../harness/case.ts';
import { blockedBy, untested } from '../../harness/judge.ts';
import { type ListMethod, listed, type Page } from '../../harness/material.ts';
import { all, onError, onReply, onRequest, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';

const methods = Object.keys(listed) as ListMethod[];

/** A cursor that no server has given out; long, so that none takes it for a position. */
const absentCursor = 'mcp-conformance-absent-cursor-7f3a9c1e5b2d4860';

const other = (code: number) => onError('resources/list', (error) => ({ error: { ...error, code } }));

/** The server takes a cursor that it did not give out for none. */
const forgiving = (method: ListMethod) =>
  all(
    onResult(method, ({ nextCursor }, _request, { memory }) => {
      memory.set(`${method} ${nextCursor}`, true);
    }),
    onRequest(method, (request, { memory }) => {
      if (!memory.has(`${method} ${request.params?.cursor}`)) delete request.params?.cursor;
      return request;
    }),
  );

/** The server counts in tens, shows its count, and takes any number for the page that it falls on. */
const positions = (method: ListMethod) =>
  all(
    onRequest(method, (request, { memory }) => {
      const { params } = request;
      const page = /^\d+$/.test(String(params?.cursor)) ? Math.floor(Number(params?.cursor) / 10) : 0;
      memory.set(method, page);
      if (params?.cursor === undefined || !/^\d+$/.test(String(params.cursor))) return request;
      params.cursor = memory.get(`${method} ${page}`);
      if (params.cursor === undefined) delete params.cursor;
      return request;
    }),
    onResult(method, (result, _request, { memory }) => {
      if (!('nextCursor' in result)) return;
      const next = memory.get(method) + 1;
      memory.set(`${method} ${next}`, result.nextCursor);
      result.nextCursor = String(next * 10);
    }),
  );

export default defineCase({
  title: 'A cursor that was never given out is answered with error -32602',
  rules: [
    {
      id: 'page-invalid-cursor-code',
      level: 'SHOULD',
      since: '2024-11-05',
      at: 'server/utilities/pagination#error-handling',
      find: 'Invalid cursors **SHOULD** result in',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Answer a cursor that you did not give out with -32602, also where all fits on one page and any cursor is invalid.',
  // A server may end on such a cursor, which pagination/invalid-cursor-graceful judges.
  fresh: true,

  async run(probe) {
    const firsts = new Map<ListMethod, unknown>();
    let refused = '';
    let ignored: ListMethod | undefined;
    for (const method of methods) {
      const pages: Page[] = [];
      for await (const page of probe.pages(method)) if (pages.push(page) === 2) break;
      const [one, two] = pages as [Page, Page?];
      if (!one.sound) refused ||= `${method} was answered with ${inWords(one.reply)}`;
      else if (two && one.items.length > 0 && isDeepStrictEqual(two.items, one.items)) ignored = method;
      else firsts.set(method, one.next);
    }
    if (firsts.size === 0 && ignored) blockedBy('pagination/walk', `${ignored} does not look at the cursor`);
    if (firsts.size === 0) blockedBy('list/responds', refused);
    for (const [method, next] of firsts) {
      const strange = [...firsts.values()].find((cursor) => cursor !== next);
      const shortened = typeof next === 'string' ? [...next].slice(0, -1).join('') : '';
      const cursors: [cursor: string, what: string][] = [[absentCursor, 'a cursor that was never given out']];
      if (shortened !== '') cursors.push([shortened, 'a cursor cut short']);
      if (typeof strange === 'string') cursors.push([strange, 'a cursor of the other list']);
      for (const [cursor, what] of cursors) {
        const reply = await probe.send(method, { cursor });
        if (isWithheld(reply))
          untested(`${method} was refused with HTTP ${reply.http?.status}; give credentials with --header`);
        if (!isResult(reply) && !isError(reply))
          blockedBy('pagination/invalid-cursor-graceful', `${what} was answered with ${inWords(reply)}`);
        // Cut short or moved over, a cursor may happen to be one that the server does give out: only it can tell.
        if (isResult(reply) && cursor !== absentCursor) continue;
        if (isError(reply) && !Number.isInteger(reply.error?.code))
          blockedBy('messages/error-code-integer', `${what} was answered with ${inWords(reply)}`);
        if (reply.error?.code === -32602) continue;
        probe.flag(`expected error -32602 of ${method} for ${what} (${quote(cursor)}), got ${inWords(reply)}`);
      }
    }
  },

  allows: {
    'another message': onError('resources/list', ({ code }) => ({ error: { code, message: 'Ungültig' } })),
    'templates that are not known': onReply('resources/templates/list', () => ({
      error: { code: -32601, message: 'Method not found' },
    })),
    'positions in the open as cursors, alike in both lists': all(...methods.map(positions)),
  },
  breaks: {
    ...Object.fromEntries(
      methods.map((method) => [
        `the first page of ${method} for a cursor that was never given out`,
        [forgiving(method), `expected error -32602 of ${method} for a cursor that was never given out`],
      ]),
    ),
    'a single page whatever the cursor': [
      all(
        onRequest('resources/list', (request) => {
          delete request.params?.cursor;
          return request;
        }),
        onResult('resources/list', (result) => {
          delete result.nextCursor;
        }),
      ),
      'expected error -32602 of resources/list for a cursor that was never given out',
    ],
    'an internal error': [other(-32603), 'got error -32603'],
    'method not found': [other(-32601), 'got error -32601'],
    'an internal error for a cursor of the other list only': [
      onError('resources/list', (error, { params }) =>
        params?.cursor === absentCursor ? { error } : { error: { ...error, code: -32603 } },
      ),
      'got error -32603',
    ],
  },
});
