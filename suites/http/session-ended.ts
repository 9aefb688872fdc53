import { defineCase } from '../../harness/case.ts';
import { sessionIdOf, statusOf } from '../../harness/http-streams.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { fault } from '../../harness/mutate.ts';
import { isResult } from '../../harness/session/reply.ts';

export default defineCase({
  title: 'A request of a session that was ended is answered with 404',
  rules: [
    {
      id: 'session-terminated-404',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#session-management',
      find: 'terminate the session at any time',
    },
  ],
  transports: ['http'],
  harm: 'breaks',
  hint: 'Answer 404 to the id of a session that is gone: a client begins a new session on that status alone.',

  async run(probe) {
    const session = await probe.second();
    const id = sessionIdOf(session);
    if (id === undefined) notApplicable('the server assigns no session ids');
    if (!isResult(await probe.send('ping', {}, { session })))
      untested('ping is not answered with a result in a second session');
    const headers = session.era.headers({});
    const ending = session.channel.raw('', { method: 'DELETE', headers: { ...headers, 'Content-Type': undefined } });
    const ended = await statusOf(probe, ending, 'DELETE');
    if (ended === 405) notApplicable('the server does not let clients end sessions: it answers DELETE with 405');
    if (ended < 200 || ended > 299) untested(`the session could not be ended: DELETE was answered with ${ended}`);
    let status = 0;
    // Servers behind one address may take a moment to tell each other.
    for (let tries = 0; tries < 3 && status !== 404; tries++) {
      // Headers given as they are keep the session from being renewed.
      const reply = await probe.send('ping', {}, { session, headers });
      status = reply.http?.status ?? untested('ping in an ended session got no HTTP response');
      if (status === 429 || status >= 502) untested(`ping in an ended session was answered with HTTP status ${status}`);
    }
    check(status === 404, `expected 404 for a request of an ended session, got ${status}`);
  },

  allows: {
    'DELETE is answered with 200': fault('http-delete-legacy-200'),
  },
  breaks: {
    'the session goes on': [fault('http-session-revived'), 'got 200'],
    'a bad request': [fault('http-session-unknown-400'), 'got 400'],
  },
});
