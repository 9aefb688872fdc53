import { defineCase } from '../../harness/case.ts';
import { modernOnly } from '../../harness/eras.ts';
import { askWrongly, judgeRefused } from '../../harness/header-faults.ts';
import { all, fault } from '../../harness/mutate.ts';
import { codeOf } from '../../harness/session/reply.ts';

export default defineCase({
  title: 'A request whose MCP-Protocol-Version differs from the version in its _meta is refused',
  rules: [
    {
      id: 'http-version-mismatch',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#protocol-version-header',
      find: 'If the values do not match,',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Compare MCP-Protocol-Version with io.modelcontextprotocol/protocolVersion before anything else, and answer 400 with -32020 where they differ.',

  async run(probe) {
    // A request with a modern `_meta` is one of this revision, also for a server of both eras, whatever its header says.
    await judgeRefused(probe, 'version other', 'version of another era');
    for (const { what, reply } of await askWrongly(probe, 'version other')) {
      probe.cite(reply);
      // One of the two versions is also unsupported, and no text says which fault comes first.
      if (codeOf(reply) === -32022) probe.flag(`expected error -32020 for ${what}, got error -32022`, { warn: true });
    }
  },

  allows: {
    'refused by a server of this revision alone': modernOnly,
  },
  breaks: {
    'the header is not looked at': [
      all(modernOnly, fault('http-version-header-ignored')),
      'resources/list with MCP-Protocol-Version: 1900-01-01 to be refused, got a result',
    ],
    'the header is not compared': [
      fault('http-version-header-unchecked'),
      'resources/list with MCP-Protocol-Version: 1900-01-01 to be refused, got a result',
    ],
    'taken for an unsupported version': [
      fault('http-version-mismatch-unsupported'),
      'expected error -32020 for resources/list with MCP-Protocol-Version: 1900-01-01, got error -32022',
      { warn: true },
    ],
  },
});
