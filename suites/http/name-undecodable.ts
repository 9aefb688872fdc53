import { defineCase } from '../../harness/case.ts';
import { judgeRefused, needComparedNames } from '../../harness/header-faults.ts';
import { fault } from '../../harness/mutate.ts';

export default defineCase({
  title: 'An Mcp-Name whose base64 cannot be decoded is refused',
  rules: [
    {
      id: 'http-base64-invalid-rejected',
      level: 'SCHEMA',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#server-validation',
      find: 'does not match the corresponding request',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Take an Mcp-Name that does not decode for a mismatch: status 400 and error -32020.',

  async run(probe) {
    await needComparedNames(probe);
    // Base64 that merely lacks its padding is left out: the page does not say how it is to be read.
    await judgeRefused(probe, 'name undecodable');
  },

  allows: {
    'refused with another code, which another case judges': fault('http-header-fault-code'),
  },
  breaks: {
    'not compared': [
      fault('http-mcp-name-undecodable-ignored'),
      'with Mcp-Name: =?base64?SGVs!!!bG8=?= to be refused, got a result',
    ],
  },
});
