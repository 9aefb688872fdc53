import { defineCase } from '../../harness/case.ts';
import { judgeRefused } from '../../harness/header-faults.ts';
import { fault } from '../../harness/mutate.ts';

export default defineCase({
  title: 'A request whose Mcp-Method or Mcp-Name differs from its body is refused',
  rules: [
    {
      id: 'http-header-body-mismatch',
      level: 'MUST',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#server-validation',
      find: 'body **MUST** reject requests where the',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'leaks',
  hint: 'Compare Mcp-Method with the method and Mcp-Name with the URI, letter by letter: a gateway lets requests pass by these headers.',

  async run(probe) {
    await judgeRefused(probe, 'method other', 'method in capitals', 'name other');
  },

  allows: {
    'refused with another code, which another case judges': fault('http-header-fault-code'),
    'refused with a status alone, which another case judges': fault('http-header-fault-bare'),
  },
  breaks: {
    'Mcp-Name is not compared': [
      fault('http-mcp-name-unchecked'),
      'resources/read with the Mcp-Name of another URI to be refused, got a result',
    ],
    'Mcp-Method is not compared': [
      fault('http-mcp-method-unchecked'),
      'resources/list with Mcp-Method: resources/templates/list to be refused, got a result',
    ],
    'Mcp-Method in any case of letters': [
      fault('http-mcp-method-any-case'),
      'resources/list with Mcp-Method: RESOURCES/LIST to be refused, got a result',
    ],
    'Mcp-Name is not looked at': [fault('http-mcp-name-ignored'), 'with the Mcp-Name of another URI to be refused'],
  },
});
