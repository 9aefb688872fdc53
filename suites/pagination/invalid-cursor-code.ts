import { defineCase } from '../../harness/case.ts';
import { blockedBy, untested } from '../../harness/judge.ts';
import { type ListMethod, listed } from '../../harness/material.ts';
import { onError, onReply, onRequest } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';

const methods = Object.keys(listed) as ListMethod[];

/** A cursor that no server has given out; long, so that none takes it for a position. */
const absentCursor = 'mcp-conformance-absent-cursor-7f3a9c1e5b2d4860';

const other = (code: number) => onError('resources/list', (error) => ({ error: { ...error, code } }));

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
    for (const method of methods) {
      for await (const { reply, sound, next } of probe.pages(method)) {
        if (sound) firsts.set(method, next);
        else refused ||= `${method} was answered with ${inWords(reply)}`;
        break;
      }
    }
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
    'positions in the open as cursors, alike in both lists': onReply('*', (reply, { method, params }, { memory }) => {
      const list = methods.find((each) => each === method);
      if (!list || !('result' in reply)) {
        const known = list && /^\d+$/.test(String(params?.cursor)) && memory.get(list);
        return known ? { result: known } : reply;
      }
      if (params?.cursor === undefined) {
        reply.result.nextCursor = '10';
        memory.set(list, reply.result);
      }
      return reply;
    }),
  },
  breaks: {
    'the first page whatever the cursor': [
      onRequest('resources/list', (request) => {
        delete request.params?.cursor;
        return request;
      }),
      'expected error -32602 of resources/list for a cursor that was never given out',
    ],
    'the first page of templates whatever the cursor': [
      onRequest('resources/templates/list', (request) => {
        delete request.params?.cursor;
        return request;
      }),
      'got a result',
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
