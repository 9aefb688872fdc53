import { defineCase } from '../../harness/case.ts';
import { judgeRefused } from '../../harness/header-faults.ts';
import { all, fault, instead } from '../../harness/mutate.ts';

export default defineCase({
  title: 'A read without Mcp-Name is refused',
  rules: [
    {
      id: 'http-missing-mcp-name',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#server-validation',
      find: 'body **MUST** reject requests where the',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Refuse a read without Mcp-Name with status 400 and error -32020.',

  async run(probe) {
    await judgeRefused(probe, 'name missing');
  },

  allows: {
    'refused where nothing can be read': instead('resources/read', () => ({
      error: { code: -32602, message: 'Nothing here' },
    })),
  },
  breaks: {
    'compared only where it is present': [
      fault('http-mcp-name-optional'),
      'resources/read without Mcp-Name to be refused, got a result',
    ],
    'not looked at, where nothing can be read': [
      all(
        fault('http-mcp-name-optional'),
        instead('resources/read', () => ({ error: { code: -32602, message: 'Nothing here' } })),
      ),
      'resources/read without Mcp-Name to be refused, got error -32602',
    ],
  },
});
