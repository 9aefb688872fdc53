import { defineCase } from '../../harness/case.ts';
import { alsoServes, modernOnly } from '../../harness/eras.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { all, fault } from '../../harness/mutate.ts';
import { inWords, isWithheld } from '../../harness/session/reply.ts';

const absent = { 'MCP-Protocol-Version': undefined };

export default defineCase({
  title: 'A server of this revision alone answers GET and DELETE with status 405',
  rules: [
    {
      id: 'http-legacy-get-delete-405',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#earlier-streamable-http-revisions',
      find: 'older client **SHOULD** respond as follows:',
    },
  ],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Answer GET and DELETE at the endpoint with 405: an older client then knows that there is no stream and no session.',

  async run(probe) {
    for (const method of ['GET', 'DELETE'] as const) {
      // As an older client sends it that has no session.
      const headers = { ...absent, ...(method === 'GET' && { Accept: 'text/event-stream' }) };
      const exchange = probe.session.raw('', { method, headers });
      await exchange.until(() => exchange.http !== undefined, probe.session.timeout);
      exchange.abort();
      const { http, lines } = exchange;
      probe.cite(lines);
      if (http?.status === 405) continue;
      // A server of both eras answers by the rules of the other one.
      if (await alsoServes(probe)) notApplicable('the server also speaks earlier revisions, which have GET and DELETE');
      const reply = await exchange.reply;
      if (isWithheld(reply)) untested(`${method} got HTTP status ${http!.status}; try again later`);
      const got = http ? `status ${http.status}` : inWords(reply);
      check(false, `expected status 405 for ${method}, got ${got}`, { lines });
    }
  },

  allows: {
    'by a server of this revision alone': modernOnly,
  },
  breaks: {
    'GET is not found': [all(modernOnly, fault('http-get-404')), 'expected status 405 for GET, got status 404'],
    'GET gives a page': [all(modernOnly, fault('http-get-html')), 'expected status 405 for GET, got status 200'],
    'DELETE succeeds': [all(modernOnly, fault('http-delete-200')), 'expected status 405 for DELETE, got status 200'],
  },
});
