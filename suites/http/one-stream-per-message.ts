import { isDeepStrictEqual } from 'node:util';
import { defineCase } from '../../harness/case.ts';
import { openStream, streamStatus } from '../../harness/http-streams.ts';
import { check, notApplicable, untested } from '../../harness/judge.ts';
import { makeChanges } from '../../harness/listen.ts';
import { fault } from '../../harness/mutate.ts';
import type { Probe } from '../../harness/probe.ts';
import { quote } from '../../harness/quote.ts';
import type { Session } from '../../harness/session/session.ts';
import { noTrigger, subscribe } from '../../harness/watching.ts';
import type { JsonObject } from '../../harness/wire.ts';

const changes = /^notifications\/resources\/(?:updated|list_changed)$/;

export default defineCase({
  title: 'Each message goes out on one stream only',
  rules: [
    {
      id: 'http-no-broadcast',
      level: 'MUST NOT',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#multiple-connections',
      find: 'broadcast the same message across multiple',
    },
    {
      id: 'http-one-stream-per-message',
      level: 'MUST',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/transports#multiple-connections',
      find: 'messages on only one of the',
    },
  ],
  needs: ['resources'],
  transports: ['http'],
  harm: 'misleads',
  hint: 'Where a client has several streams open, choose one of them for each message.',

  async run(probe) {
    if (!probe.declares('resources.subscribe') && !probe.declares('resources.listChanged'))
      notApplicable('the server declares neither resources.subscribe nor resources.listChanged: it tells of no change');
    const session = await probe.second();
    const { update } = probe.fixtures;
    const first = await openStream(session);
    const status = await streamStatus(probe, first, session);
    if (!first.streamed) notApplicable(`the server offers no GET stream (${status})`);
    if (update && probe.declares('resources.subscribe')) await subscribe(probe, update.uri, session);
    // With one stream: how often each change is told when it is told as it should be.
    const once = await toldOf(probe, session);
    const second = await openStream(session);
    if (!second.streamed || first.over)
      notApplicable('the server keeps no second GET stream of a session open beside the first');
    const since = probe.now;
    const told = await toldOf(probe, session);
    const lines = [first.sent.line, second.sent.line, ...told.map(({ line }) => line)];
    const { partOf } = session.channel.transcript;
    for (const { line, message } of told) {
      const same = told.filter((other) => isDeepStrictEqual(other.message, message));
      const usual = once.filter((other) => isDeepStrictEqual(other.message, message)).length;
      if (same.length <= usual) continue;
      const streams = new Set(same.map((other) => partOf.get(other.line)));
      const gets = same.filter((other) => [first, second].some(({ sent }) => partOf.get(other.line) === sent.line));
      if (streams.size > 1 && gets.length > 1 && line > since)
        check(false, `${quote(message.method)} came on ${streams.size} streams of the session`, { lines });
    }
    // A change is brought about by a request: its stream is one of those that are connected.
    for (const { message } of once) {
      const same = once.filter((other) => isDeepStrictEqual(other.message, message));
      const streams = new Set(same.map((other) => partOf.get(other.line)));
      check(streams.size < 2, `${quote(message.method)} came on the GET stream and on that of a request`, {
        rule: 'http-one-stream-per-message',
        lines: same.map(({ line }) => line),
      });
    }
    first.abort();
    second.abort();
  },

  allows: {
    'updates come twice, on one stream': fault('updates-twice'),
  },
  breaks: {
    'messages go out on all streams': [fault('http-get-broadcast'), 'came on 2 streams'],
    'messages go out on the stream of the request too': [
      fault('http-changes-everywhere'),
      'on the GET stream and on that of a request',
      { rule: 'http-one-stream-per-message' },
    ],
  },
});

/** Makes a change, and answers how it was told on a session, stream by stream. */
async function toldOf(probe: Probe, session: Session): Promise<{ line: number; message: JsonObject }[]> {
  const since = probe.now;
  if (!(await makeChanges(probe, session))) untested(noTrigger.update);
  const isChange = ({ method }: JsonObject) => typeof method === 'string' && changes.test(method);
  if (!(await probe.until(since, isChange, { session }))) untested('no change was told on the streams of the session');
  await probe.settle(session);
  return probe.arrived(since, undefined, session).filter(({ message }) => isChange(message));
}
