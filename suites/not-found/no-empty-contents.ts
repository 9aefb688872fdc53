import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { onMissing } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { isResult } from '../../harness/session/reply.ts';

const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

export default defineCase({
  title: 'Reading what does not exist is never answered with empty contents',
  rules: [
    {
      id: 'read-not-found-no-empty-contents',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'server/resources#error-handling',
      find: 'return an empty `contents` array',
    },
  ],
  needs: ['resources'],
  harm: 'misleads',
  hint: 'Answer an error when nothing is there: an empty contents array says that the resource exists and is empty.',

  async run(probe) {
    let judged = 0;
    for (const { uri, reply, exists } of await probe.missing()) {
      probe.cite(reply);
      if (exists) continue;
      judged++;
      // Contents that hold something, though nothing to read, are for the rule on the code.
      if (Array.isArray(reply.result?.contents) && reply.result.contents.length > 0) continue;
      check(!isResult(reply), `expected an error for ${quote(uri)}, got a result with empty contents`);
    }
    if (judged === 0)
      untested('every URI that was tried exists on this server; name one that does not with --unknown <uri>');
  },

  allows: {
    'another code': onMissing((error) => ({ error: { ...error, code: -32603 } })),
    'an error in place of contents': onMissing(({ code, message }) => ({
      result: { ...hints, contents: [{ code, message }] },
    })),
  },
  breaks: {
    'an empty contents array': [onMissing(() => ({ result: { ...hints, contents: [] } })), 'empty contents'],
    'a result without contents': [onMissing(() => ({ result: hints })), 'empty contents'],
  },
});
