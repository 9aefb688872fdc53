import { defineCase } from '../../harness/case.ts';
import { judgeRefused } from '../../harness/header-faults.ts';
import { fault } from '../../harness/mutate.ts';

export default defineCase({
  title: 'A request without Mcp-Method is refused',
  rules: [
    {
      id: 'http-missing-mcp-method',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#server-validation',
      find: 'body **MUST** reject requests where the',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Refuse a request without Mcp-Method with status 400 and error -32020, whatever its method.',

  async run(probe) {
    await judgeRefused(probe, 'method missing');
  },

  allows: {
    'refused with another code, which another case judges': fault('http-header-fault-code'),
  },
  breaks: {
    'compared only where it is present': [
      fault('http-mcp-method-optional'),
      'resources/list without Mcp-Method to be refused, got a result',
    ],
    'not looked at': [fault('http-mcp-method-ignored'), 'without Mcp-Method to be refused, got a result'],
  },
});
