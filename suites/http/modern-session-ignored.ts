import { defineCase } from '../../harness/case.ts';
import { alsoServes, modernOnly } from '../../harness/eras.ts';
import { answersLike, needAnyTwin, twinOf } from '../../harness/header-faults.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { all, fault } from '../../harness/mutate.ts';
import { inWords, isWithheld, type Reply } from '../../harness/session/reply.ts';

export default defineCase({
  title: 'A server of this revision alone ignores Mcp-Session-Id, and gives none',
  rules: [
    {
      id: 'http-legacy-session-ignored',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#earlier-streamable-http-revisions',
      find: 'older client **SHOULD** respond as follows:',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Serve a request whatever its Mcp-Session-Id, and send no such header: this revision has no sessions.',

  async run(probe) {
    const twin = (await twinOf(probe, 'resources/list')) ?? needAnyTwin();
    const headers = { 'Mcp-Session-Id': '00000000-0000-4000-8000-000000000000' };
    const reply = await probe.send('resources/list', {}, { headers });
    if (isWithheld(reply)) untested(`resources/list got HTTP status ${reply.http!.status}; try again later`);
    const served = answersLike(reply, twin);
    const marked = [reply, twin.reply, probe.session.introduction.reply].find(givesSession);
    if (served && !marked) return;
    // Where there are sessions of earlier revisions, the header may mean one of these.
    if (await alsoServes(probe)) notApplicable('the server also speaks earlier revisions, which have sessions');
    probe.cite(reply);
    check(served, `expected resources/list with a stray Mcp-Session-Id to be served, got ${inWords(reply)}`);
    const lines = marked?.lines ?? [];
    check(!marked, `expected no Mcp-Session-Id with the answer to ${marked?.method}, got one`, { lines });
  },

  allows: {
    'by a server of this revision alone': modernOnly,
  },
  breaks: {
    'a session id is given': [
      all(modernOnly, fault('http-session-id-modern')),
      'expected no Mcp-Session-Id with the answer to resources/list, got one',
    ],
    'a session id is refused': [
      all(modernOnly, fault('http-session-id-refused')),
      'with a stray Mcp-Session-Id to be served, got HTTP status 400',
    ],
  },
});

const givesSession = ({ http }: Reply): boolean => http?.headers['mcp-session-id'] !== undefined;
