import { defineCase } from '../../harness/case.ts';
import { judgeServed, needAnyTwin, twinOf } from '../../harness/header-faults.ts';
import { fault, instead } from '../../harness/mutate.ts';
import type { RequestHeaders } from '../../harness/transport/transport.ts';

const absent = { 'MCP-Protocol-Version': undefined, 'Mcp-Method': undefined, 'Mcp-Name': undefined };

export default defineCase({
  title: 'Header names are known in any case of letters',
  rules: [
    {
      id: 'http-header-names-case-insensitive',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#case-sensitivity',
      find: '**MUST** use case-insensitive',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Look headers up without regard to the case of their names: HTTP libraries and gateways change it.',

  async run(probe) {
    const list = (await twinOf(probe, 'resources/list')) ?? needAnyTwin();
    const version = probe.revision;
    const spellings: RequestHeaders[] = [
      { 'mcp-protocol-version': version, 'mcp-method': 'resources/list' },
      { 'MCP-PROTOCOL-VERSION': version, 'MCP-METHOD': 'resources/list' },
    ];
    for (const headers of spellings) {
      const reply = await probe.send('resources/list', {}, { headers: { ...absent, ...headers } });
      judgeServed(probe, `resources/list with ${Object.keys(headers).join(' and ')}`, reply, list);
    }
    const read = await twinOf(probe, 'resources/read');
    if (!read) return;
    // In the form that an ordinary read has, so that the name of the header alone is unusual.
    const name = probe.session.era.headers({ method: 'resources/read', params: read.params })['Mcp-Name'];
    const reply = await probe.send('resources/read', read.params, {
      headers: { 'Mcp-Name': undefined, 'mCp-NaMe': name },
    });
    judgeServed(probe, 'resources/read with mCp-NaMe', reply, read);
  },

  allows: {
    'nothing can be read': instead('resources/read', () => ({ error: { code: -32602, message: 'Nothing here' } })),
    'answered as a stream': fault('http-sse-always'),
  },
  breaks: {
    'known in one spelling': [
      fault('http-header-names-exact'),
      'with mcp-protocol-version and mcp-method to be answered',
    ],
  },
});
