import { defineCase } from '../../harness/case.ts';
import { alsoServes, modernOnly } from '../../harness/eras.ts';
import { askWrongly, judgeRefused } from '../../harness/header-faults.ts';
import { all, fault } from '../../harness/mutate.ts';

export default defineCase({
  title:
    'A request without MCP-Protocol-Version is refused, unless the server also serves clients that have no such header',
  rules: [
    {
      id: 'http-missing-version-header',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#protocol-version-header',
      find: 'server that does not support such',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Refuse a request without MCP-Protocol-Version with status 400 and error -32020; only servers that also speak 2025-03-26 or older may take it.',

  async run(probe) {
    const asked = await askWrongly(probe, 'version missing');
    // What a server of older clients answers is its own affair: it may take the request for one of 2025-03-26.
    if (asked.some(({ served }) => served) && (await alsoServes(probe, ['2024-11-05', '2025-03-26']))) return;
    await judgeRefused(probe, 'version missing');
  },

  allows: {
    'served as a request of an older client': [
      fault('http-version-header-optional'),
      'http-missing-version-header-may-assume',
    ],
    'refused by a server of this revision alone': modernOnly,
  },
  breaks: {
    'the version of the body stands in for it': [
      all(modernOnly, fault('http-version-header-optional')),
      'resources/list without MCP-Protocol-Version to be refused, got a result',
    ],
  },
});
