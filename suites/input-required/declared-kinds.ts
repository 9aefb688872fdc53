import { defineCase } from '../../harness/case.ts';
import { everyCapability, undeclared } from '../../harness/input-required/kinds.ts';
import { askingBy, declaredIn, linking, onWish, stateOnly } from '../../harness/input-required/mutants.ts';
import { wishes } from '../../harness/input-required/survey.ts';
import { readDeclaring, wishIn } from '../../harness/input-required/wish.ts';
import { blockedBy, check } from '../../harness/judge.ts';
import { all, onRequest } from '../../harness/mutate.ts';
import { quote } from '../../harness/quote.ts';
import type { JsonObject } from '../../harness/wire.ts';
import { metaKey } from '../../harness/wire.ts';

const mostAsked = 4;

/** What a client may declare, each time something else. */
const clients: readonly JsonObject[] = [
  {},
  { elicitation: {} },
  { elicitation: { url: {} } },
  { sampling: {} },
  { roots: {} },
];

/** Asks every client as if it had declared all, or all but what it takes away. */
const regardless = (pretended: JsonObject) =>
  onRequest('resources/read', (request) => {
    const meta = request.params?._meta;
    if (meta?.[metaKey.clientCapabilities]) meta[metaKey.clientCapabilities] = pretended;
    return request;
  });

export default defineCase({
  title: 'A client is asked only in the ways that it has declared',
  rules: [
    {
      id: 'mrtr-no-undeclared-capability',
      level: 'MUST NOT',
      since: '2026-07-28',
      at: 'basic/patterns/mrtr#server-requirements-basic-workflow',
      find: 'inputRequests` that the client has not',
    },
  ],
  needs: ['resources'],
  harm: 'breaks',
  hint: 'Look at the clientCapabilities of the very request before you ask, and answer error -32021 where what you need is missing.',

  async run(probe) {
    for (const { uri, plain } of (await wishes(probe)).slice(0, mostAsked)) {
      for (const declared of clients) {
        const bare = Object.keys(declared).length === 0;
        const reply = bare ? plain : await readDeclaring(probe, uri, { declared });
        probe.cite(reply);
        const asked = undeclared(wishIn(reply, uri)?.result.inputRequests, declared);
        if (asked === undefined) continue;
        const who = bare ? 'declares nothing' : `declares ${JSON.stringify(declared)}`;
        const words = `a client that ${who} was asked for ${asked} by ${quote(uri)}`;
        // A connection on which nothing else was ever declared tells it from a server that remembers.
        const session = await probe.second();
        const again = await probe.send(
          'resources/read',
          { uri },
          { session, meta: { [metaKey.clientCapabilities]: declared } },
        );
        const first = wishIn(again, uri) && undeclared(again.result.inputRequests, declared);
        if (first === undefined) blockedBy('input-required/capabilities-per-request', words);
        check(false, words, { lines: reply.lines });
      }
    }
  },

  allows: {
    'sampling for those who can': askingBy('sampling'),
    'a wait for everyone': stateOnly,
    'a link for those who open links': linking,
  },
  breaks: {
    'a form for everyone': [regardless(everyCapability), 'that declares nothing was asked for elicitation/create'],
    'a form for those who have roots': [
      onRequest('resources/read', (request) => {
        const declared = declaredIn(request);
        if ('roots' in declared) declared.elicitation ??= {};
        return request;
      }),
      'that declares {"roots":{}} was asked for elicitation/create',
    ],
    'a link for those who fill forms': [
      onWish(({ inputRequests }) => {
        for (const key of Object.keys(inputRequests))
          inputRequests[key].params = { mode: 'url', message: 'Please log in', url: 'https://example.com/login' };
      }),
      'that declares {"elicitation":{}} was asked for elicitation/create in url mode',
    ],
    'a form for those who open links': [
      onRequest('resources/read', (request) => {
        if (declaredIn(request).elicitation) declaredIn(request).elicitation = {};
        return request;
      }),
      'that declares {"elicitation":{"url":{}}} was asked for elicitation/create in form mode',
    ],
    'a model with tools for everyone with a model': [
      all(
        askingBy('sampling'),
        onWish(({ inputRequests }) => {
          for (const key of Object.keys(inputRequests))
            inputRequests[key] = { ...inputRequests[key], params: { ...inputRequests[key].params, tools: [] } };
        }),
      ),
      'that declares {"sampling":{}} was asked for sampling/createMessage with tools',
    ],
  },
});
