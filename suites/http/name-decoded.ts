import { defineCase } from '../../harness/case.ts';
import { answersLike, headerMismatch, needAnyTwin, sentinel, twinOf } from '../../harness/header-faults.ts';
import { check } from '../../harness/judge.ts';
import { fault, instead } from '../../harness/mutate.ts';
import { codeOf, inWords } from '../../harness/session/reply.ts';

export default defineCase({
  title: 'An Mcp-Name in base64 is decoded before it is compared',
  rules: [
    {
      id: 'http-mcp-name-base64-decoded',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#value-encoding',
      find: 'values **MUST** decode them accordingly.',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Decode an Mcp-Name of the form =?base64?…?= before you compare it: without that nobody can read a URI that is not ASCII.',

  async run(probe) {
    for (const { uri, kind, reply } of await probe.missing()) {
      if (kind !== 'non-ascii') continue;
      probe.cite(reply);
      check(
        codeOf(reply) !== headerMismatch,
        `expected the read of ${uri} to be taken, whose Mcp-Name is ${sentinel(uri)}, got ${inWords(reply)}`,
      );
    }
    // What is plain ASCII may be encoded as well.
    const twin = (await twinOf(probe, 'resources/read')) ?? needAnyTwin();
    const { uri } = twin.params;
    const reply = await probe.send('resources/read', { uri }, { headers: { 'Mcp-Name': sentinel(uri) } });
    check(
      answersLike(reply, twin) || codeOf(reply) !== headerMismatch,
      `expected the read of ${uri} to be taken, whose Mcp-Name is ${sentinel(uri)}, got ${inWords(reply)}`,
    );
  },

  allows: {
    'nothing can be read': instead('resources/read', () => ({ error: { code: -32602, message: 'Nothing here' } })),
    'missing resources with status 404': fault('http-not-found-404'),
  },
  breaks: {
    'compared as it stands': [fault('http-mcp-name-raw'), 'got error -32020'],
  },
});
