import { defineCase } from '../../harness/case.ts';
import { blockedBy, check, untested } from '../../harness/judge.ts';
import { before, instead, onReply, onResult } from '../../harness/mutate.ts';
import { codeOf, inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';
import { isObject } from '../../harness/wire.ts';

const failed = (code: number) => () => ({ error: { code, message: 'Not today' } });

export default defineCase({
  title: 'resources/list is answered with the list of resources',
  rules: [
    {
      id: 'list-responds',
      level: 'MUST',
      since: '2026-07-28',
      at: 'server/resources#capabilities',
      find: 'requests with the set of resources',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Register a handler for resources/list; where nothing can be listed, answer an empty array.',

  async run(probe) {
    const { value: page } = await probe.pages('resources/list').next();
    let { reply } = page!;
    // An internal error may be the trouble of a moment.
    if (codeOf(reply) === -32603) reply = await probe.send('resources/list', {});
    if (isWithheld(reply))
      untested(
        `resources/list was answered with HTTP status ${reply.http?.status}; give credentials with --header, or try later`,
      );
    // An answer that is neither result nor error is no matter of this method.
    if (reply.cause === 'malformed') untested(`resources/list was answered with ${inWords(reply)}`);
    check(
      isResult(reply),
      `expected a result of resources/list, got ${isError(reply) ? inWords(reply) : reply.missing}`,
    );
    if (!isObject(reply.result) || !Array.isArray(reply.result.resources))
      blockedBy('list/shape', 'the answer to resources/list has no array resources');
  },

  allows: {
    'nothing to list': [
      onResult('resources/list', (result) => {
        result.resources = [];
        delete result.nextCursor;
      }),
      { rule: 'list-may-be-empty' },
    ],
    'an internal error, once': onReply('resources/list', (reply, _, { memory }) => {
      if (memory.has('failed')) return reply;
      memory.set('failed', true);
      return failed(-32603)();
    }),
    'something else first': before('resources/list', () => [
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'none-of-yours', progress: 1 } },
    ]),
  },
  breaks: {
    'an unknown method': [instead('resources/list', failed(-32601)), 'got error -32601'],
    'an internal error each time': [instead('resources/list', failed(-32603)), 'got error -32603'],
    'a not-found error where nothing is listed': [instead('resources/list', failed(-32602)), 'got error -32602'],
    'no answer': [onReply('resources/list', () => undefined), 'got no answer within'],
  },
});
