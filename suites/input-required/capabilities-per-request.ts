import { defineCase } from '../../harness/case.ts';
import { undeclared } from '../../harness/input-required/kinds.ts';
import { stateOnly } from '../../harness/input-required/mutants.ts';
import { wishes } from '../../harness/input-required/survey.ts';
import { readDeclaring, wishIn } from '../../harness/input-required/wish.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { fault, onReply } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import { metaKey } from '../../harness/wire.ts';

const mostAsked = 4;

export default defineCase({
  title: 'What a client can do is taken from each request, not from an earlier one',
  rules: [
    {
      id: 'meta-capabilities-not-relied-on',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/index#meta',
      find: 'capabilities the client has not declared.',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Keep no client capabilities between requests: read them from the _meta of the request at hand.',

  async run(probe) {
    for (const { uri } of (await wishes(probe)).slice(0, mostAsked)) {
      // The resource has just been read with every capability, over the same connection.
      const reply = await readDeclaring(probe, uri, { declared: {} });
      const asked = undeclared(wishIn(reply, uri)?.result.inputRequests, {});
      if (asked === undefined) continue;
      const session = await probe.second();
      const first = await probe.send(
        'resources/read',
        { uri },
        { session, meta: { [metaKey.clientCapabilities]: {} } },
      );
      const words = `a client that declares nothing was asked for ${asked} by ${quote(uri)}`;
      if (undeclared(wishIn(first, uri)?.result.inputRequests, {}) !== undefined)
        blockedBy('input-required/declared-kinds', words);
      check(false, `${words} once an earlier request had declared it`, { lines: reply.lines });
    }
  },

  allows: {
    'a wait for everyone': stateOnly,
    'contents without questions for those who cannot be asked': onReply('resources/read', (reply, { params }) =>
      reply.error?.code === -32021
        ? {
            result: {
              resultType: 'complete',
              contents: [{ uri: params?.uri, text: '' }],
              ttlMs: 0,
              cacheScope: 'private',
            },
          }
        : reply,
    ),
  },
  breaks: {
    'capabilities of earlier requests': [fault('remembers-capabilities'), 'once an earlier request had declared it'],
  },
});
