import { defineCase } from '../../harness/case.ts';
import { sessionIdOf } from '../../harness/http-streams.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { isResult } from '../../harness/session/reply.ts';

export default defineCase({
  title: 'A request without the session id that it needs is answered with 400',
  rules: [
    {
      id: 'session-required-400',
      level: 'SHOULD',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#session-management',
      find: 'Servers that require a session ID',
    },
  ],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Answer 400 where the header is missing: clients take 404 for the end of a session, and begin another one.',

  async run(probe) {
    if (sessionIdOf(probe.session) === undefined) notApplicable('the server assigns no session ids');
    const twin = await probe.send('ping');
    if (!isResult(twin)) untested('ping is not answered with a result in the session either');
    const reply = await probe.send('ping', {}, { headers: { 'Mcp-Session-Id': undefined } });
    const { status } = reply.http ?? untested('ping without a session id got no HTTP response');
    if (status === 429 || status >= 502) untested(`ping without a session id was answered with HTTP status ${status}`);
    // Who serves it does not require the id.
    check(status === 400 || status < 300, `expected 400 for a request without session id, got ${status}`);
  },

  allows: {
    'it is served': fault('http-session-optional'),
    'sessions cannot be ended': [fault('http-delete-405'), 'session-delete-405'],
  },
  breaks: {
    'not found': [fault('http-session-missing-404'), 'got 404'],
  },
});
