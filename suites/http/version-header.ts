import { defineCase } from '../../harness/case.ts';
import { check, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { isResult } from '../../harness/session/reply.ts';

export default defineCase({
  title: 'MCP-Protocol-Version may be missing after initialization, but not name what no server speaks',
  rules: [
    {
      id: 'http-version-header-invalid',
      level: 'MUST',
      since: '2025-06-18',
      until: '2025-11-25',
      at: 'basic/transports#protocol-version-header',
      find: 'receives a request with an invalid',
    },
    {
      id: 'http-version-header-default',
      level: 'SHOULD',
      since: '2025-06-18',
      until: '2025-11-25',
      at: 'basic/transports#protocol-version-header',
      find: 'other way to identify the version',
      derived:
        'The advice is for a server without other means; one with a session knows the version, and has less of a reason to refuse.',
    },
  ],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Answer 400 to a version that you do not speak; without the header go by the session, or else by 2025-03-26.',

  async run(probe) {
    const twin = await probe.send('ping');
    if (!isResult(twin)) untested('ping is not answered with a result with the header either');
    for (const version of ['1900-01-01', 'not-a-version']) {
      const reply = await probe.send('ping', {}, { headers: { 'MCP-Protocol-Version': version } });
      const { status } = reply.http ?? untested('a request with a bad MCP-Protocol-Version got no HTTP response');
      if ([401, 429].includes(status)) untested(`a bad MCP-Protocol-Version was answered with HTTP status ${status}`);
      check(status === 400, `expected 400 for MCP-Protocol-Version: ${version}, got ${status}`);
    }
    const without = await probe.send('ping', {}, { headers: { 'MCP-Protocol-Version': undefined } });
    const { status } = without.http ?? untested('a request without MCP-Protocol-Version got no HTTP response');
    const refused = status >= 400 && status < 500 && ![401, 429].includes(status);
    check(!refused, `expected a request without MCP-Protocol-Version to be served, got ${status}`, {
      rule: 'http-version-header-default',
    });
  },

  allows: {
    'answers come as event streams': fault('http-sse-always'),
    'a bare 400': fault('http-refusals-bare'),
  },
  breaks: {
    'the header is ignored': [fault('http-version-header-ignored'), 'for MCP-Protocol-Version: 1900-01-01, got 200'],
    'not found': [fault('http-version-header-404'), 'for MCP-Protocol-Version: 1900-01-01, got 404'],
    'the header is demanded': [
      fault('http-version-header-required'),
      'without MCP-Protocol-Version to be served, got 400',
      { rule: 'http-version-header-default' },
    ],
  },
});
