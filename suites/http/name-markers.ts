import { defineCase } from '../../harness/case.ts';
import { judgeRefused, needComparedNames } from '../../harness/header-faults.ts';
import { fault } from '../../harness/mutate.ts';

export default defineCase({
  title: 'Only the exact markers =?base64? and ?= make an Mcp-Name base64',
  rules: [
    {
      id: 'http-base64-sentinel-exact',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#value-encoding',
      find: 'These markers are case-sensitive and **MUST**',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Decode what begins with =?base64? in lower case and ends with ?=, and take everything else as it stands.',

  async run(probe) {
    await needComparedNames(probe);
    // In any other form the value is literal text, which differs from the URI of the body.
    await judgeRefused(probe, 'name with other markers');
  },

  allows: {
    'refused with another code, which another case judges': fault('http-header-fault-code'),
  },
  breaks: {
    'decoded in any form': [fault('http-mcp-name-loose'), 'with an Mcp-Name that begins with =?BASE64? to be refused'],
  },
});
