import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { type ListMethod, listed } from '../../harness/material.ts';
import { all, fault, onError, onReply, onRequest, onResult } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';

const methods = Object.keys(listed) as ListMethod[];

/** No position, no position that fits into 64 bits, none before the beginning, nothing at all, half of a JSON text. */
const strange = ['mcp-conformance-absent-cursor-7f3a9c1e5b2d4860', '18446744073709551615', '-1', '', '{"page":'];

export default defineCase({
  title: 'A server copes with invalid cursors: it answers them, and goes on listing',
  rules: [
    {
      id: 'page-invalid-cursor-graceful',
      level: 'SHOULD',
      since: '2024-11-05',
      at: 'server/utilities/pagination#implementation-guidelines',
      find: 'Handle invalid cursors gracefully',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Take a cursor for what it is, a text from outside: decode it with care, and answer -32602 when that fails.',
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
      const mangled = typeof next === 'string' && next !== '' ? [`${[...next].reverse().join('')}~`] : [];
      for (const cursor of [...strange, ...mangled]) {
        const reply = await probe.send(method, { cursor });
        if (isWithheld(reply))
          untested(`${method} was refused with HTTP ${reply.http?.status}; give credentials with --header`);
        if (reply.cause === 'malformed')
          blockedBy('messages/result-or-error', `${method} was answered with ${inWords(reply)}`);
        // Which answer it is, is for pagination/invalid-cursor-code to judge.
        check(
          isResult(reply) || isError(reply),
          `expected an answer of ${method} to the cursor ${quote(cursor)}, got ${inWords(reply)}`,
        );
      }
      const reply = await probe.send(method);
      check(isResult(reply), `expected ${method} to go on after invalid cursors, got ${inWords(reply)}`);
    }
  },

  allows: {
    'any error code': onError('resources/list', (error) => ({ error: { ...error, code: -32603 } })),
    'cursors that were never given out are ignored': all(
      ...methods.map((method) =>
        all(
          onResult(method, ({ nextCursor }, _request, { memory }) => {
            memory.set(`${method} ${nextCursor}`, true);
          }),
          onRequest(method, (request, { memory }) => {
            if (!memory.has(`${method} ${request.params?.cursor}`)) delete request.params?.cursor;
            return request;
          }),
        ),
      ),
    ),
  },
  breaks: {
    'the server ends': [fault('exit-on-unknown-cursor'), 'expected an answer of resources/list to the cursor'],
    'the server hangs': [fault('hang-on-unknown-cursor'), 'got no answer within'],
    'a number too large is never answered': [
      onReply('resources/templates/list', (reply, { params }) =>
        params?.cursor === '18446744073709551615' ? undefined : reply,
      ),
      'to the cursor "18446744073709551615", got no answer',
    ],
    'the list is lost afterwards': [
      onReply('resources/list', (reply, { params }, { memory }) => {
        if (params?.cursor === '-1') memory.set('lost', true);
        return memory.has('lost') ? { error: { code: -32603, message: 'Internal error' } } : reply;
      }),
      'expected resources/list to go on after invalid cursors, got error -32603',
    ],
  },
});
