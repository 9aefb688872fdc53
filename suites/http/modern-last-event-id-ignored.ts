import { defineCase } from '../../harness/case.ts';
import { alsoServes, modernOnly } from '../../harness/eras.ts';
import { answersLike, judgeServed, needAnyTwin, twinOf } from '../../harness/header-faults.ts';
import { notApplicable } from '../../harness/judge.ts';
import { all, fault } from '../../harness/mutate.ts';

export default defineCase({
  title: 'A server of this revision alone ignores Last-Event-ID',
  rules: [
    {
      id: 'http-legacy-last-event-id-ignored',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/transports/streamable-http#earlier-streamable-http-revisions',
      find: 'older client **SHOULD** respond as follows:',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'untidy',
  hint: 'Serve a request whatever its Last-Event-ID: streams of this revision cannot be resumed.',

  async run(probe) {
    const twin = (await twinOf(probe, 'resources/list')) ?? needAnyTwin();
    const reply = await probe.send('resources/list', {}, { headers: { 'Last-Event-ID': '1' } });
    // The advice is for a server of this revision alone; one of both eras may take the header for a stream of an earlier one.
    if (!answersLike(reply, twin) && (await alsoServes(probe)))
      notApplicable('the server also speaks earlier revisions, which have resumable streams');
    judgeServed(probe, 'resources/list with Last-Event-ID', reply, twin);
  },

  allows: {
    'by a server of this revision alone': modernOnly,
    'answered as a stream': fault('http-sse-always'),
  },
  breaks: {
    refused: [
      all(modernOnly, fault('http-last-event-id-refused')),
      'expected resources/list with Last-Event-ID to be answered with a result, got HTTP status 400',
    ],
  },
});
