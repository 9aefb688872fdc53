import { defineCase } from '../../harness/case.ts';
import { headerMismatch, needComparedNames } from '../../harness/header-faults.ts';
import { blockedBy, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { codeOf, inWords, isError, isResult, isWithheld } from '../../harness/session/reply.ts';
import { absentSegment } from '../../harness/unknown-uris.ts';

const uri = `mcp-conformance-absent:///${absentSegment}-é`;
/** The bytes of the URI as a client sends them that does not encode; a header's text goes out as Latin-1. */
const raw = { 'Latin-1': uri, 'UTF-8': Buffer.from(uri, 'utf8').toString('latin1') };

export default defineCase({
  title: 'An Mcp-Name with bytes beyond ASCII is refused, also where it spells the URI of the body',
  rules: [
    {
      id: 'http-header-invalid-characters',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#server-validation',
      find: 'header value contains invalid characters.',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Refuse an Mcp-Name with anything but visible ASCII, spaces and tabs: which text other bytes spell depends on the reader.',

  async run(probe) {
    await needComparedNames(probe);
    const twin = await probe.send('resources/read', { uri });
    if (isWithheld(twin)) untested(`a read got HTTP status ${twin.http!.status}; try again later`);
    if (codeOf(twin) === headerMismatch)
      blockedBy('http/name-decoded', `a read with its Mcp-Name in base64 got ${inWords(twin)}`);
    if (!(isResult(twin) || isError(twin))) blockedBy('not-found/code', `the read of ${uri} got ${inWords(twin)}`);
    for (const [encoding, value] of Object.entries(raw)) {
      const reply = await probe.send('resources/read', { uri }, { headers: { 'Mcp-Name': value } });
      // Many an HTTP library refuses such bytes by itself, with a status alone.
      const served = isResult(reply) || (isError(reply) && codeOf(reply) === codeOf(twin));
      if (served)
        probe.flag(
          `expected a read with Mcp-Name in raw ${encoding} to be refused for that header, got ${inWords(reply)}, as with a good one`,
        );
    }
  },

  allows: {
    'refused with a status alone': fault('http-header-fault-bare'),
  },
  breaks: {
    'bytes of any kind': [
      fault('http-mcp-name-any-bytes'),
      'with Mcp-Name in raw Latin-1 to be refused for that header, got error -32602',
    ],
  },
});
